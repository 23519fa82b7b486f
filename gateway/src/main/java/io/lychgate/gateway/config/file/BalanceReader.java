package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Quantity;
import io.lychgate.gateway.config.policy.PluginUse;
import io.lychgate.gateway.config.site.BalanceConfig;
import io.lychgate.gateway.config.site.BalanceConfig.Hash;
import io.lychgate.gateway.config.site.BalanceConfig.Policy;
import io.lychgate.gateway.config.site.BalanceConfig.Sticky;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads the {@code balance} of an upstream. */
final class BalanceReader {
  private BalanceReader() {}

  static BalanceConfig read(Section section) {
    BalanceConfig defaults = BalanceConfig.defaults();
    Policy policy = policy(section.text("policy", defaults.policy().token()));
    Hash hash = hash(section.section("hash"));
    if (policy != Policy.HASH && !hash.equals(Hash.defaults())) {
      section.problem("hash", "beside policy " + policy.token() + " (expected: policy hash)");
    }
    PluginUse plugin =
        section.has("plugin") ? PluginReader.use(section.section("plugin")).orElse(null) : null;
    return section
        .build(() -> new BalanceConfig(
            policy,
            hash,
            section.has("sticky") ? sticky(section.section("sticky")) : null,
            slowStart(section),
            section.integer("failOver", defaults.failOver()),
            defaults.zone(),
            plugin))
        .orElse(defaults);
  }

  private static Policy policy(String token) {
    for (Policy policy : Policy.values()) {
      if (policy.token().equals(token)) {
        return policy;
      }
    }
    throw new IllegalStateException(token + ": not in the schema");
  }

  private static Hash hash(Section section) {
    Hash defaults = Hash.defaults();
    return section
        .build(() -> new Hash(
            BalanceConfig.Key.of(section.text("on", "client")).orElse(defaults.on()),
            section.share("maxLoad", defaults.maxLoad())))
        .orElse(defaults);
  }

  private static @Nullable Sticky sticky(Section section) {
    Duration maxAge = section.has("maxAge") ? section.duration("maxAge", Duration.ofDays(1)) : null;
    return section.build(() -> new Sticky(section.text("cookie", ""), maxAge)).orElse(null);
  }

  /** The only duration that may be zero: {@code 0s} is no slow start. */
  private static Duration slowStart(Section section) {
    String text = section.text("slowStart", "0s");
    Duration wanted = Quantity.duration(text);
    if (wanted.compareTo(Limits.SLOW_START_CEILING) > 0) {
      section.problem("slowStart", text + " (expected: at most 1h)");
      return Duration.ZERO;
    }
    return wanted;
  }
}
