package io.lychgate.gateway.history;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the events in the difference of two configurations. */
public final class ConfigEvents {
  private ConfigEvents() {}

  /**
   * A change without its time and node.
   *
   * @param subject the listener; empty for the whole configuration
   */
  public record Change(EventKind kind, String subject, String text) {}

  /**
   * A configuration and its certificates, in force at one moment.
   *
   * @param certificates fingerprints of the certificates by listener
   */
  public record InForce(GatewayConfig config, Map<String, Set<String>> certificates) {}

  /**
   * Returns what changed, listeners in the order of the newer file. Every difference beyond protocols, offers of HTTP/3 and
   * certificates is one RELOAD; the result is empty if nothing differs.
   */
  public static List<Change> between(InForce before, InForce after) {
    List<Change> changes = new ArrayList<>();
    Map<String, ListenerConfig> old = byName(before.config());
    Map<String, ListenerConfig> now = byName(after.config());
    now.forEach((name, listener) -> ofListener(name, old.get(name), listener, changes));
    old.keySet().stream()
        .filter(name -> !now.containsKey(name))
        .forEach(name -> changes.add(
            new Change(EventKind.PROTOCOLS, name, "listener " + name + " was removed")));
    after.certificates().forEach((name, prints) -> {
      Set<String> oldPrints = before.certificates().get(name);
      if (oldPrints != null && !oldPrints.equals(prints)) {
        changes.add(new Change(
            EventKind.CERTIFICATE, name, "listener " + name + " uses another certificate"));
      }
    });
    if (!before.config().equals(after.config())) {
      changes.add(new Change(EventKind.RELOAD, "", "a changed configuration was applied"));
    }
    return changes;
  }

  /** Returns the listeners with their protocols in words: no event shows a change over a restart. */
  public static String protocols(GatewayConfig config) {
    return config.listeners().stream()
        .map(listener -> listener.name() + " serves " + words(listener))
        .collect(Collectors.joining("; "));
  }

  private static void ofListener(
      String name, @Nullable ListenerConfig before, ListenerConfig after, List<Change> into) {
    if (before == null) {
      into.add(new Change(
          EventKind.PROTOCOLS, name, "listener " + name + " was added: " + words(after)));
      return;
    }
    if (!before.protocols().equals(after.protocols())) {
      into.add(new Change(
          EventKind.PROTOCOLS,
          name,
          "listener " + name + ": " + words(before) + " became " + words(after)));
    }
    String offerBefore = offer(before);
    String offerAfter = offer(after);
    if (!offerBefore.equals(offerAfter)) {
      into.add(new Change(
          EventKind.ALT_SVC,
          name,
          "listener " + name + ": HTTP/3 was offered to " + offerBefore + " of networks, now to "
              + offerAfter));
    }
  }

  private static Map<String, ListenerConfig> byName(GatewayConfig config) {
    Map<String, ListenerConfig> all = new LinkedHashMap<>();
    config.listeners().forEach(listener -> all.put(listener.name(), listener));
    return all;
  }

  private static String words(ListenerConfig listener) {
    return listener.protocols().stream().map(Protocol::token).collect(Collectors.joining(", "));
  }

  private static String offer(ListenerConfig listener) {
    boolean isOffered = listener.speaks(Protocol.HTTP_3) && !listener.altSvc().clear();
    return (isOffered ? listener.altSvc().percent() : 0) + " %";
  }
}
