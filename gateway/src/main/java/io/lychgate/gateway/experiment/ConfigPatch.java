package io.lychgate.gateway.experiment;

import io.lychgate.casper.PushMode;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.PushConfig;
import io.lychgate.gateway.config.file.EffectiveValues;
import io.lychgate.gateway.config.file.EffectiveValues.Effective;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The changes of {@code gateway.yaml} that make an arm the configuration. */
public final class ConfigPatch {
  private final Design design;
  private final GatewayConfig config;
  private final List<Effective> values;
  private final String mainFile;
  private final List<Change> changes = new ArrayList<>();

  /**
   * One change.
   *
   * @param key path of the key, as {@code sites[0].routes[1].policies.compress}; empty for a change outside of the file
   * @param file the file that states the value now, or that should state it
   * @param line its line; 0 if no file states the value
   * @param before the value in force; null for the default
   * @param after the value to write
   * @param note says what else it changes; empty for nothing
   */
  public record Change(
      String key, String file, int line, @Nullable String before, String after, String note) {}

  private ConfigPatch(
      Design design, GatewayConfig config, List<Effective> values, String mainFile) {
    this.design = design;
    this.config = config;
    this.values = values;
    this.mainFile = mainFile;
  }

  /**
   * Returns the changes for an arm; none if the arm is as the configuration is.
   *
   * @param values the values of the configuration with their places
   */
  public static List<Change> of(
      Design design, Arm arm, GatewayConfig config, List<Effective> values, String mainFile) {
    ConfigPatch patch = new ConfigPatch(design, config, values, mainFile);
    patch.add(arm.value());
    return List.copyOf(patch.changes);
  }

  private void add(String value) {
    switch (design.factor()) {
      case PROTOCOL -> protocols(value);
      case PUSH, HINTS -> early(value.equals("on"));
      case CASPER -> change("push.casper.mode", value.equals("on") ? "native" : "off", "");
      case REPRIORITIZATION ->
        change(
            "priority.reprioritizeBlockingAssets",
            value.equals("on") ? "true" : "false",
            "For all sites of this gateway.");
      case COMPRESSION -> routes(value);
      case SPLIT -> routes(value);
      case CONGESTION ->
        changes.add(
            new Change(
                "",
                "/etc/sysctl.d/",
                0,
                null,
                "net.ipv4.tcp_congestion_control = " + value,
                "A setting of the machine, for all of its connections. QUIC follows it unless a listener states quic.congestionControl."));
      case NONE -> {}
    }
  }

  private void protocols(String value) {
    String list = switch (value) {
      case "h1" -> "[http/1.1]";
      case "h2" -> "[h2, http/1.1]";
      default -> "[h3, h2, http/1.1]";
    };
    for (int i = 0; i < config.listeners().size(); i++) {
      ListenerConfig listener = config.listeners().get(i);
      if (listener.tls() != null) {
        boolean hasHttp2 = listener.speaks(Protocol.HTTP_2);
        boolean hasHttp3 = listener.speaks(Protocol.HTTP_3);
        boolean isSame = switch (value) {
          case "h1" -> !hasHttp2 && !hasHttp3;
          case "h2" -> hasHttp2 && !hasHttp3;
          default -> hasHttp3;
        };
        if (!isSame) {
          change(
              "listeners[" + i + "].protocols",
              list,
              "For all sites of the listener " + listener.name() + ".");
        }
      }
    }
  }

  private void early(boolean isOn) {
    PushConfig.Mode mode = config.push().mode();
    boolean pushes = mode == PushConfig.Mode.AUTO || mode == PushConfig.Mode.PUSH;
    boolean hints = mode == PushConfig.Mode.AUTO || mode == PushConfig.Mode.HINTS;
    if (design.factor() == Factor.PUSH) {
      pushes = isOn;
    } else {
      hints = isOn;
    }
    PushMode after =
        pushes ? hints ? PushMode.AUTO : PushMode.PUSH : hints ? PushMode.HINTS : PushMode.OFF;
    if (!after.name().equals(mode.name())) {
      change("push.mode", after.name().toLowerCase(Locale.ROOT), "For all sites of this gateway.");
    }
  }

