package io.lychgate.gateway.push.lint;

import io.lychgate.casper.Delivery;
import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.format.FileKind;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.manifest.LocatedManifest;
import io.lychgate.gateway.push.manifest.LocatedManifest.LocatedAsset;
import io.lychgate.gateway.push.manifest.LocatedManifest.LocatedPriority;
import io.lychgate.gateway.push.manifest.LocatedManifest.LocatedRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks of the manifest text alone. */
public final class ManifestLint {
  private final LocatedManifest manifest;
  private final Instant now;
  private final List<Finding> findings = new ArrayList<>();
  private final Map<String, LocatedAsset> firstOfUrl = new HashMap<>();
  private final Map<String, LocatedPriority> firstOfMatch = new HashMap<>();

  private ManifestLint(LocatedManifest manifest, Instant now) {
    this.manifest = manifest;
    this.now = now;
  }

  /** Returns the findings in the order of the text. */
  public static List<Finding> of(LocatedManifest manifest, Instant now) {
    ManifestLint lint = new ManifestLint(manifest, now);
    manifest
        .manifest()
        .warnings()
        .forEach(warning -> lint.findings.add(new Finding(Finding.Severity.WARNING, warning)));
    manifest.rules().forEach(lint::rule);
    manifest.priorities().forEach(lint::priority);
    return lint.findings.stream().sorted().toList();
  }

  private void rule(LocatedRule located) {
    List<LocatedAsset> assets = located.assets();
    if (located.rule().schedule().isOver(now)) {
      warn(
          located.node(), located.path(), "until", "its end has passed, so the rule sends nothing");
    }
    if (assets.isEmpty()) {
      warn(located.node(), located.path(), "assets", "none, the rule sends nothing");
    }
    long hints = located.rule().assets().stream()
        .filter(asset -> asset.candidate().tier() == 1
            && asset.candidate().delivery() != Delivery.PUSH
            && asset.destination().isHintable())
        .count();
    if (hints > Limits.MAX_HINTS) {
      warn(
          located.node(),
          located.path(),
          "assets",
          hints + " hints of tier 1 (expected: at most " + Limits.MAX_HINTS
              + ", the default of push.maxHints)");
    }
    assets.forEach(this::asset);
  }

  private void priority(LocatedPriority located) {
    String match = located.rule().match().toString();
    LocatedPriority first = firstOfMatch.putIfAbsent(match, located);
    if (first != null) {
      warn(
          located.node(),
          located.path(),
          "match",
          match + ": same match as on line " + first.node().position().line()
              + ", so this rule never applies (expected: the first match decides)");
    }
  }

  private void asset(LocatedAsset located) {
    Asset asset = located.asset();
    String url = asset.url();
    if (asset.destination() == Destination.FONT
        && located.node().field("crossorigin").isEmpty()) {
      warn(
          located.node(),
          located.path(),
          "crossorigin",
          "missing for a font (anonymous is assumed; the page's own preload must state it)");
    }
    if (!url.startsWith("/") && asset.candidate().delivery() == Delivery.PUSH) {
      warn(
          located.node(),
          located.path(),
          "mode",
          "push of another origin, which is not allowed (expected: auto or hint)");
    }
    FileKind.of(url)
        .filter(kind -> !isLikely(kind, asset.destination()))
        .ifPresent(kind -> warn(
            located.node(),
            located.path(),
            "as",
            asset.destination().token() + " of a file that looks like " + kind.token()));
    LocatedAsset first = firstOfUrl.putIfAbsent(url, located);
    if (first != null && !isSameFetch(first.asset(), asset)) {
      warn(
          located.node(),
          located.path(),
          "url",
          url + " is fetched differently on line " + first.node().position().line()
              + " (expected: one as, crossorigin and version for a URL)");
    }
  }

  private static boolean isLikely(Destination byName, Destination declared) {
    boolean isScript = byName == Destination.SCRIPT || byName == Destination.MODULE;
    return declared == Destination.FETCH
        || declared == Destination.CONNECT
        || byName == Destination.FETCH
        || (isScript
            ? declared == Destination.SCRIPT || declared == Destination.MODULE
            : declared == byName);
  }

  private static boolean isSameFetch(Asset one, Asset other) {
    return one.destination() == other.destination()
        && one.crossorigin() == other.crossorigin()
        && one.version().equals(other.version());
  }

  private void warn(YamlNode node, String path, String key, String message) {
    Position at = node.field(key).map(YamlNode::position).orElse(node.position());
    findings.add(Finding.warning(manifest.manifest().name(), at, path + "." + key, message));
  }
}
