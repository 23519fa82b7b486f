package io.lychgate.gateway.push.diff;

import io.lychgate.gateway.condition.Schedule;
import io.lychgate.gateway.push.diff.Change.Kind;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.lychgate.gateway.push.manifest.PushManifest.Rule;
import io.lychgate.gateway.push.manifest.PushManifest.Variant;
import io.lychgate.gateway.push.priority.PriorityRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compares manifests. Rules are paired by their pages: the first of several for the same pages with the first, and so on. Assets
 * are paired by their URL, variants by their choice, and priority rules by their name or else by their criteria.
 */
public final class ManifestDiff {
  private final List<Change> changes = new ArrayList<>();

  private ManifestDiff() {}

  /** Returns the changes; empty if both manifests have the same meaning. */
  public static List<Change> between(PushManifest before, PushManifest after) {
    ManifestDiff diff = new ManifestDiff();
    diff.hosts(before, after);
    diff.rules(before, after);
    diff.priorities(before, after);
    return List.copyOf(diff.changes);
  }

  private void hosts(PushManifest before, PushManifest after) {
    Map<String, String> old = new LinkedHashMap<>();
    before.hosts().forEach(host -> old.put(host.toString(), ""));
    Map<String, String> now = new LinkedHashMap<>();
    after.hosts().forEach(host -> now.put(host.toString(), ""));
    compare("", "host ", old, now, (name, a, b) -> {});
  }

  private void rules(PushManifest before, PushManifest after) {
    Map<String, Rule> old = byPages(before);
    Map<String, Rule> now = byPages(after);
    compare("", "rule ", old, now, this::rule);
    order("", "rules", old, now);
  }

  private static Map<String, Rule> byPages(PushManifest manifest) {
    Map<String, Rule> rules = new LinkedHashMap<>();
    List<String> names = ruleNames(manifest);
    for (int i = 0; i < names.size(); i++) {
      rules.put(names.get(i), manifest.rules().get(i));
    }
    return rules;
  }

  /** Returns the names by which changes refer to the rules, in their order: their pages, with a number from the second on. */
  public static List<String> ruleNames(PushManifest manifest) {
    List<String> names = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (Rule rule : manifest.rules()) {
      String pages = rule.match().toString();
      int count = seen.merge(pages, 1, Integer::sum);
      names.add(count == 1 ? pages : pages + " (" + count + ")");
    }
    return names;
  }

  private void priorities(PushManifest before, PushManifest after) {
    Map<String, PriorityRule> old = byLabel(before);
    Map<String, PriorityRule> now = byLabel(after);
    compare("", "priority ", old, now, this::priority);
    order("", "priorities", old, now);
  }

  /** Returns priority rules by name, or by their criteria if they have none. */
  private static Map<String, PriorityRule> byLabel(PushManifest manifest) {
    Map<String, PriorityRule> rules = new LinkedHashMap<>();
    for (PriorityRule rule : manifest.priorities()) {
      String label = rule.name().isEmpty() ? rule.match().toString() : rule.name();
      String unique = label;
      for (int n = 2; rules.putIfAbsent(unique, rule) != null; n++) {
        unique = label + " (" + n + ")";
      }
    }
    return rules;
  }

  private void priority(String label, PriorityRule before, PriorityRule after) {
    List<String> details = new ArrayList<>();
    detail(details, "match", before, after, rule -> rule.match().toString());
    detail(details, "priority", before, after, PriorityRule::outcome);
    if (!details.isEmpty()) {
      changes.add(new Change(Kind.CHANGED, "", "priority " + label, String.join(", ", details)));
    }
  }

  private void rule(String name, Rule before, Rule after) {
    key(name, "when", text(before.when()), text(after.when()));
    schedule(name, before.schedule(), after.schedule());
    assets(name, before.assets(), after.assets());
    Map<String, Variant> old = byChoice(before.variants());
    Map<String, Variant> now = byChoice(after.variants());
    compare(
        name,
        "variant ",
        old,
        now,
        (choice, a, b) -> assets(name + ", variant " + choice, a.assets(), b.assets()));
    order(name, "variants", old, now);
  }

