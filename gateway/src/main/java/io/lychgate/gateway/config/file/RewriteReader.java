package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.pattern.BoundedRegex;
import io.lychgate.gateway.config.pattern.CaptureTemplate;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.RewriteConfig;
import io.lychgate.gateway.config.site.RewriteConfig.QueryEdits;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the {@code rewrite} of a route. */
final class RewriteReader {
  private RewriteReader() {}

  /** Returns null if the route has none, or after a problem. */
  static @Nullable RewriteConfig read(Section route) {
    if (!route.has("rewrite")) {
      return null;
    }
    Section section = route.section("rewrite");
    if (!route.has("proxy")) {
      route.problem("rewrite", "without proxy (expected: proxy beside it)");
    }
    if (section.has("host") && route.section("proxy").has("hostRewrite")) {
      section.problem("host", "beside hostRewrite of proxy (expected: one of them)");
    }
    if (section.has("regex") != section.has("to")) {
      section.problem(
          section.has("regex") ? "to" : "regex", "missing (expected: both regex and to)");
      return null;
    }
    BoundedRegex regex = null;
    CaptureTemplate to = CaptureTemplate.of(section.text("to", ""));
    if (section.has("regex")) {
      BoundedRegex.Compiled compiled = BoundedRegex.compile(section.text("regex", ""));
      regex = compiled.regex();
      if (regex == null) {
        section.problem("regex", compiled.problem());
        return null;
      }
      String problem = to.problem(regex.groupCount());
      if (!problem.isEmpty()) {
        section.problem("to", problem);
        return null;
      }
    }
    return new RewriteConfig(
        segments(section, "stripPrefix"),
        regex,
        to,
        segments(section, "addPrefix"),
        query(section.section("query")),
        section.text("host"));
  }

  /** Returns whole segments in normal form, without a slash at the end; null if there are none. */
  private static @Nullable String segments(Section section, String key) {
    String text = section.text(key);
    if (text == null) {
      return null;
    }
    String problem = PathPattern.problemOfPrefix(text);
    if (!problem.isEmpty()) {
      section.problem(key, problem.substring(problem.indexOf(": ") + 2));
      return null;
    }
    String path = PathPattern.normal(text);
    String whole = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    return whole.isEmpty() ? null : whole;
  }

  private static QueryEdits query(Section section) {
    return new QueryEdits(
        section.texts("remove"), pairs(section.section("set")), pairs(section.section("add")));
  }

  private static Map<String, String> pairs(Section section) {
    Map<String, String> pairs = new LinkedHashMap<>();
    section.names().forEach(name -> pairs.put(name, section.text(name, "")));
    return pairs;
  }
}