  private void routes(String value) {
    for (int i = 0; i < config.sites().size(); i++) {
      SiteConfig site = config.sites().get(i);
      if (!design.sites().contains(DesignFit.nameOf(site))) {
        continue;
      }
      for (int j = 0; j < site.routes().size(); j++) {
        RouteConfig route = site.routes().get(j);
        if (design.routes().isEmpty() || design.routes().contains(route.id())) {
          route("sites[" + i + "].routes[" + j + "]", route, value);
        }
      }
    }
  }

  private void route(String path, RouteConfig route, String value) {
    String note = "Route " + route.id() + ".";
    if (design.factor() == Factor.SPLIT) {
      change(
          path + ".proxy",
          "{ upstream: " + value + " }",
          note + " It takes the place of the split." + besideSplit(path + ".proxy."));
    } else if (value.equals("off")) {
      change(path + ".policies.off", "[" + offWith(path + ".policies.off") + "]", note);
    } else if (!value.equals("on")) {
      boolean isInherited = values.stream()
          .anyMatch(each -> each.origin() == EffectiveValues.Origin.INHERITED
              && each.path().startsWith(path + ".policies.compress."));
      change(
          path + ".policies.compress.codings",
          "[" + value.replace(",", ", ") + "]",
          isInherited
              ? note
                  + " Repeat the other keys of compress there: the nearest level wins as a whole."
              : note);
    }
  }

  /** Returns a sentence about the other keys of a proxy, which the change does not repeat; empty without them. */
  private String besideSplit(String section) {
    Set<String> others = new TreeSet<>();
    values.stream()
        .filter(value -> value.origin() == EffectiveValues.Origin.FILE)
        .filter(value -> value.path().startsWith(section))
        .forEach(value -> others.add(firstKey(value.path().substring(section.length()))));
    others.removeAll(Set.of("upstream", "split", "splitBy"));
    return others.isEmpty() ? "" : " Keep its other keys: " + String.join(", ", others) + ".";
  }

  private static String firstKey(String path) {
    int end = 0;
    while (end < path.length() && path.charAt(end) != '.' && path.charAt(end) != '[') {
      end++;
    }
    return path.substring(0, end);
  }

  /** Returns the policies that a route switches off, and compress. */
  private String offWith(String key) {
    Set<String> off = new LinkedHashSet<>();
    values.stream()
        .filter(value -> value.path().equals(key) && value.value().isArray())
        .forEach(value -> value.value().forEach(each -> off.add(each.asString())));
    off.add("compress");
    return String.join(", ", off);
  }

  /** Returns the file that states the nearest section around a key: the file of its route, of its site, or the main one. */
  private String fileOfSection(String key) {
    for (int dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
      String section = key.substring(0, dot + 1);
      String file = values.stream()
          .filter(value -> value.path().startsWith(section))
          .filter(value -> value.origin() == EffectiveValues.Origin.FILE)
          .map(Effective::file)
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(null);
      if (file != null) {
        return file;
      }
    }
    return mainFile;
  }

  /** Finds the place that states the key, or a part of it. */
  private void change(String key, String after, String note) {
    Effective stated = values.stream()
        // A value that the route inherits is of its site: a change there would be for all of its
        // routes.
        .filter(value -> value.file() != null && value.origin() == EffectiveValues.Origin.FILE)
        .filter(value -> value.path().equals(key)
            || value.path().startsWith(key + ".")
            || value.path().startsWith(key + "["))
        .findFirst()
        .orElse(null);
    if (stated == null || stated.file() == null) {
      changes.add(new Change(key, fileOfSection(key), 0, null, after, note));
      return;
    }
    boolean isExact = stated.path().equals(key);
    changes.add(new Change(
        key,
        stated.file(),
        stated.line(),
        isExact ? stated.value().toString() : null,
        after,
        note));
  }
}
