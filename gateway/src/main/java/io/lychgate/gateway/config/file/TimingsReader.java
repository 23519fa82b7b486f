package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.policy.TimingsPolicy;
import io.lychgate.gateway.config.policy.TimingsPolicy.Consent;
import java.util.Optional;

/** Reads the policy {@code timings}. */
final class TimingsReader {
  private TimingsReader() {}

  static Optional<TimingsPolicy> read(Section section) {
    TimingsPolicy defaults = TimingsPolicy.defaults();
    Section consent = section.section("consent");
    if (consent.has("value") && !consent.has("cookie")) {
      consent.problem("value", "without a cookie (expected: beside `cookie`)");
      return Optional.empty();
    }
    return section.build(() -> new TimingsPolicy(
        section.flag("inject", defaults.inject()),
        section.share("sample", defaults.sample()),
        section.share("waterfalls", defaults.waterfalls()),
        section.duration("retention", defaults.retention()),
        new Consent(
            consent.text("cookie", ""), consent.text("value", ""), consent.text("header", "")),
        section.flag("respectDoNotTrack", defaults.respectDoNotTrack()),
        section.integer("reportsPerNetwork", defaults.reportsPerNetwork())));
  }
}
