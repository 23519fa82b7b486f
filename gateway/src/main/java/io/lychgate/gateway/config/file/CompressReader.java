package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.policy.CompressPolicy;
import io.lychgate.gateway.config.policy.CompressPolicy.Secrets;
import io.lychgate.gateway.http.ContentCoding;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the policy {@code compress}. */
final class CompressReader {
  private CompressReader() {}

  static Optional<CompressPolicy> read(Section section) {
    CompressPolicy defaults = CompressPolicy.defaults();
    List<ContentCoding> codings = section.has("codings")
        ? section.texts("codings").stream().map(ContentCoding::of).toList()
        : defaults.codings();
    Map<ContentCoding, Integer> level =
        levels(section.section("level"), codings, CompressPolicy.DEFAULT_LEVELS);
    Map<ContentCoding, Integer> twinLevel =
        levels(section.section("twinLevel"), codings, CompressPolicy.DEFAULT_TWIN_LEVELS);
    boolean hasTwins = section.flag("twins", true);
    if (level == null || twinLevel == null) {
      return Optional.empty();
    }
    if (!hasTwins && section.has("twinLevel")) {
      section.problem("twinLevel", "without twins (expected: twins: true, or no twinLevel)");
      return Optional.empty();
    }
    return section.build(() -> new CompressPolicy(
        codings,
        section.has("types")
            ? section.texts("types").stream()
                .map(type -> type.toLowerCase(Locale.ROOT))
                .toList()
            : defaults.types(),
        section.size("minSize", defaults.minSize(), 0, CompressPolicy.MAX_MIN_SIZE),
        level,
        Secrets.of(section.text("secrets", defaults.secrets().token())),
        section.flag("upstreamCodings", defaults.upstreamCodings()),
        section.flag("decode", defaults.decode()),
        hasTwins ? twinLevel : Map.of()));
  }

  /** Returns null after a problem. */
  private static @Nullable Map<ContentCoding, Integer> levels(
      Section levels, List<ContentCoding> codings, Map<ContentCoding, Integer> defaults) {
    Map<ContentCoding, Integer> level = new EnumMap<>(ContentCoding.class);
    defaults.forEach(
        (coding, otherwise) -> level.put(coding, levels.integer(coding.token(), otherwise)));
    for (String named : levels.names()) {
      if (!codings.contains(ContentCoding.of(named))) {
        levels.problem(named, "not one of the codings (expected: a coding of `codings`)");
        return null;
      }
    }
    return level;
  }
}
