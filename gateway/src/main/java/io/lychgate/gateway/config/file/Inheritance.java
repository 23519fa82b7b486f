package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.config.yaml.YamlNode.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The defaults that hold for one file, and the rule by which sites, routes and upstreams inherit them.
 *
 * <p>The nearer value wins: that of a route over {@code defaults} of its site, over {@code defaults} of its file, over those of the file
 * that includes it. Mappings are merged key by key. A list or a single value replaces the other as a whole, and so does each policy.
 * Values that exclude one another, such as {@code upstream} and {@code split}, are not inherited beside a nearer one of them.
 */
final class Inheritance {
  private static final List<String> ACTIONS = List.of("static", "proxy", "redirect", "respond");
  private static final List<String> KINDS = List.of("upstreams", "sites", "routes");
  private static final Inheritance NONE = new Inheritance(Map.of());

  /** Levels of each kind, the nearest first. */
  private final Map<String, List<Level>> levels;

  private record Level(String from, YamlNode values) {}

  private Inheritance(Map<String, List<Level>> levels) {
    this.levels = levels;
  }

  /** @param defaults those of the main file; null if it has none */
  static Inheritance of(@Nullable YamlNode defaults) {
    return NONE.with(defaults, "");
  }

  /**
   * Returns the defaults for an included file.
   *
   * @param file its name
   */
  Inheritance with(@Nullable YamlNode defaults, String file) {
    if (defaults == null) {
      return this;
    }
    Map<String, List<Level>> nearer = new LinkedHashMap<>(levels);
    for (String kind : KINDS) {
      YamlNode values = defaults.field(kind).orElse(null);
      if (values != null && values.json().isObject()) {
        List<Level> all = new ArrayList<>();
        all.add(new Level("defaults." + kind, values));
        all.addAll(levels.getOrDefault(kind, List.of()));
        nearer.put(kind, all);
      }
    }
    return new Inheritance(nearer);
  }

  /** Returns the tree of one file with everything that its parts inherit. */
  YamlNode applied(YamlNode root) {
    Map<String, Field> fields = new LinkedHashMap<>(root.members());
    fields.computeIfPresent("upstreams", (key, field) -> with(field, upstreams(field.value())));
    fields.computeIfPresent("sites", (key, field) -> with(field, sites(field.value())));
    return fields.equals(root.members()) ? root : YamlNode.ofFields(root.position(), fields);
  }

  private static Field with(Field field, YamlNode value) {
    return value == field.value() ? field : new Field(field.keyPosition(), value);
  }

  private YamlNode upstreams(YamlNode upstreams) {
    if (!levels.containsKey("upstreams") || !upstreams.json().isObject()) {
      return upstreams;
    }
    Map<String, Field> changed = new LinkedHashMap<>();
    upstreams.members().forEach((name, field) -> {
      YamlNode upstream = field.value();
      for (Level level : levels.getOrDefault("upstreams", List.of())) {
        upstream = merged(upstream, level.values(), level.from(), "upstream");
      }
      changed.put(name, new Field(field.keyPosition(), upstream));
    });
    return YamlNode.ofFields(upstreams.position(), changed);
  }

  private YamlNode sites(YamlNode sites) {
    List<YamlNode> changed = new ArrayList<>();
    boolean isSame = true;
    for (YamlNode site : sites.items()) {
      YamlNode after = site(site);
      isSame &= after == site;
      changed.add(after);
    }
    return isSame ? sites : YamlNode.ofItems(sites.position(), changed);
  }

  private YamlNode site(YamlNode written) {
    YamlNode site = written;
    for (Level level : levels.getOrDefault("sites", List.of())) {
      site = merged(site, level.values(), level.from(), "site");
    }
    YamlNode routes = site.field("routes").orElse(null);
    YamlNode own = site.field("defaults").orElse(null);
    List<Level> all = new ArrayList<>();
    if (own != null && own.json().isObject()) {
      all.add(new Level("defaults of the site", own));
    }
    all.addAll(levels.getOrDefault("routes", List.of()));
    if (routes == null || all.isEmpty() || !site.json().isObject()) {
      return site;
    }
    List<YamlNode> changed = new ArrayList<>();
    for (YamlNode route : routes.items()) {
      YamlNode after = route;
      for (Level level : all) {
        after = route(after, level);
      }
      changed.add(after);
    }
    Map<String, Field> fields = new LinkedHashMap<>(site.members());
    fields.computeIfPresent(
        "routes", (key, field) -> with(field, YamlNode.ofItems(routes.position(), changed)));
    return YamlNode.ofFields(site.position(), fields);
  }

