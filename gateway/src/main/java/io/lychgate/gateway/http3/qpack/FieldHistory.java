package io.lychgate.gateway.http3.qpack;

/**
 * Which fields a connection has had, to tell those that will come again: one whose name is new here may, and one that has come before with
 * the same value will. What is different each time, such as an id of the request, is so inserted once at most.
 *
 * <p>Hashes in as many slots as there are; the last one has its slot. A mistake costs octets, not correctness.
 */
final class FieldHistory {
  private static final int SLOTS = 128;

  private final int[] names = new int[SLOTS];
  private final int[] lines = new int[SLOTS];

  /** Notes a field and tells whether it is worth an entry. */
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
