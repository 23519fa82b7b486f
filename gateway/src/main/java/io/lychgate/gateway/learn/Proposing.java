package io.lychgate.gateway.learn;

import io.lychgate.gateway.config.LearnConfig;
import io.lychgate.gateway.learn.Observed.Kind;
import io.lychgate.gateway.learn.PageEvidence.AssetEvidence;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Makes proposals from evidence. Omits what the manifests in force already contain. */
final class Proposing {
  /** Maximum assets of one pattern, about as many as a 103 has. */
  private static final int MAX_ASSETS = 12;

  /** Tier of images: they never delay the first paint. */
  private static final int LATER_TIER = 2;

  private final List<PushManifest> manifests;
  private final LearnConfig rules;

  Proposing(List<PushManifest> manifests, LearnConfig rules) {
    this.manifests = manifests;
    this.rules = rules;
  }

  /** Returns the name of the learner's own manifest for a host. */
  static String manifestFor(String host) {
    String name = "learned-" + host.replaceAll("[^a-z0-9._-]", "-");
    return name.length() > 100 ? name.substring(0, 100) : name;
  }

  List<Proposal> additions(PageEvidence page) {
    if (page.views < rules.minViews()) {
      return List.of();
    }
    Set<String> inForce = namesFor(page.host, page.sample);
    return page.assets.entrySet().stream()
        .filter(each -> each.getValue().reusable && each.getValue().kind != Kind.OTHER)
        .filter(each -> confidence(page, each.getValue()) >= rules.confidence())
        .filter(each -> !isCovered(inForce, each.getKey()))
        .sorted(Comparator.<Map.Entry<String, AssetEvidence>, Kind>comparing(
                each -> each.getValue().kind)
            .thenComparing(each -> -confidence(page, each.getValue())))
        .limit(MAX_ASSETS)
        .map(each -> addition(page, each.getKey(), each.getValue()))
        .toList();
  }

  private static Proposal addition(PageEvidence page, String url, AssetEvidence asset) {
    boolean isExact = page.pattern.isExact();
    long hits = Math.max(asset.followed, asset.linked);
    String how = asset.followed >= asset.linked
        ? "followed " + asset.followed + " of " + page.views + " page views"
        : "named by the Link field of " + asset.linked + " of " + page.views + " page views";
    return new Proposal(
        manifestFor(page.host),
        page.host,
        page.sample,
        isExact ? page.pattern.text() : page.pattern.regex(),
        !isExact,
        url,
        "",
        asset.kind.name().toLowerCase(Locale.ROOT),
        asset.fetched && asset.kind != Kind.FONT,
        asset.kind == Kind.IMAGE ? LATER_TIER : 1,
        confidence(page, asset),
        page.views,
        hits,
        how);
  }

  List<Proposal> renames(NameEvidence name) {
    List<Proposal> found = new ArrayList<>();
    for (PushManifest manifest : manifests) {
      if (manifest.isFor(name.host)) {
        Set<String> proposed = new HashSet<>();
        assets(manifest)
            .map(Asset::url)
            .filter(proposed::add)
            .forEach(url -> HashedName.of(url)
                .filter(old -> old.stem().equals(name.stem))
                .flatMap(old -> name.renamed(old.hash()))
                .ifPresent(renamed -> found.add(rename(manifest, name, url, renamed))));
      }
    }
    return found;
  }

  private static Proposal rename(
      PushManifest manifest, NameEvidence name, String old, NameEvidence.Renamed renamed) {
    String url = name.stem.replace("*", renamed.hash());
    long all = renamed.requests() + renamed.oldRequests();
    String rest = renamed.oldIsGone()
        ? "the old name is gone"
        : "the old name " + renamed.oldRequests() + " times since";
    return new Proposal(
        manifest.name(),
        name.host,
        "",
        "",
        false,
        url,
        old,
        "",
        false,
        1,
        Wilson.lower(renamed.requests(), all),
        all,
        renamed.requests(),
        "the new name was requested " + renamed.requests() + " times, " + rest);
  }

  private static double confidence(PageEvidence page, AssetEvidence asset) {
    return Wilson.lower(Math.max(asset.followed, asset.linked), page.views);
  }

  /** Returns true if a proposal is already in force, or has nothing left to change. */
  boolean isSettled(Proposal proposal) {
    if (!proposal.isRename()) {
      return namesFor(proposal.host(), proposal.sample()).contains(proposal.url());
    }
    return manifests.stream()
        .filter(manifest -> manifest.name().equals(proposal.manifest()))
        .flatMap(Proposing::assets)
        .noneMatch(asset -> asset.url().equals(proposal.replaces()));
  }

  /** Returns the assets in force for a page: URLs, and the stems of names whose hash may change. */
  private Set<String> namesFor(String host, String page) {
    Set<String> names = new HashSet<>();
    manifests.stream()
        .filter(manifest -> manifest.isFor(host))
        .flatMap(manifest -> manifest.rules().stream())
        .filter(rule -> rule.match().matches(page))
        .flatMap(Proposing::assets)
        .forEach(asset -> {
          names.add(asset.url());
          HashedName.of(asset.url()).ifPresent(name -> names.add(name.stem()));
        });
    return names;
  }

  private static boolean isCovered(Set<String> names, String url) {
    return names.contains(url)
        || HashedName.of(url).map(name -> names.contains(name.stem())).orElse(false);
  }

  private static Stream<Asset> assets(PushManifest manifest) {
    return manifest.rules().stream().flatMap(Proposing::assets);
  }

  private static Stream<Asset> assets(PushManifest.Rule rule) {
    return Stream.concat(
        rule.assets().stream(),
        rule.variants().stream().flatMap(variant -> variant.assets().stream()));
  }
}