  private static YamlNode route(YamlNode route, Level level) {
    if (!route.json().isObject()) {
      return route;
    }
    Map<String, Field> far = new LinkedHashMap<>(level.values().members());
    List<String> own = ACTIONS.stream().filter(a -> route.field(a).isPresent()).toList();
    if (!own.isEmpty()) {
      ACTIONS.stream().filter(action -> !own.contains(action)).forEach(far::remove);
    }
    boolean isProxy = own.contains("proxy") || (own.isEmpty() && far.containsKey("proxy"));
    if (!isProxy) {
      far.remove("rewrite");
    }
    boolean mayCache = isProxy && !splits(route) && !splits(level.values());
    return merged(
        route,
        YamlNode.ofFields(level.values().position(), far),
        level.from(),
        mayCache ? "route" : "route without cache");
  }

  private static boolean splits(YamlNode route) {
    return route.field("proxy").flatMap(proxy -> proxy.field("split")).isPresent();
  }

  /**
   * Returns the nearer value with what it inherits.
   *
   * @param kind the kind of section, or the key of this one
   */
  private static YamlNode merged(YamlNode near, YamlNode far, String from, String kind) {
    if (!near.json().isObject() || !far.json().isObject()) {
      return near;
    }
    if (kind.startsWith("policies")) {
      return policies(near, far, from, kind.endsWith("cache"));
    }
    Set<String> excluded = excluded(near, kind);
    // Names of header fields have no case.
    Set<String> taken = near.members().keySet().stream()
        .map(key -> key.toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
    Map<String, Field> fields = new LinkedHashMap<>();
    near.members().forEach((key, field) -> {
      YamlNode other = far.field(key).orElse(null);
      String child = key.equals("policies") && kind.equals("route without cache")
          ? "policies without cache"
          : key;
      fields.put(
          key, other == null ? field : with(field, merged(field.value(), other, from, child)));
    });
    far.members().forEach((key, field) -> {
      if (!excluded.contains(key) && !taken.contains(key.toLowerCase(Locale.ROOT))) {
        YamlNode value = key.equals("policies") && kind.equals("route without cache")
            ? policies(
                YamlNode.ofFields(field.value().position(), Map.of()), field.value(), from, true)
            : field.value();
        fields.put(key, new Field(field.keyPosition(), value.inherited(from)));
      }
    });
    YamlNode merged = YamlNode.ofFields(near.position(), fields);
    String origin = near.inheritedFrom();
    return origin == null ? merged : merged.inherited(origin);
  }

  /** Returns the keys that would contradict a nearer one. */
  private static Set<String> excluded(YamlNode near, String kind) {
    return switch (kind) {
      case "proxy" ->
        near.field("upstream").isPresent()
            ? Set.of("split", "splitBy")
            : near.field("split").isPresent() ? Set.of("upstream") : Set.of();
      case "balance" ->
        near.scalar("policy").filter(policy -> !policy.equals("hash")).isPresent()
            ? Set.of("hash")
            : Set.of();
      default -> Set.of();
    };
  }

  /** Policies are whole values. One that the nearer section switches off or on again is not inherited in the other state. */
  private static YamlNode policies(YamlNode near, YamlNode far, String from, boolean withoutCache) {
    Map<String, Field> fields = new LinkedHashMap<>(near.members());
    List<YamlNode> nearOff = near.field("off").map(YamlNode::items).orElse(List.of());
    Set<String> off = nearOff.stream()
        .filter(item -> item.json().isValueNode())
        .map(YamlNode::text)
        .collect(Collectors.toSet());
    far.members().forEach((key, field) -> {
      if (key.equals("off")) {
        List<YamlNode> kept = new ArrayList<>(nearOff);
        field.value().items().stream()
            .filter(item -> item.json().isValueNode())
            .filter(
                item -> !off.contains(item.text()) && near.field(item.text()).isEmpty())
            .map(item -> item.inherited(from))
            .forEach(kept::add);
        if (!kept.isEmpty()) {
          fields.put(
              "off",
              new Field(
                  near.field("off").isPresent() ? near.keyPosition("off") : field.keyPosition(),
                  YamlNode.ofItems(field.value().position(), kept)));
        }
      } else if (!off.contains(key) && !(withoutCache && key.equals("cache"))) {
        fields.putIfAbsent(key, new Field(field.keyPosition(), field.value().inherited(from)));
      }
    });
    return YamlNode.ofFields(near.position(), fields);
  }
}
