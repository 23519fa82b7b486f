package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.policy.PluginUse;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The choice of a server for each request.
 *
 * @param hash used by {@link Policy#HASH} only
 * @param sticky null if clients do not stay on one server
 * @param slowStart time in which a server that joins or recovers gets its full part of the requests; zero for at once
 * @param failOver percentage of usable servers of a group, by weight, below which the next group takes a part of the requests
 * @param zone place of this gateway, whose servers come first; empty if places do not matter
 * @param plugin the plug-in that chooses; used by {@link Policy#PLUGIN} only, else null
 */
public record BalanceConfig(
    Policy policy,
    Hash hash,
    @Nullable Sticky sticky,
    Duration slowStart,
    int failOver,
    String zone,
    @Nullable PluginUse plugin) {
  private static final BalanceConfig DEFAULTS = new BalanceConfig(
      Policy.ROUND_ROBIN, Hash.DEFAULTS, null, Duration.ZERO, Limits.FAIL_OVER_PERCENT, "", null);

  public BalanceConfig {
    Require.range("slowStart", slowStart.toMillis(), 0, Limits.SLOW_START_CEILING.toMillis());
    Require.range("failOver", failOver, 1, 100);
    Objects.requireNonNull(zone, "zone");
    if ((policy == Policy.PLUGIN) != (plugin != null)) {
      throw new IllegalArgumentException("plugin: "
          + (plugin == null ? "none" : plugin.name())
          + " with policy " + policy.token() + " (expected: policy plugin with a plug-in)");
    }
  }

  /** A choice without a plug-in. */
  public BalanceConfig(
      Policy policy,
      Hash hash,
      @Nullable Sticky sticky,
      Duration slowStart,
      int failOver,
      String zone) {
    this(policy, hash, sticky, slowStart, failOver, zone, null);
  }

  /** In turn. Its shares are exact, and a server that fails fast gets no more requests than the others. */
  public static BalanceConfig defaults() {
    return DEFAULTS;
  }

  /** Returns the same for a gateway in this place. */
  public BalanceConfig in(String place) {
    return new BalanceConfig(policy, hash, sticky, slowStart, failOver, place, plugin);
  }

  /** The ways to choose a server. Each of them follows the weights. */
  public enum Policy {
    /** The servers in turn. */
    ROUND_ROBIN("round-robin"),
    /** The server with the fewest requests in progress; of many servers, the better of two at random. */
    LEAST_REQUESTS("least-requests"),
    /** The better of two at random. */
    TWO_CHOICES("two-choices"),
    /** The same server for the same client, or for the same value of a field or cookie. */
    HASH("hash"),
    /** A plug-in chooses. */
    PLUGIN("plugin");

    private final String token;

    Policy(String token) {
      this.token = token;
    }

    public String token() {
      return token;
    }
  }

  /**
   * The rules of consistent hashing.
   *
   * @param maxLoad requests in progress of one server, as a multiple of its fair part; more go to the next server
   */
  public record Hash(Key on, double maxLoad) {
    static final Hash DEFAULTS = new Hash(Key.CLIENT, Limits.HASH_MAX_LOAD);

    public Hash {
      if (maxLoad < Limits.HASH_MAX_LOAD_FLOOR || maxLoad > Limits.HASH_MAX_LOAD_CEILING) {
        throw new IllegalArgumentException("maxLoad: " + maxLoad + " (expected: "
            + Limits.HASH_MAX_LOAD_FLOOR + "-" + Limits.HASH_MAX_LOAD_CEILING + ")");
      }
    }

    public static Hash defaults() {
      return DEFAULTS;
    }
  }

  /**
   * The part of a request whose hash chooses the server.
   *
   * @param name name of the header field or cookie; empty for the client
   */
  public record Key(Source source, String name) {
    public static final Key CLIENT = new Key(Source.CLIENT, "");

    /** Returns the key for a value of {@code hash.on}; empty if the value is none. */
    public static Optional<Key> of(String text) {
      int colon = text.indexOf(':');
      String token = colon < 0 ? text : text.substring(0, colon);
      for (Source source : Source.values()) {
        if (source.token.equals(token) && (source == Source.CLIENT) == (colon < 0)) {
          return Optional.of(new Key(source, colon < 0 ? "" : text.substring(colon + 1)));
        }
      }
      return Optional.empty();
    }
  }

  /** The sources of a key. */
  public enum Source {
    /** The client's address, or its /64 network of IPv6. */
    CLIENT("client"),
    /** A header field; the client if it is absent. */
    HEADER("header"),
    /** A cookie; the client if it is absent. */
    COOKIE("cookie");

    private final String token;

    Source(String token) {
      this.token = token;
    }
  }

  /**
   * The cookie by which a client stays on its server.
   *
   * @param maxAge null for a cookie that ends with the session of the browser
   */
  public record Sticky(String cookie, @Nullable Duration maxAge) {
    public Sticky {
      Require.text("cookie", cookie);
      if (maxAge != null) {
        Require.positive("maxAge", maxAge);
      }
    }
  }
}
