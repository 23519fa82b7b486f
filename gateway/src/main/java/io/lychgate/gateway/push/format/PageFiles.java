package io.lychgate.gateway.push.format;

import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The pages of a manifest to export. A rule for {@code /a/} and an equal one for {@code /a/index.html} are one file. */
final class PageFiles {
  private PageFiles() {}

  /**
   * One page to write.
   *
   * @param index the index of its rule, for messages
   * @param isIndex true if it stands for both the folder and its index.html
   */
  record Page(int index, PathPattern match, List<Asset> assets, boolean isIndex) {
    /** Returns the path of the file; for a folder the path of its index.html. */
    String file() {
      return isIndex ? match.text() + PageFile.INDEX : match.text();
    }
  }

  /** Returns the pages whose rules can be written. */
  static List<Page> of(PushManifest manifest, Losses losses) {
    losses.ofWhole(manifest);
    List<Page> pages = new ArrayList<>();
    for (int i = 0; i < manifest.rules().size(); i++) {
      PushManifest.Rule rule = manifest.rules().get(i);
      if (losses.isPlain(rule, i) && !isTwin(rule, manifest)) {
        pages.add(new Page(i, rule.match(), rule.assets(), hasTwin(rule, manifest)));
      }
    }
    return pages;
  }

  private static boolean hasTwin(PushManifest.Rule rule, PushManifest manifest) {
    return rule.isPlain()
        && rule.match().isExact()
        && rule.match().text().endsWith("/")
        && has(manifest, rule.match().text() + PageFile.INDEX, rule.assets());
  }

  private static boolean isTwin(PushManifest.Rule rule, PushManifest manifest) {
    String path = rule.match().text();
    return rule.match().isExact()
        && path.endsWith("/" + PageFile.INDEX)
        && has(manifest, path.substring(0, path.length() - PageFile.INDEX.length()), rule.assets());
  }

  private static boolean has(PushManifest manifest, String path, List<Asset> assets) {
    return manifest.rules().stream()
        .anyMatch(rule -> rule.isPlain()
            && rule.match().isExact()
            && rule.match().text().equals(path)
            && Objects.equals(rule.assets(), assets));
  }
}
