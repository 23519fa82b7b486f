package io.lychgate.gateway.push.manifest;

import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.priority.PriorityRule;
import java.util.ArrayList;
import java.util.List;

/** A manifest with the document from which it was read, for messages that name a line. */
public record LocatedManifest(PushManifest manifest, YamlNode document) {

  /**
   * An asset with its place.
   *
   * @param path for example {@code rules[0].assets[1]}
   */
  public record LocatedAsset(Asset asset, YamlNode node, String path) {}

  /** A rule with its place, and all assets that it may send. */
  public record LocatedRule(PushManifest.Rule rule, YamlNode node, String path) {
    public List<LocatedAsset> assets() {
      List<LocatedAsset> located = new ArrayList<>();
      add(rule.assets(), node, path, located);
      for (int i = 0; i < rule.variants().size(); i++) {
        List<Asset> assets = rule.variants().get(i).assets();
        YamlNode holder = items(node, "variants").get(i);
        add(assets, holder, path + ".variants[" + i + "]", located);
      }
      return located;
    }

    private static void add(
        List<Asset> assets, YamlNode holder, String path, List<LocatedAsset> into) {
      List<YamlNode> nodes = items(holder, "assets");
      for (int i = 0; i < assets.size(); i++) {
        into.add(new LocatedAsset(assets.get(i), nodes.get(i), path + ".assets[" + i + "]"));
      }
    }
  }

  public List<LocatedRule> rules() {
    List<YamlNode> nodes = items(document, "rules");
    List<LocatedRule> rules = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      rules.add(new LocatedRule(manifest.rules().get(i), nodes.get(i), "rules[" + i + "]"));
    }
    return rules;
  }

  /** A priority rule with its place. */
  public record LocatedPriority(PriorityRule rule, YamlNode node, String path) {}

  public List<LocatedPriority> priorities() {
    List<YamlNode> nodes = items(document, "priorities");
    List<LocatedPriority> rules = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      rules.add(
          new LocatedPriority(manifest.priorities().get(i), nodes.get(i), "priorities[" + i + "]"));
    }
    return rules;
  }

  private static List<YamlNode> items(YamlNode holder, String key) {
    return holder.field(key).map(YamlNode::items).orElse(List.of());
  }
}
