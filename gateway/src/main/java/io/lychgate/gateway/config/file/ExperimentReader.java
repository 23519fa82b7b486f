package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.ExperimentConfig;

/** Reads the section {@code experiments}. The schema has checked its values. */
final class ExperimentReader {
  private ExperimentReader() {}

  static ExperimentConfig read(Section section) {
    ExperimentConfig defaults = ExperimentConfig.defaults();
    Section cookie = section.section("cookie");
    Section consent = cookie.section("consent");
    return cookie
        .build(() -> new ExperimentConfig(
            cookie.flag("enabled", defaults.cookieEnabled()),
            cookie.duration("maxAge", defaults.cookieMaxAge()),
            consent.text("cookie", defaults.consentCookie()),
            consent.text("value", defaults.consentValue()),
            cookie.flag("respectOptOut", defaults.respectsOptOut())))
        .orElse(defaults);
  }
}
