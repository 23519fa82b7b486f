package io.lychgate.gateway.config.file;

import io.lychgate.gateway.condition.ConditionCompiler;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Quantity;
import io.lychgate.gateway.config.policy.ConcurrencyLimits;
import io.lychgate.gateway.config.policy.LimitKey;
import io.lychgate.gateway.config.policy.RateLimits;
import io.lychgate.gateway.config.policy.RateLimits.FieldUse;
import io.lychgate.gateway.config.policy.RateLimits.Rate;
import io.lychgate.gateway.config.policy.RateLimits.Scope;
import io.lychgate.gateway.config.policy.SizeLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads {@code rateLimits}, {@code concurrency} and {@code sizes} of policies. */
final class LimitReader {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;

  private LimitReader() {}

  static Optional<RateLimits> rates(Section list) {
    List<RateLimits.Limit> limits = new ArrayList<>();
    List<Section> sections = list.items();
    for (Section section : sections) {
      String when = when(section);
      LimitKey by = by(section);
      section
          .build(() -> {
            Rate rate = rate(section.text("rate", ""));
            return new RateLimits.Limit(
                section.text("name", ""),
                rate,
                section.integer("burst", rate.requests()),
                by,
                when,
                section.integer("status", TOO_MANY_REQUESTS),
                section.flag("dryRun", false),
                FieldUse.of(section.text("fields", "refused")).orElse(FieldUse.REFUSED),
                Scope.of(section.text("scope", "node")).orElse(Scope.NODE),
                section.integer("maxKeys", RateLimits.DEFAULT_MAX_KEYS));
          })
          .ifPresent(limits::add);
    }
    return limits.size() < sections.size()
        ? Optional.empty()
        : list.build(() -> new RateLimits(limits));
  }

  static Optional<ConcurrencyLimits> concurrency(Section list) {
    List<ConcurrencyLimits.Limit> limits = new ArrayList<>();
    List<Section> sections = list.items();
    for (Section section : sections) {
      String when = when(section);
      LimitKey by = by(section);
      section
          .build(() -> new ConcurrencyLimits.Limit(
              section.text("name", ""),
              section.integer("max", 0),
              by,
              when,
              section.integer("status", UNAVAILABLE),
              section.flag("dryRun", false)))
          .ifPresent(limits::add);
    }
    return limits.size() < sections.size()
        ? Optional.empty()
        : list.build(() -> new ConcurrencyLimits(limits));
  }

  static Optional<SizeLimits> sizes(Section section) {
    return section.build(() -> new SizeLimits(
        section.size("maxRequestBodySize", SizeLimits.ANY_BODY, 0, SizeLimits.ANY_BODY),
        section.size("maxHeaderSize", SizeLimits.ANY, 64, Limits.MAX_HEADER_BYTES_CEILING),
        section.integer("maxHeaderCount", SizeLimits.ANY),
        section.size("maxTargetSize", SizeLimits.ANY, 1, Limits.MAX_HEADER_BYTES_CEILING)));
  }

  /** Reads {@code 100/s} or {@code 1000/10m}. The schema has checked the form. */
  private static Rate rate(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException("rate: missing (expected: 100/s or 1000/10m)");
    }
    String period = text.substring(slash + 1);
    boolean isOne = !Character.isDigit(period.charAt(0));
    Duration time = Quantity.duration(isOne ? "1" + period : period);
    return new Rate(Integer.parseInt(text.substring(0, slash)), time);
  }

  private static LimitKey by(Section section) {
    String expression = section.text("key");
    LimitKey key = LimitKey.of(section.text("by", "client"))
        .orElseGet(() -> LimitKey.of("client").orElseThrow());
    if (expression != null) {
      if (section.has("by")) {
        section.problem("key", "beside by (expected: one of both)");
      }
      section.checkExpression("key", ConditionCompiler::compileText);
      key = LimitKey.ofExpression(expression);
    }
    LimitKey found = key;
    return section
        .build(() -> found.withPrefixes(
            section.integer("ipv4Prefix", LimitKey.IPV4_BITS),
            section.integer("ipv6Prefix", LimitKey.IPV6_NETWORK_BITS)))
        .orElse(found);
  }

  private static @Nullable String when(Section section) {
    section.checkExpression("when", ConditionCompiler::compile);
    return section.text("when");
  }
}
