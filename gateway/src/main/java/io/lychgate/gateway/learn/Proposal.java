package io.lychgate.gateway.learn;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * A change of a manifest that traffic speaks for.
 *
 * @param manifest that it would change
 * @param sample path of a page that an addition is for; empty for a renaming
 * @param match pattern of the rule, a glob without stars or a regular expression
 * @param isRegex which of both
 * @param url the asset to add, or the new name
 * @param replaces the old name; empty for an asset to add
 * @param as destination, of an asset to add
 * @param crossorigin whether a hint must say {@code crossorigin}
 * @param confidence lower end of the 95 % interval of the share of page views that the asset follows
 * @param views page views of the pattern; of a renaming, requests for both names
 * @param hits page views that the asset followed, or whose Link field named it; of a renaming, requests for the new name
 * @param reason a sentence for a person
 */
public record Proposal(
    String manifest,
    String host,
    String sample,
    String match,
    boolean isRegex,
    String url,
    String replaces,
    String as,
    boolean crossorigin,
    int tier,
    double confidence,
    long views,
    long hits,
    String reason) {

  public boolean isRename() {
    return !replaces.isEmpty();
  }

  public String kind() {
    return isRename() ? "rename" : "add";
  }

  /** The same for the same change, whatever speaks for it by now. */
  public String id() {
    String place = isRename() ? "" : match;
    String identity = String.join("\n", kind(), manifest, place, replaces, url);
    return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
