package io.lychgate.gateway.push.priority;

import io.lychgate.gateway.config.pattern.BoundedRegex;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.scheduler.StatedPriority;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the priority rules of one manifest; the schema has checked keys, types and enum values. */
public final class PriorityRuleReader {
  private final String manifest;
  private final Objections objections;
  private final Map<String, Position> names = new HashMap<>();

  /** Receives the problems found. */
  @FunctionalInterface
  public interface Objections {
    void add(Position position, String path, String message);
  }

  public PriorityRuleReader(String manifest, Objections objections) {
    this.manifest = manifest;
    this.objections = objections;
  }

  /** Returns the rule at this place; null if it is invalid, which the objections report. */
  public @Nullable PriorityRule read(YamlNode node, int index) {
    String at = "priorities[" + index + "]";
    String name = node.scalar("name").orElse("");
    boolean isGood = isNew(node, at, name);
    PriorityMatch match = match(node.field("match").orElse(node), at + ".match");
    if (match == null || !isGood) {
      return null;
    }
    String source = manifest + " " + at + (name.isEmpty() ? "" : " " + name);
    StatedPriority stated = new StatedPriority(
        node.field("urgency").map(value -> value.json().asInt()).orElse(StatedPriority.NO_URGENCY),
        node.field("incremental").map(value -> value.json().asBoolean()).orElse(null),
        source);
    return PriorityRule.of(name, match, stated, node.field("unless").isPresent());
  }

  private boolean isNew(YamlNode node, String at, String name) {
    Position earlier = name.isEmpty() ? null : names.putIfAbsent(name, node.position());
    if (earlier != null) {
      object(
          node,
          at,
          "name",
          name + ": a second one (expected: once in a manifest, the first is on line "
              + earlier.line() + ")");
    }
    return earlier == null;
  }

  private @Nullable PriorityMatch match(YamlNode match, String at) {
    PathPattern path = null;
    YamlNode glob = match.field("path").orElse(null);
    YamlNode regex = match.field("regex").orElse(null);
    if (glob != null && regex != null) {
      object(match, at, "regex", "beside path (expected: one of path, regex)");
      return null;
    }
    if (glob != null || regex != null) {
      path = path(match, at, glob, regex);
      if (path == null) {
        return null;
      }
    }
    SizeRange size = match.scalar("size").map(SizeRange::of).orElse(null);
    if (size != null && size.isEmpty()) {
      object(match, at, "size", size.text() + " (expected: a range that is not empty)");
      return null;
    }
    boolean isEntryRuledOut =
        match.field("entry").map(value -> !value.json().asBoolean()).orElse(false);
    if (isEntryRuledOut && match.field("tier").isPresent()) {
      object(match, at, "tier", "beside entry: false (expected: only entries have a tier)");
      return null;
    }
    return new PriorityMatch(
        path,
        texts(match, "route"),
        texts(match, "type").stream().map(TypePattern::of).toList(),
        texts(match, "destination"),
        size,
        match.field("entry").map(value -> value.json().asBoolean()).orElse(null),
        match.field("tier").map(value -> value.json().asInt()).orElse(0));
  }

  private @Nullable PathPattern path(
      YamlNode match, String at, @Nullable YamlNode glob, @Nullable YamlNode regex) {
    String key = glob != null ? "path" : "regex";
    String text = match.scalar(key).orElse("");
    if (regex != null) {
      BoundedRegex.Compiled compiled = BoundedRegex.compile(text);
      if (compiled.regex() == null) {
        object(match, at, key, compiled.problem());
        return null;
      }
      return PathPattern.regex(compiled.regex());
    }
    String problem = PathPattern.problemOfGlob(text);
    if (!problem.isEmpty()) {
      // The message of the pattern names its key, which the path of the problem already contains.
      object(match, at, key, problem.substring(problem.indexOf(": ") + 2));
      return null;
    }
    return PathPattern.glob(text);
  }

  /** Returns a list, also for a single value. */
  private static List<String> texts(YamlNode match, String key) {
    YamlNode value = match.field(key).orElse(null);
    if (value == null) {
      return List.of();
    }
    return value.json().isArray()
        ? value.items().stream().map(YamlNode::text).toList()
        : List.of(value.text());
  }

  private void object(YamlNode node, String at, String key, String rest) {
    Position position = node.field(key).map(YamlNode::position).orElse(node.position());
    objections.add(position, at + "." + key, at + "." + key + ": " + rest);
  }
}
