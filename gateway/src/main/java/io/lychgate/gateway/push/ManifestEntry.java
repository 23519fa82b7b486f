package io.lychgate.gateway.push;

/** One asset of one rule of a manifest in force. Shared by all event loops. */
public final class ManifestEntry {
  private final EntryKey key;
  private final int ruleIndex;
  private final Asset asset;
  private final EntryTally tally;

  ManifestEntry(EntryKey key, int ruleIndex, Asset asset, EntryTally tally) {
    this.key = key;
    this.ruleIndex = ruleIndex;
    this.asset = asset;
    this.tally = tally;
  }

  /** What the entry is known by beyond this index. */
  public EntryKey key() {
    return key;
  }

  public String manifest() {
    return key.manifest();
  }

  /** Place of the rule in its manifest, from 0. */
  public int ruleIndex() {
    return ruleIndex;
  }

  /** The pattern of the rule, as it was written. */
  public String match() {
    return key.match();
  }

  public Asset asset() {
    return asset;
  }

  /** What became of its pushes and hints. */
  public EntryTally tally() {
    return tally;
  }
}
