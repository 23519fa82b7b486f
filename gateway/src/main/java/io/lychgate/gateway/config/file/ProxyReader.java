package io.lychgate.gateway.config.file;

import io.lychgate.gateway.condition.ConditionCompiler;
import io.lychgate.gateway.config.site.MirrorConfig;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.SplitConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the {@code proxy} of a route: its upstream or upstreams, and what else becomes of its requests. */
final class ProxyReader {
  private static final List<String> TESTS = List.of("when", "header", "cookie");

  private ProxyReader() {}

  static Optional<RouteAction> read(Section section) {
    Optional<SplitConfig> split = Optional.empty();
    String upstream = section.text("upstream");
    if (upstream != null == section.has("split")) {
      section.problem(
          upstream == null ? "upstream" : "split",
          (upstream == null ? "missing" : "beside upstream")
              + " (expected: one of upstream, split)");
      return Optional.empty();
    }
    if (upstream == null) {
      split = split(section);
      if (split.isEmpty()) {
        return Optional.empty();
      }
    } else if (section.has("splitBy")) {
      section.problem("splitBy", "beside upstream (expected: split)");
    }
    String name = upstream != null ? upstream : split.map(ProxyReader::usual).orElse("");
    SplitConfig sides = split.orElse(null);
    MirrorConfig mirror = section.has("mirror") ? mirror(section.section("mirror")) : null;
    Duration timeout =
        section.has("timeout") ? section.duration("timeout", Duration.ofHours(1)) : null;
    return section.build(() -> new RouteAction.ProxyAction(
        name,
        section.flag("preserveHost", true),
        section.text("hostRewrite"),
        section.flag("webSocket", false),
        timeout,
        sides,
        mirror,
        section.flag("grpcWeb", false),
        !section.text("retry", "on").equals("off")));
  }

  /** The upstream of the first side that is chosen by its weight. */
  private static String usual(SplitConfig split) {
    return split.sides().stream()
        .filter(side -> side.test() == null && side.weight() > 0)
        .map(SplitConfig.Side::upstream)
        .findFirst()
        .orElseThrow();
  }

  private static Optional<SplitConfig> split(Section proxy) {
    List<SplitConfig.Side> sides = new ArrayList<>();
    List<Section> sections = proxy.sections("split");
    boolean hasWeight = false;
    for (Section side : sections) {
      long tests = TESTS.stream().filter(side::has).count();
      if (tests > 1) {
        side.problem(
            TESTS.stream().filter(side::has).skip(1).findFirst().orElseThrow(),
            "a second test (expected: one of " + String.join(", ", TESTS) + ")");
      }
      if (tests > 0 && side.has("weight")) {
        side.problem("weight", "beside a test (expected: a weight or a test)");
      }
      int weight = side.integer("weight", 1);
      hasWeight |= tests == 0 && weight > 0;
      side.build(() -> new SplitConfig.Side(side.text("upstream", ""), weight, test(side)))
          .ifPresent(sides::add);
    }
    if (!hasWeight) {
      proxy.problem(
          "split",
          "no side takes the requests without a test (expected: a side without "
              + String.join(", ", TESTS) + " and with a weight above 0)");
    }
    if (!hasWeight || sides.size() < sections.size()) {
      return Optional.empty();
    }
    SplitConfig.Key by =
        SplitConfig.Key.of(proxy.text("splitBy", "client")).orElse(SplitConfig.Key.CLIENT);
    return proxy.build(() -> new SplitConfig(sides, by));
  }

  private static SplitConfig.@Nullable Test test(Section side) {
    String expression = side.text("when");
    if (expression != null) {
      side.checkExpression("when", ConditionCompiler::compile);
      return new SplitConfig.Test.Expression(expression);
    }
    if (side.has("header")) {
      Section header = side.section("header");
      String name = header.text("name", "").toLowerCase(Locale.ROOT);
      return new SplitConfig.Test.Header(name, header.text("value"));
    }
    if (side.has("cookie")) {
      Section cookie = side.section("cookie");
      return new SplitConfig.Test.Cookie(cookie.text("name", ""), cookie.text("value"));
    }
    return null;
  }

  private static @Nullable MirrorConfig mirror(Section section) {
    return section
        .build(() -> new MirrorConfig(
            section.text("upstream", ""),
            section.share("percent", 100),
            section.size(
                "maxBody", MirrorConfig.DEFAULT_MAX_BODY, 0, MirrorConfig.MAX_BODY_CEILING),
            section.integer("maxInFlight", MirrorConfig.DEFAULT_IN_FLIGHT)))
        .orElse(null);
  }
}
