package io.lychgate.gateway.learn;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * A change of a manifest that the traffic supports.
 *
 * @param manifest name of the manifest to change
 * @param sample path of a page that an addition is for; empty for a rename
 * @param match pattern of the rule, a glob without stars or a regular expression
 * @param isRegex true if {@code match} is a regular expression
 * @param url the asset to add, or the new name
 * @param replaces the old name; empty for an addition
 * @param as destination of the asset, for an addition
 * @param crossorigin true if a hint must have {@code crossorigin}
 * @param confidence lower end of the 95 % interval of the share of page views that the asset follows
 * @param views page views of the pattern; for a rename, requests for both names
 * @param hits page views that the asset followed, or whose Link field named it; for a rename, requests for the new name
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

  /**
   * The support of a proposal; see the components of the same names.
   *
   * @param reason a sentence for a person
   */
  record Evidence(double confidence, long views, long hits, String reason) {}

  /**
   * The asset of an addition.
   *
   * @param as destination of the asset
   * @param crossorigin true if a hint must have {@code crossorigin}
   */
  record Added(String url, String as, boolean crossorigin, int tier) {}

  /** Proposes an asset for the pages of a pattern. */
  static Proposal addition(
      String manifest,
      String host,
      String sample,
      PagePattern pattern,
      Added asset,
      Evidence evidence) {
    boolean isExact = pattern.isExact();
    return new Proposal(
        manifest,
        host,
        sample,
        isExact ? pattern.text() : pattern.regex(),
        !isExact,
        asset.url,
        "",
        asset.as,
        asset.crossorigin,
        asset.tier,
        evidence.confidence,
        evidence.views,
        evidence.hits,
        evidence.reason);
  }

  /** Proposes another name for an asset of a manifest. */
  static Proposal rename(String manifest, String host, String old, String url, Evidence evidence) {
    return new Proposal(
        manifest,
        host,
        "",
        "",
        false,
        url,
        old,
        "",
        false,
        1,
        evidence.confidence,
        evidence.views,
        evidence.hits,
        evidence.reason);
  }

  public boolean isRename() {
    return !replaces.isEmpty();
  }

  public String kind() {
    return isRename() ? "rename" : "add";
  }

  /** Returns an id that is the same for the same change, whatever its evidence. */
  public String id() {
    String place = isRename() ? "" : match;
    String identity = String.join("\n", kind(), manifest, place, replaces, url);
    return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
