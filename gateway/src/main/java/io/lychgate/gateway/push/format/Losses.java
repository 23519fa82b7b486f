package io.lychgate.gateway.push.format;

import io.lychgate.casper.Delivery;
import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.link.Crossorigin;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The parts of a manifest that an export could not express, one sentence each. */
public final class Losses {
  private final List<String> sentences = new ArrayList<>();
  private int suppressed;

  /** The optional properties of an asset. */
  enum Trait {
    CROSSORIGIN,
    TYPE,
    URGENCY,
    INCREMENTAL,
    TIER,
    MODE,
    VERSION
  }

  public List<String> sentences() {
    List<String> all = new ArrayList<>(sentences);
    if (suppressed > 0) {
      all.add(suppressed + " more losses");
    }
    return all;
  }

  void add(String sentence) {
    if (sentences.size() < Limits.MAX_PROBLEMS) {
      sentences.add(sentence);
    } else {
      suppressed++;
    }
  }

  /** Reports hosts and priority rules, which no foreign format has. */
  void ofWhole(PushManifest manifest) {
    if (manifest.hosts().stream().anyMatch(host -> !host.toString().equals("*"))) {
      add("hosts: lost, the format has no hosts");
    }
    if (!manifest.priorities().isEmpty()) {
      add("priorities: lost, " + manifest.priorities().size()
          + (manifest.priorities().size() == 1 ? " rule" : " rules")
          + " for priorities of responses");
    }
  }

  /** Returns false if a rule cannot be written: without its condition or schedule it would apply to all requests. */
  boolean isPlain(PushManifest.Rule rule, int index) {
    if (rule.when() != null || !rule.schedule().isAlways()) {
      add(name(index) + ": left out, it has "
          + (rule.when() != null ? "a condition (when)" : "a schedule (from, until)"));
      return false;
    }
    if (!rule.variants().isEmpty()) {
      add(name(index) + ".variants: left out, only the assets for all clients are written");
    }
    return true;
  }

  /** Reports the traits of an asset that the format cannot express. */
  void traits(int rule, int asset, Asset of, Set<Trait> kept) {
    Set<Trait> lost = present(of);
    lost.removeAll(kept);
    if (!lost.isEmpty()) {
      List<String> words =
          lost.stream().map(trait -> trait.name().toLowerCase(Locale.ROOT)).toList();
      add(name(rule) + ".assets[" + asset + "] " + of.url() + ": " + String.join(", ", words)
          + " lost");
    }
  }

  void asset(int rule, int asset, Asset of, String why) {
    add(name(rule) + ".assets[" + asset + "] " + of.url() + ": left out, " + why);
  }

  static String name(int rule) {
    return "rules[" + rule + "]";
  }

  private static Set<Trait> present(Asset asset) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    boolean isImplied =
        asset.destination() == Destination.FONT && asset.crossorigin() == Crossorigin.ANONYMOUS;
    add(traits, Trait.CROSSORIGIN, asset.crossorigin() != Crossorigin.NONE && !isImplied);
    add(traits, Trait.TYPE, !asset.type().isEmpty());
    add(traits, Trait.URGENCY, asset.urgency() != Asset.NO_URGENCY);
    add(traits, Trait.INCREMENTAL, asset.incremental() != null);
    add(traits, Trait.TIER, asset.candidate().tier() != 1);
    add(
        traits,
        Trait.MODE,
        asset.candidate().delivery() != Delivery.AUTO
            && asset.destination() != Destination.CONNECT);
    add(traits, Trait.VERSION, !asset.version().isEmpty());
    return traits;
  }

  private static void add(Set<Trait> traits, Trait trait, boolean isPresent) {
    if (isPresent) {
      traits.add(trait);
    }
  }
}
