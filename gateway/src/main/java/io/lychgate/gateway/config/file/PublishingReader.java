package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.PublishingConfig;
import io.lychgate.gateway.config.PublishingConfig.SiteRule;
import io.lychgate.gateway.config.pattern.HostPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the sections {@code publishing} of the file and of its sites. The schema has checked their values. */
final class PublishingReader {
  private static final String APPROVAL = "approval";
  private static final String REQUIRED = "required";

  private PublishingReader() {}

  static PublishingConfig read(Section root) {
    PublishingConfig defaults = PublishingConfig.defaults();
    Section section = root.section("publishing");
    List<SiteRule> sites = new ArrayList<>();
    for (Section site : root.sections("sites")) {
      Section own = site.section("publishing");
      // The reader of sites reports hosts that are not patterns.
      List<HostPattern> hosts = site.texts("hosts").stream()
          .filter(host -> HostPattern.problemOf(host).isEmpty())
          .map(HostPattern::of)
          .toList();
      if (own.has(APPROVAL)) {
        sites.add(new SiteRule(hosts, own.text(APPROVAL, "").equals(REQUIRED)));
      }
    }
    String record = section.text("record", defaults.record().name());
    return new PublishingConfig(
        section.text(APPROVAL, "none").equals(REQUIRED),
        sites,
        PublishingConfig.Recording.valueOf(record.toUpperCase(Locale.ROOT)),
        section.integer("sample", defaults.sample()));
  }
}
