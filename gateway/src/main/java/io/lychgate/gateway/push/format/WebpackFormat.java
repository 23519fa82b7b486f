package io.lychgate.gateway.push.format;

import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.format.Losses.Trait;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.util.EnumSet;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The assets manifest of webpack: {@code manifest.json} of webpack-manifest-plugin, {@code assets-manifest.json} of
 * webpack-assets-manifest (with {@code entrypoints}, if configured), {@code asset-manifest.json} of Create React App, and {@code
 * webpack-assets.json} of assets-webpack-plugin.
 */
final class WebpackFormat implements ManifestFormat {
  static final String ENTRYPOINTS = "entrypoints";

  /** Members of an entry or of a file that hold URLs. */
  private static final Set<String> MEMBERS = Set.of("src", "integrity", "js", "css", "assets");

  @Override
  public String id() {
    return "webpack";
  }

  @Override
  public String description() {
    return "assets manifest of webpack-manifest-plugin, webpack-assets-manifest and their like";
  }

  @Override
  public boolean recognises(ForeignFile file) {
    return file.object()
        .map(root -> root.field(ENTRYPOINTS).isPresent()
            || (!root.fields().isEmpty()
                && root.fields().values().stream().allMatch(WebpackFormat::isFile)))
        .orElse(false);
  }

  private static boolean isFile(YamlNode node) {
    return node.json().isString()
        || (node.json().isObject()
            && !node.fields().isEmpty()
            && node.fields().keySet().stream().anyMatch(MEMBERS::contains)
            && node.fields().keySet().stream().noneMatch(key -> key.equals("type")));
  }

  @Override
  public void read(ForeignFile file, ImportDraft into) {
    into.object(file).ifPresent(root -> new WebpackEntries(root, into).read());
  }

  @Override
  public String write(PushManifest manifest, Losses losses) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ObjectNode entrypoints = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < manifest.rules().size(); i++) {
      PushManifest.Rule rule = manifest.rules().get(i);
      if (!losses.isPlain(rule, i)) {
        continue;
      }
      if (rule.match().isRegex() || entrypoints.has(rule.match().text())) {
        losses.add(Losses.name(i) + ": left out, an entry needs a path of its own");
        continue;
      }
      ObjectNode assets = entrypoints.putObject(rule.match().text()).putObject("assets");
      for (int j = 0; j < rule.assets().size(); j++) {
        asset(rule.assets().get(j), i, j, assets, root, losses);
      }
    }
    losses.ofWhole(manifest);
    root.set(ENTRYPOINTS, entrypoints);
    return JsonText.of(root);
  }

  private static void asset(
      Asset asset, int rule, int index, ObjectNode assets, ObjectNode root, Losses losses) {
    Destination inferred = FileKind.of(asset.url()).orElse(null);
    if (inferred != asset.destination() || inferred == Destination.DOCUMENT) {
      losses.asset(
          rule,
          index,
          asset,
          "its name does not identify it as a " + asset.destination().token());
      return;
    }
    losses.traits(rule, index, asset, EnumSet.of(Trait.TIER));
    String extension = FileKind.extension(asset.url());
    int becomes =
        asset.candidate().tier() == 1 ? WebpackEntries.tier(inferred) : WebpackEntries.LATER_TIER;
    if (becomes == WebpackEntries.LATER_TIER && WebpackEntries.tier(inferred) == 1) {
      assets.withObject("/prefetch").withArray(extension).add(asset.url());
    } else {
      becomes = WebpackEntries.tier(inferred);
      assets.withArray(extension).add(asset.url());
    }
    if (becomes != asset.candidate().tier()) {
      losses.add(Losses.name(rule) + ".assets[" + index + "] " + asset.url() + ": tier "
          + asset.candidate().tier() + " becomes " + becomes);
    }
    root.put(asset.url().substring(asset.url().lastIndexOf('/') + 1), asset.url());
  }
}
