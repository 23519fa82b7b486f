package io.lychgate.gateway.push.format;

import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.link.AssetUrl;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A Lychgate manifest under construction, with the problems and warnings of its source. */
public final class ImportDraft {
  /** Syntax of a media type that browsers and the schema accept. */
  private static final String MEDIA_TYPE = "[A-Za-z0-9!#$&^_.+-]{1,63}/[A-Za-z0-9!#$&^_.+-]{1,63}";

  private final String source;
  private final ImportOptions options;
  private final Map<PathPattern, Map<String, DraftAsset>> rules = new LinkedHashMap<>();
  private final List<ConfigProblem> problems = new ArrayList<>();
  private final List<ConfigProblem> warnings = new ArrayList<>();

  /** Number of omissions by reason, so that a hundred source maps give one line. */
  private final Map<String, Integer> passedOver = new TreeMap<>();

  private int suppressed;

  ImportDraft(String source, ImportOptions options) {
    this.source = source;
    this.options = options;
  }

  ImportOptions options() {
    return options;
  }

  /** Reports that the file does not conform to its format. */
  void wrong(Position at, String path, String message) {
    problems.add(new ConfigProblem(source, at.line(), at.column(), path, join(path, message)));
  }

  void wrong(List<ConfigProblem> more) {
    problems.addAll(more);
  }

  /** Reports an omission or a guess. */
  void warn(Position at, String path, String message) {
    if (warnings.size() < Limits.MAX_PROBLEMS) {
      warnings.add(new ConfigProblem(source, at.line(), at.column(), path, join(path, message)));
    } else {
      suppressed++;
    }
  }

  /**
   * Records an item that was left out because it is not worth sending early. One sentence reports all items with the same reason.
   */
  void passOver(String reason) {
    passedOver.merge(reason, 1, Integer::sum);
  }

  /** Returns the object that the file must contain. If it contains none, reports that and returns empty. */
  Optional<YamlNode> object(ForeignFile file) {
    return root(file).filter(root -> isKind(root, root.json().isObject(), "an object"));
  }

  /** Returns the list that the file must contain. If it contains none, reports that and returns empty. */
  Optional<YamlNode> list(ForeignFile file) {
    return root(file).filter(root -> isKind(root, root.json().isArray(), "a list"));
  }

  private Optional<YamlNode> root(ForeignFile file) {
    if (!file.json().isValid()) {
      wrong(file.json().problems());
      return Optional.empty();
    }
    return Optional.of(file.json().value());
  }

  private boolean isKind(YamlNode root, boolean isRight, String expected) {
    if (!isRight) {
      wrong(root.position(), "", "document: another kind of value (expected: " + expected + ")");
    }
    return isRight;
  }

  /** Adds a rule for the pages if there is none yet, even one without assets. */
  void page(PathPattern match, Position at, String path) {
    if (!rules.containsKey(match)) {
      if (rules.size() >= Limits.MAX_MANIFEST_RULES) {
        warn(at, path, "left out (expected: at most " + Limits.MAX_MANIFEST_RULES + " rules)");
        return;
      }
      rules.put(match, new LinkedHashMap<>());
    }
  }

  /** Adds an asset to the rule for the pages. The first asset of a URL wins; further ones of the same page are ignored. */
  void add(PathPattern match, DraftAsset asset, Position at, String path) {
    page(match, at, path);
    Map<String, DraftAsset> assets = rules.get(match);
    if (assets == null || assets.containsKey(asset.url())) {
      return;
    }
    String problem = AssetUrl.problemOf(asset.url(), asset.destination());
    if (!problem.isEmpty()) {
      warn(at, path, "left out: " + problem);
    } else if (assets.size() >= Limits.MAX_RULE_ASSETS) {
      passOver("a page has at most " + Limits.MAX_RULE_ASSETS + " assets");
    } else if (!asset.type().isEmpty() && !asset.type().matches(MEDIA_TYPE)) {
      warn(at, path, "type left out: " + asset.type() + " (expected: a media type)");
      assets.put(asset.url(), asset.withType(""));
    } else {
      assets.put(asset.url(), asset);
    }
  }

  /** Returns the pattern of a glob. If the glob is invalid, reports that and returns empty. */
  Optional<PathPattern> glob(String text, Position at, String path) {
    String problem = PathPattern.problemOfGlob(text);
    if (!problem.isEmpty()) {
      warn(at, path, "left out: " + problem);
      return Optional.empty();
    }
    return Optional.of(PathPattern.glob(text));
  }

  /** Returns the pattern of a regular expression. If RE2 rejects it, reports that and returns empty. */
  Optional<PathPattern> regex(String text, Position at, String path) {
    String problem = PathPattern.problemOfRegex(text);
    if (!problem.isEmpty()) {
      warn(at, path, "left out: " + problem);
      return Optional.empty();
    }
    return Optional.of(PathPattern.regex(text));
  }

  Imported finish(ManifestFormat format) {
    passedOver.forEach((reason, count) -> warnings.add(ConfigProblem.ofFile(
        source, count + (count == 1 ? " entry" : " entries") + " left out: " + reason)));
    if (suppressed > 0) {
      warnings.add(ConfigProblem.ofFile(source, suppressed + " more warnings"));
    }
    if (!problems.isEmpty()) {
      return new Imported(
          format.id(),
          "",
          problems.stream().distinct().sorted().limit(Limits.MAX_PROBLEMS).toList(),
          warnings);
    }
    return new Imported(
        format.id(), new DraftWriter(source, format.id()).write(rules), List.of(), warnings);
  }

  private static String join(String path, String message) {
    return path.isEmpty() ? message : path + ": " + message;
  }
}
