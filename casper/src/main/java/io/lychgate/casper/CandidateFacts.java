package io.lychgate.casper;

/**
 * Facts about a candidate, from its own responses and from the ledger. Immutable: new facts replace it.
 *
 * @param reusability permission of a cache to reuse its response without revalidation
 * @param bodyBytes length of its body, -1 if unknown
 * @param isWasteful true if the ledger demoted it
 * @param contentKey its key in a native fingerprint, with the content version of its last response; {@link #NO_KEY} if no response
 *     was seen. A fingerprint made before a deploy then does not match the content after it.
 * @param isFirstContent true if no other content of it was seen; a key recorded by its path alone, before its first response, is
 *     then still valid
 */
public record CandidateFacts(
    Reusability reusability,
    long bodyBytes,
    boolean isWasteful,
    int contentKey,
    boolean isFirstContent) {
  /** No response was seen. One key in 2^32 equals this value by chance and then loses its version. */
  public static final int NO_KEY = 0;

  /** No facts are known: it is sent, and its response provides the facts. */
  public static final CandidateFacts UNKNOWN =
      new CandidateFacts(Reusability.UNKNOWN, -1, false, NO_KEY, true);

  /** Bytes that an unknown body counts against the byte budget. Low, because the first response provides the real length. */
  private static final long ASSUMED_BODY_BYTES = 4 * 1024;

  /** The permission to reuse a response of the resource from a cache. */
  public enum Reusability {
    UNKNOWN,
    REUSABLE,
    /** {@code no-store}, {@code no-cache}, or no freshness at all. */
    NOT_REUSABLE,
    /** The last response stated that the resource does not exist. */
    GONE,
    /** The last response was a redirect, so a resource sent early would not be the one that the page uses. */
    REDIRECTED
  }

  /** Returns the same facts, marked as demoted by the ledger. */
  public CandidateFacts asWasteful() {
    return new CandidateFacts(reusability, bodyBytes, true, contentKey, isFirstContent);
  }

  /** Returns the facts about the content only, for when the others have expired. */
  public CandidateFacts contentOnly() {
    return new CandidateFacts(Reusability.UNKNOWN, -1, isWasteful, contentKey, isFirstContent);
  }

  /** Returns the bytes that a push of it takes from the byte budget. */
  public long budgetedBytes() {
    return bodyBytes < 0 ? ASSUMED_BODY_BYTES : bodyBytes;
  }
}
