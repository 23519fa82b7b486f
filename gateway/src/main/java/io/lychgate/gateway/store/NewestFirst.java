package io.lychgate.gateway.store;

/**
 * The wanted part of a list with the newest first, and in order of ids within one millisecond: the items after this place.
 *
 * @param at milliseconds since 1970
 * @param offset items that are left out after the place
 */
public record NewestFirst(long at, String id, int limit, int offset) {

  /** Returns the part with the newest items. */
  public static NewestFirst of(int limit) {
    return new NewestFirst(Long.MAX_VALUE, "", limit, 0);
  }

  /** Returns true for an item after the place. */
  boolean continuesWith(long itemAt, String itemId) {
    return itemAt < at || (itemAt == at && itemId.compareTo(id) < 0);
  }
}
