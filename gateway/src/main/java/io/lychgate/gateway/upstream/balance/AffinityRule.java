package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.config.site.BalanceConfig;
import io.lychgate.gateway.http.NamedField;
import io.lychgate.gateway.http.RequestCookies;
import io.lychgate.gateway.message.KeyHash;
import io.lychgate.gateway.message.RequestHead;
import org.jspecify.annotations.Nullable;

/** Finds what ties a request to a server. */
final class AffinityRule {
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
   */
  Affinity of(RequestHead request, long client) {
    CharSequence value = hasKey ? value(request) : null;
    long key = value == null ? client : KeyHash.of(value);
    CharSequence sticky = cookie == null ? null : RequestCookies.remove(request.fields(), cookie);
    return new Affinity(key, sticky == null ? null : StickyPin.parse(sticky), sticky != null);
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
