package io.lychgate.casper;

/**
 * The resources pushed or hinted on one connection, so that nothing is sent twice on it. Event loop only; allocates nothing until
 * the first record.
 *
 * <p>Bounded: two tables of {@value CasperLimits#DIARY_ENTRIES} entries. When the newer table is full, the older one is discarded.
 * So a connection that stays open for days neither grows nor stops recording.
 */
public final class PushDiary {
  private static final long[] NOTHING = {0};

  private long[] newer = NOTHING;
  private long[] older = NOTHING;
  private int newerSize;

  /** Returns true if the candidate was already recorded for pages of this authority. */
  public boolean contains(String authority, PushCandidate candidate) {
    return contains(authority, candidate.identity());
  }

  /** Returns the same for a resource without a candidate, by its {@link ResourceKey#identity}. */
  public boolean contains(String authority, long identity) {
    if (newer == NOTHING && older == NOTHING) {
      return false;
    }
    long entry = entry(authority, identity);
    return newer[slot(newer, entry)] == entry || older[slot(older, entry)] == entry;
  }

  public void record(String authority, PushCandidate candidate) {
    record(authority, candidate.identity());
  }

  public void record(String authority, long identity) {
    long entry = entry(authority, identity);
    if (newerSize == CasperLimits.DIARY_ENTRIES) {
      older = newer;
      newer = NOTHING;
      newerSize = 0;
    }
    if ((newerSize + 1) * 2 > newer.length) {
      grow();
    }
    int slot = slot(newer, entry);
    if (newer[slot] == 0) {
      newer[slot] = entry;
      newerSize++;
    }
  }

  private void grow() {
    long[] smaller = newer;
    newer = new long[Math.max(32, smaller.length * 2)];
    for (long entry : smaller) {
      if (entry != 0) {
        newer[slot(newer, entry)] = entry;
      }
    }
  }

  /**
   * Returns the slot of the entry, or the empty slot where it would be. Tables are at most half full, and their sizes are powers of
   * two.
   */
  private static int slot(long[] table, long entry) {
    int mask = table.length - 1;
    int slot = (int) entry & mask;
    while (table[slot] != 0 && table[slot] != entry) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static long entry(String authority, long identity) {
    // One connection can carry several authorities (RFC 9113 9.1.1), and "/a.css" is a different
    // resource on each.
    long entry = identity ^ (authority.hashCode() * 0x9e3779b97f4a7c15L);
    return entry == 0 ? 1 : entry;
  }
}
