package io.lychgate.gateway.http3.qpack;

/**
 * The recent fields of a connection, used to predict which ones will repeat. A field with a new name may repeat; a field seen
 * before with the same value will. A value that changes each time, such as a request id, is thus inserted at most once.
 *
 * <p>Hashes occupy a fixed number of slots; the latest one owns its slot. A wrong prediction costs bytes, not correctness.
 */
final class FieldHistory {
  private static final int SLOTS = 128;

  private final int[] names = new int[SLOTS];
  private final int[] lines = new int[SLOTS];

  /** Records a field and returns true if it is worth an entry. */
  boolean isWorthAnEntry(int nameHash, int lineHash) {
    boolean isNameKnown = note(names, nameHash);
    boolean isLineKnown = note(lines, lineHash);
    return !isNameKnown || isLineKnown;
  }

  private static boolean note(int[] slots, int hash) {
    int slot = hash & SLOTS - 1;
    boolean isKnown = slots[slot] == hash;
    slots[slot] = hash;
    return isKnown;
  }
}
