package io.lychgate.gateway.push.manifest;

import io.lychgate.gateway.condition.Condition;
import io.lychgate.gateway.condition.ConditionCompiler;
import io.lychgate.gateway.condition.ConditionCompiler.Result;
import io.lychgate.gateway.condition.Schedule;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.manifest.AssetReader.Objections;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one rule of a manifest; the schema has checked its keys, types and enum values. */
final class RuleReader {
  /** RFC 3339 5.6; java.time also accepts dates without a time and times without seconds. */
  private static final Pattern INSTANT = Pattern.compile(
      "\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?([Zz]|[+-]\\d\\d:\\d\\d)");

  private final YamlNode node;
  private final String path;
  private final String document;
  private final TextCompiler compiler;
  private final Objections objections;

  /** @param document the whole text, in which the places of conditions are found */
  RuleReader(
      YamlNode node, String path, String document, TextCompiler compiler, Objections objections) {
    this.compiler = compiler;
    this.node = node;
    this.path = path;
    this.document = document;
    this.objections = objections;
  }

  /** Returns the rule; null if its pattern is invalid, which the objections report. */
  PushManifest.@Nullable Rule read() {
    Condition when = node.field("when").map(this::condition).orElse(null);
    Schedule schedule = schedule();
    Map<String, Position> seen = new HashMap<>();
    List<Asset> assets = assets(node, path, seen);
    List<PushManifest.Variant> variants = variants(seen);
    PathPattern pattern = pattern(node.field("match").orElse(node));
    return pattern == null
        ? null
        : new PushManifest.Rule(pattern, when, schedule, assets, variants);
  }

  private @Nullable PathPattern pattern(YamlNode match) {
    boolean isRegex = match.field("regex").isPresent();
    YamlNode text = match.field(isRegex ? "regex" : "path").orElse(null);
    if (text == null) {
      // The schema requires one key, but that may be an unknown one, which alone would only cause a
      // warning.
      objections.add(
          match.position(),
          path + ".match",
          path + ".match: keys " + String.join(", ", match.fields().keySet())
              + " (expected: either path: or regex:)");
      return null;
    }
    return isRegex ? regex(text) : glob(text);
  }

  private @Nullable PathPattern glob(YamlNode text) {
    String problem = PathPattern.problemOfGlob(text.text());
    if (!problem.isEmpty()) {
      objections.add(text.position(), path + ".match.path", problem);
      return null;
    }
    return PathPattern.glob(text.text());
  }

  private @Nullable PathPattern regex(YamlNode text) {
    TextCompiler.Pattern compiled = compiler.regex(text.text());
    if (compiled != null && compiled.pattern() == null) {
      objections.add(text.position(), path + ".match.regex", "regex: " + compiled.problem());
    }
    return compiled == null ? null : compiled.pattern();
  }

  private @Nullable Condition condition(YamlNode when) {
    Result result = compiler.condition(when.text());
    if (result == null) {
      return null;
    }
    if (result instanceof Result.Compiled compiled) {
      return compiled.condition();
    }
    ScalarPlace place = new ScalarPlace(document, when.position());
    for (ConditionCompiler.Problem problem : ((Result.Refused) result).problems()) {
      objections.add(
          place.of(problem.line(), problem.column()),
          path + ".when",
          path + ".when: " + problem.message());
    }
    return null;
  }

  private Schedule schedule() {
    Instant from = instant("from");
    Instant until = instant("until");
    if (from != null && until != null && !until.isAfter(from)) {
      object("until", until + " (expected: a time after from, which is " + from + ")");
    }
    return new Schedule(from, until);
  }

  private @Nullable Instant instant(String key) {
    String text = node.field(key).map(YamlNode::text).orElse("");
    if (text.isEmpty() && !node.field(key).isPresent()) {
      return null;
    }
    try {
      if (INSTANT.matcher(text).matches()) {
        return OffsetDateTime.parse(text.replace(' ', 'T')).toInstant();
      }
    } catch (DateTimeException e) {
      // For example the 31st of February: reported below like any other text that is no time.
    }
    object(key, text + " (expected: a time with its offset, as 2026-12-01T00:00:00Z)");
    return null;
  }

  private List<Asset> assets(YamlNode holder, String at, Map<String, Position> seen) {
    List<Asset> assets = new ArrayList<>();
    List<YamlNode> nodes = holder.field("assets").map(YamlNode::items).orElse(List.of());
    for (int i = 0; i < nodes.size(); i++) {
      new AssetReader(nodes.get(i), at + ".assets[" + i + "]", objections).read(seen, assets);
    }
    return assets;
  }

  private List<PushManifest.Variant> variants(Map<String, Position> ofRule) {
    List<PushManifest.Variant> variants = new ArrayList<>();
    List<YamlNode> nodes = node.field("variants").map(YamlNode::items).orElse(List.of());
    for (int i = 0; i < nodes.size(); i++) {
      String at = path + ".variants[" + i + "]";
      VariantReader reader = new VariantReader(nodes.get(i), at, objections);
      // Two variants may name the same URL, because only one of them applies; a rule and its
      // variant may not.
      List<Asset> assets = assets(nodes.get(i), at, new HashMap<>(ofRule));
      variants.add(new PushManifest.Variant(reader.choice(i == nodes.size() - 1), assets));
    }
    return variants;
  }

  private void object(String key, String rest) {
    Position position = node.field(key).map(YamlNode::position).orElse(node.position());
    objections.add(position, path + "." + key, path + "." + key + ": " + rest);
  }

  /**
   * Maps a place in a text to its place in the YAML scalar that holds the text: after a quote, or below the header of a block scalar.
   * For a plain or quoted scalar over several lines, or with escapes, only the start is known.
   */
  private static final class ScalarPlace {
    private final String[] lines;
    private final Position start;

    ScalarPlace(String document, Position start) {
      this.lines = document.split("\n", -1);
      this.start = start;
    }

    Position of(int line, int column) {
      char first = charAt(start.line(), start.column());
      if (first == '|' || first == '>') {
        // The first line of a block scalar sets the indentation of all of it (YAML 1.2, 8.1.1.1).
        return new Position(start.line() + line, indentOf(start.line() + 1) + column);
      }
      if (line > 1) {
        return start;
      }
      boolean isQuoted = first == '"' || first == '\'';
      return new Position(start.line(), start.column() + column - 1 + (isQuoted ? 1 : 0));
    }

    private char charAt(int line, int column) {
      if (line > lines.length || column > lines[line - 1].length()) {
        return ' ';
      }
      return lines[line - 1].charAt(column - 1);
    }

    private int indentOf(int line) {
      if (line > lines.length) {
        return 0;
      }
      String text = lines[line - 1];
      return text.length() - text.stripLeading().length();
    }
  }
}
