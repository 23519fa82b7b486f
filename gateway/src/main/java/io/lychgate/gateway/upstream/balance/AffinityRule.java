package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.config.site.BalanceConfig;
import io.lychgate.gateway.http.NamedField;
import io.lychgate.gateway.http.RequestCookies;
import io.lychgate.gateway.message.KeyHash;
import io.lychgate.gateway.message.RequestHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds what ties a request to a server. */
final class AffinityRule {
  /** Cookies of one name that are looked at. A signature is computed for each one that is of none of the servers. */
  private static final int MOST_COOKIES = 4;

  private final boolean hasKey;
  private final BalanceConfig.Key on;
  private final @Nullable NamedField field;
  private final @Nullable String cookie;

  private AffinityRule(BalanceConfig config) {
    hasKey = config.policy() == BalanceConfig.Policy.HASH;
    on = config.hash().on();
    field = on.source() == BalanceConfig.Source.HEADER ? new NamedField(on.name()) : null;
    cookie = config.sticky() == null ? null : config.sticky().cookie();
  }

  /** Returns the rule; null if nothing ties requests to servers. */
  static @Nullable AffinityRule of(BalanceConfig config) {
    return config.policy() == BalanceConfig.Policy.HASH || config.sticky() != null
        ? new AffinityRule(config)
        : null;
  }

  /**
   * Returns the tie of a request, and removes the sticky cookie from the request: it is for the gateway alone.
   *
   * @param client a hash of the client
   * @param pins the pins of the servers; null for none
   */
  Affinity of(RequestHead request, long client, @Nullable StickyServers pins) {
    CharSequence value = hasKey ? value(request) : null;
    long key = value == null ? client : KeyHash.of(value);
    List<CharSequence> sticky =
        cookie == null ? List.of() : RequestCookies.removeAll(request.fields(), cookie);
    StickyPin pin = pins == null || sticky.isEmpty() ? null : pin(sticky, pins);
    return new Affinity(key, pin, !sticky.isEmpty());
  }

  /**
   * Returns the first pin that a gateway has made. Another host of the domain can add a cookie of the same name, and choose that it comes
   * first (RFC 6265 section 8.6).
   */
  private static @Nullable StickyPin pin(List<CharSequence> values, StickyServers pins) {
    for (int i = 0; i < Math.min(values.size(), MOST_COOKIES); i++) {
      StickyPin pin = StickyPin.parse(values.get(i));
      if (pin != null && pins.hasMade(pin)) {
        return pin;
      }
    }
    return null;
  }

  private @Nullable CharSequence value(RequestHead request) {
    if (field != null) {
      return field.valueIn(request.fields());
    }
    return on.source() == BalanceConfig.Source.COOKIE
        ? RequestCookies.value(request.fields(), on.name())
        : null;
  }
}