  private static Map<String, Variant> byChoice(List<Variant> variants) {
    Map<String, Variant> byChoice = new LinkedHashMap<>();
    variants.forEach(variant -> byChoice.putIfAbsent(variant.choice().toString(), variant));
    return byChoice;
  }

  private void schedule(String rule, Schedule before, Schedule after) {
    key(rule, "from", text(before.from()), text(after.from()));
    key(rule, "until", text(before.until()), text(after.until()));
  }

  private void assets(String rule, List<Asset> before, List<Asset> after) {
    Map<String, Asset> old = byUrl(before);
    Map<String, Asset> now = byUrl(after);
    compare(rule, "asset ", old, now, (url, a, b) -> asset(rule, a, b));
    order(rule, "assets", old, now);
  }

  private static Map<String, Asset> byUrl(List<Asset> assets) {
    Map<String, Asset> byUrl = new LinkedHashMap<>();
    assets.forEach(asset -> byUrl.put(asset.url(), asset));
    return byUrl;
  }

  private void asset(String rule, Asset before, Asset after) {
    List<String> details = new ArrayList<>();
    detail(details, "as", before, after, asset -> asset.destination().token());
    detail(details, "crossorigin", before, after, asset -> asset.crossorigin().token());
    detail(details, "type", before, after, Asset::type);
    detail(details, "urgency", before, after, ManifestDiff::urgency);
    detail(details, "incremental", before, after, asset -> text(asset.incremental()));
    detail(details, "tier", before, after, asset -> text(asset.candidate().tier()));
    detail(details, "mode", before, after, ManifestDiff::mode);
    detail(details, "version", before, after, Asset::version);
    if (!details.isEmpty()) {
      changes.add(
          new Change(Kind.CHANGED, rule, "asset " + after.url(), String.join(", ", details)));
    }
  }

  private static String urgency(Asset asset) {
    return asset.urgency() == Asset.NO_URGENCY ? "" : text(asset.urgency());
  }

  private static String mode(Asset asset) {
    return asset.candidate().delivery().name().toLowerCase(Locale.ROOT);
  }

  private static <T> void detail(
      List<String> into, String key, T before, T after, Function<T, String> value) {
    String old = value.apply(before);
    String now = value.apply(after);
    if (!old.equals(now)) {
      into.add(key + " " + shown(old) + " -> " + shown(now));
    }
  }

  private void key(String rule, String key, String old, String now) {
    if (!old.equals(now)) {
      Kind kind = old.isEmpty() ? Kind.ADDED : now.isEmpty() ? Kind.REMOVED : Kind.CHANGED;
      String detail = switch (kind) {
        case ADDED -> now;
        case REMOVED -> old;
        case CHANGED -> old + " -> " + now;
      };
      changes.add(new Change(kind, rule, key, detail));
    }
  }

  private static String shown(String value) {
    return value.isEmpty() ? "none" : value;
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  /** Compares the parts that both manifests have. */
  private interface Common<T> {
    void compare(String name, T before, T after);
  }

  private <T> void compare(
      String rule, String noun, Map<String, T> before, Map<String, T> after, Common<T> common) {
    before.keySet().stream()
        .filter(name -> !after.containsKey(name))
        .forEach(name -> changes.add(new Change(Kind.REMOVED, rule, noun + name, "")));
    after.forEach((name, now) -> {
      T old = before.get(name);
      if (old == null) {
        changes.add(new Change(Kind.ADDED, rule, noun + name, ""));
      } else {
        common.compare(name, old, now);
      }
    });
  }

  /** Reports a changed order, which matters because earlier rules and assets are sent first. */
  private void order(String rule, String subject, Map<String, ?> before, Map<String, ?> after) {
    List<String> old = before.keySet().stream().filter(after::containsKey).toList();
    List<String> now = after.keySet().stream().filter(before::containsKey).toList();
    if (!Objects.equals(old, now)) {
      changes.add(new Change(Kind.CHANGED, rule, "order of " + subject, ""));
    }
  }
}
