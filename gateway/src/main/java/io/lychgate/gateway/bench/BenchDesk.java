package io.lychgate.gateway.bench;

import io.lychgate.gateway.bench.BenchTokens.Opened;
import io.lychgate.gateway.bench.BenchTokens.Use;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Links and sessions of bench pages, and the protocols that they have chosen. Survives a reload. Thread-safe, never waits. */
public final class BenchDesk {
  /** The cookie of a session. Its prefix binds it to one host over TLS (RFC 6265bis section 4.1.3.2). */
  public static final String COOKIE = "__Host-lychgate-bench";

  /** The time in which a link must be opened. */
  public static final Duration LINK_LIFETIME = Duration.ofMinutes(5);

  /** The time of a session. It ends by itself, because the data path does not ask the store. */
  public static final Duration SESSION_LIFETIME = Duration.ofHours(1);

  /** The time for which a protocol is kept after its last use. A page asks again before each load. */
  static final Duration CHOICE_LIFETIME = Duration.ofMinutes(2);

  /** Used links that are remembered. A link beyond is refused, so none can be used twice. */
  static final int MOST_USED_LINKS = 1024;

  /** Operators who measure at the same time. */
  static final int MOST_CHOICES = 64;

  private final InstantSource clock;
  private final BenchTokens tokens = new BenchTokens();

  /** The ends of used links by their ids, in the order of use. Guarded by itself. */
  private final Map<String, Long> usedLinks = new LinkedHashMap<>();

  /** By the id of the session. Replaced whole. */
  private volatile Map<String, Choice> choices = Map.of();

  public BenchDesk(InstantSource clock) {
    this.clock = clock;
  }

  /** A link of one site, and its end. */
  public record Link(String token, Instant expiresAt) {}

  /** @param session the id of the session */
  public record Session(String session) {}

  private record Choice(
      String site,
      @Nullable InetAddress client,
      @Nullable String protocol,
      boolean isCold,
      long endMillis) {}

  /** Uses these secrets of the fleet from now on. */
  public void secrets(List<byte[]> secrets) {
    tokens.use(secrets);
  }

  /** Returns a new link for one use. */
  public Link link(String site) {
    Instant end = clock.instant().plus(LINK_LIFETIME);
    return new Link(tokens.sign(Use.LINK, site, end.toEpochMilli()), end);
  }

  /** Returns the value of a new cookie for this link; null if the link is not valid, or was used before. */
  public @Nullable String redeem(String site, String token) {
    long now = clock.millis();
    Opened link = tokens.open(Use.LINK, site, token, now);
    if (link == null || !isFirstUse(link, now)) {
      return null;
    }
    return tokens.sign(Use.COOKIE, site, now + SESSION_LIFETIME.toMillis());
  }

  private boolean isFirstUse(Opened link, long now) {
    synchronized (usedLinks) {
      Iterator<Long> ends = usedLinks.values().iterator();
      while (ends.hasNext()) {
        if (ends.next() <= now) {
          ends.remove();
        }
      }
      return usedLinks.size() < MOST_USED_LINKS
          && usedLinks.putIfAbsent(link.id(), link.endMillis()) == null;
    }
  }

  /** Returns the session of a cookie; null if it is not valid for this site. */
  public @Nullable Session session(String site, CharSequence cookie) {
    Opened opened = tokens.open(Use.COOKIE, site, cookie.toString(), clock.millis());
    return opened == null ? null : new Session(opened.id());
  }

  /**
   * Chooses what the next loads of a session need.
   *
   * @param client null if its address is unknown, so that no protocol can be chosen
   * @param protocol {@code h1}, {@code h2} or {@code h3}; null for the one of the configuration
   * @param isCold true if the browser must not keep responses
   * @return false if too many sessions have chosen something
   */
  public synchronized boolean choose(
      Session session,
      String site,
      @Nullable InetAddress client,
      @Nullable String protocol,
      boolean isCold) {
    long now = clock.millis();
    Map<String, Choice> next = new HashMap<>(choices);
    next.values().removeIf(choice -> choice.endMillis <= now);
    next.remove(session.session());
    boolean isNeeded = protocol != null || isCold;
    boolean fits = !isNeeded || next.size() < MOST_CHOICES;
    if (isNeeded && fits) {
      next.put(
          session.session(),
          new Choice(site, client, protocol, isCold, now + CHOICE_LIFETIME.toMillis()));
    }
    choices = Map.copyOf(next);
    return fits;
  }

  /** Returns true if the browser of a session must not keep responses. */
  public boolean isCold(Session session) {
    Choice choice = choices.get(session.session());
    return choice != null && choice.isCold && choice.endMillis > clock.millis();
  }

  /** Returns the protocol that a session has chosen; null for none. */
  public @Nullable String protocolOf(Session session) {
    Choice choice = choices.get(session.session());
    return choice == null || choice.endMillis <= clock.millis() ? null : choice.protocol;
  }

  /** Returns the protocol that a session from this address has chosen, before its first request is known; null for none. */
  public @Nullable String protocolOf(String site, InetAddress client) {
    Map<String, Choice> now = choices;
    if (now.isEmpty()) {
      return null;
    }
    long millis = clock.millis();
    for (Choice choice : now.values()) {
      if (choice.protocol != null
          && choice.endMillis > millis
          && client.equals(choice.client)
          && choice.site.equals(site)) {
        return choice.protocol;
      }
    }
    return null;
  }
}
