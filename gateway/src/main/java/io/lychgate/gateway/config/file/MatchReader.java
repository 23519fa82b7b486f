package io.lychgate.gateway.config.file;

import io.lychgate.gateway.condition.ConditionCompiler;
import io.lychgate.gateway.config.pattern.BoundedRegex;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.ClientProtocol;
import io.lychgate.gateway.config.site.MatchConfig;
import io.lychgate.gateway.config.site.MatchConfig.Kind;
import io.lychgate.gateway.config.site.MatchConfig.ValueTest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads the {@code match} of a route. */
final class MatchReader {
  /** Keys of which a match has exactly one. */
  static final List<String> PATHS = List.of("path", "prefix", "regex");

  /** Keys besides the path and {@code methods}. */
  static final List<String> CONDITIONS = List.of("headers", "query", "client", "protocol", "when");

  private static final List<String> TESTS = List.of("is", "present", "regex");

  private MatchReader() {}

  /** Returns empty after a problem. */
  static Optional<PathPattern> path(Section match) {
    List<String> given = PATHS.stream().filter(match::has).toList();
    if (given.size() != 1) {
      String key = given.isEmpty() ? "path" : given.get(1);
      match.problem(
          key,
          (given.isEmpty() ? "missing" : match.text(key, "")) + " (expected: one of "
              + String.join(", ", PATHS) + ")");
      return Optional.empty();
    }
    String key = given.get(0);
    String text = match.text(key, "");
    String problem = switch (key) {
      case "path" -> PathPattern.problemOfGlob(text);
      case "prefix" -> PathPattern.problemOfPrefix(text);
      default -> PathPattern.problemOfRegex(text);
    };
    if (!problem.isEmpty()) {
      match.problem(key, problem.substring(problem.indexOf(": ") + 2));
      return Optional.empty();
    }
    return Optional.of(
        switch (key) {
          case "path" -> PathPattern.glob(text);
          case "prefix" -> PathPattern.prefix(text);
          default -> PathPattern.regex(text);
        });
  }

  static MatchConfig conditions(Section match) {
    if (CONDITIONS.stream().noneMatch(match::has)) {
      return MatchConfig.ANY;
    }
    match.checkExpression("when", ConditionCompiler::compile);
    String when = match.text("when");
    return match
        .build(() -> new MatchConfig(
            tests(match.section("headers"), true),
            tests(match.section("query"), false),
            ClientReader.ranges(match, "client"),
            protocols(match),
            when))
        .orElse(MatchConfig.ANY);
  }

  private static Set<ClientProtocol> protocols(Section match) {
    Set<ClientProtocol> protocols = EnumSet.noneOf(ClientProtocol.class);
    match.texts("protocol").forEach(token -> ClientProtocol.of(token).ifPresent(protocols::add));
    return protocols;
  }

  private static List<ValueTest> tests(Section section, boolean isHeader) {
    List<ValueTest> tests = new ArrayList<>();
    for (String name : section.names()) {
      if (isHeader && name.equalsIgnoreCase("host")) {
        section.problem(name, name + " (expected: hosts of the site, for the host of a request)");
      }
      String key = isHeader ? name.toLowerCase(Locale.ROOT) : name;
      test(section, name, key).ifPresent(tests::add);
    }
    return tests;
  }

  private static Optional<ValueTest> test(Section section, String name, String key) {
    Section test = section.section(name);
    Optional<String> exact = test.scalar();
    if (exact.isPresent()) {
      return Optional.of(new ValueTest(key, Kind.EXACT, exact.get(), null));
    }
    List<String> given = TESTS.stream().filter(test::has).toList();
    if (given.size() != 1) {
      section.problem(
          name,
          (given.isEmpty() ? "empty" : String.join(" and ", given)) + " (expected: one of "
              + String.join(", ", TESTS) + ")");
      return Optional.empty();
    }
    if (test.has("is")) {
      return Optional.of(new ValueTest(key, Kind.EXACT, test.text("is", ""), null));
    }
    if (test.has("present")) {
      Kind kind = test.flag("present", true) ? Kind.PRESENT : Kind.ABSENT;
      return Optional.of(new ValueTest(key, kind, "", null));
    }
    BoundedRegex.Compiled regex = BoundedRegex.compile(test.text("regex", ""));
    if (regex.regex() == null) {
      test.problem("regex", regex.problem());
      return Optional.empty();
    }
    return Optional.of(new ValueTest(key, Kind.REGEX, "", regex.regex()));
  }
}
