package io.lychgate.gateway.push.facts;

import io.lychgate.gateway.push.link.Asset;
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

  public ManifestEntry(EntryKey key, int ruleIndex, Asset asset, EntryTally tally) {
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

  /** Returns the priority that the manifest states for the response; null if it states none. */
  public @Nullable StatedPriority priority() {
    return priority;
  }

  /** Returns the same priority as the value of a Priority field. */
  public @Nullable AsciiString priorityField() {
    return priorityField;
  }

  /** Returns the identity of the entry beyond this index. */
  public EntryKey key() {
    return key;
  }

  public String manifest() {
    return key.manifest();
  }

  /** Returns the place of the rule in its manifest, from 0. */
  public int ruleIndex() {
    return ruleIndex;
  }

  /** Returns the pattern of the rule, as it was written. */
  public String match() {
    return key.match();
  }

  public Asset asset() {
    return asset;
  }

  /** Returns the counts of its pushes and hints. */
  public EntryTally tally() {
    return tally;
  }
}
