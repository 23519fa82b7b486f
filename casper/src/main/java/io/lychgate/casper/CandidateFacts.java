package io.lychgate.casper;

/**
 * Facts about a candidate, from its own responses and from the ledger. A value: new facts
 * replace it.
 *
 * @param reusability whether a cache may reuse its response without asking again
 * @param bodyBytes length of its body, -1 if unknown
 * @param isWasteful whether the ledger demoted it
 * @param contentKey its key in a native fingerprint with the content version of its last response, so that a fingerprint
 *     made before a deploy says nothing about the content after it; {@link #NO_KEY} if no response was seen
 * @param isFirstContent no other content was seen of it: what was noted by its path alone, before its first response, is
 *     still true of it
 */
public record CandidateFacts(
    Reusability reusability,
    long bodyBytes,
    boolean isWasteful,
    int contentKey,
    boolean isFirstContent) {
  /** No response was seen. One key in 2^32 is mistaken for it, and costs a version. */
  public static final int NO_KEY = 0;

  /** Nothing is known: it is sent, and its response will tell. */
  public static final CandidateFacts UNKNOWN =
      new CandidateFacts(Reusability.UNKNOWN, -1, false, NO_KEY, true);

  /** What an unknown body counts against the byte budget. Low, as its first response will tell the truth. */
  private static final long ASSUMED_BODY_BYTES = 4 * 1024;

  /** Whether a response of the resource may be reused from a cache. */
  public enum Reusability {
    UNKNOWN,
    REUSABLE,
    /** {@code no-store}, {@code no-cache}, or no freshness at all. */
    NOT_REUSABLE,
    /** The last answer was that there is no such resource. */
    GONE,
    /** The last answer sent the client elsewhere: what would arrive early is not what the page uses. */
    REDIRECTED
  }

  /** The same resource, demoted by the ledger. */
  public CandidateFacts asWasteful() {
    return new CandidateFacts(reusability, bodyBytes, true, contentKey, isFirstContent);
  }

  /** What stays known of the content when the rest is too old to count. */
  public CandidateFacts contentOnly() {
    return new CandidateFacts(Reusability.UNKNOWN, -1, isWasteful, contentKey, isFirstContent);
  }

  /** What a push of it counts against the byte budget. */
  public long budgetedBytes() {
    return bodyBytes < 0 ? ASSUMED_BODY_BYTES : bodyBytes;
  }
}
