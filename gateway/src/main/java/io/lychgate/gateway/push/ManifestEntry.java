package io.lychgate.gateway.push;

import io.lychgate.scheduler.StatedPriority;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** One asset of one rule of a manifest in force. Shared by all event loops. */
public final class ManifestEntry {
  private final EntryKey key;
  private final int ruleIndex;
  private final Asset asset;
  private final EntryTally tally;
  private final @Nullable StatedPriority priority;
  private final @Nullable AsciiString priorityField;

  ManifestEntry(EntryKey key, int ruleIndex, Asset asset, EntryTally tally) {
    this.key = key;
    this.ruleIndex = ruleIndex;
    this.asset = asset;
    this.tally = tally;
    this.priority = asset.hasPriority()
        ? new StatedPriority(
            asset.urgency(),
            asset.incremental(),
            key.manifest() + " rules[" + ruleIndex + "] " + asset.url())
        : null;
    this.priorityField = priority == null ? null : new AsciiString(priority.field());
  }

  /** What the manifest says of the order of its response; null for nothing. */
  public @Nullable StatedPriority priority() {
    return priority;
  }

  /** The same as the value of a Priority field. */
  public @Nullable AsciiString priorityField() {
    return priorityField;
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
