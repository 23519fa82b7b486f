package io.lychgate.gateway.observe.count;

import java.util.List;

/** Counters of the response cache of a route. The ordinal is the index of the counter. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum CacheCount {
  /** A fresh response served the request. */
  HIT("hit"),
  /** A stale response served the request, while it was fetched again or because the upstream failed. */
  STALE("stale"),
  /** A stored response served the request after its validation. */
  VALIDATED("validated"),
  /** The request waited for the response to another one, or read along. */
  COALESCED("coalesced"),
  /** The request was forwarded, and its response stored if that was allowed. */
  MISS("miss"),
  /** The request was forwarded without a look at the cache, or with a look that could only be in vain. */
  PASS("pass"),
  /** Bytes of bodies that the upstream did not send. */
  SAVED_BYTES("");

  /** The outcomes of requests. */
  public static final List<CacheCount> OUTCOMES =
      List.of(HIT, STALE, VALIDATED, COALESCED, MISS, PASS);

  private static final int SIZE = values().length;

  private final String tag;

  CacheCount(String tag) {
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }

  /** Returns the index of the counter of a route. */
  public int of(int route) {
    return route * SIZE + ordinal();
  }
}
