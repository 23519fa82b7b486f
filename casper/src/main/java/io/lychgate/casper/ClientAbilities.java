package io.lychgate.casper;

/**
 * What the client's end of a connection can take.
 *
 * @param readsHints HTTP/2 or HTTP/3: over HTTP/1.1 browsers ignore a 103
 * @param takesPush SETTINGS_ENABLE_PUSH is 1 and the connection is not going away (RFC 9113 6.5.2)
 * @param pushesAllowed pushed streams that may still be opened (RFC 9113 5.1.2)
 * @param pushBytes bytes of pushes that the path can carry without holding up the page ({@link PathWindow})
 */
public record ClientAbilities(
    boolean readsHints, boolean takesPush, int pushesAllowed, long pushBytes) {
  /** An HTTP/1.1 client: nothing reaches it early. */
  public static final ClientAbilities HTTP_1 = new ClientAbilities(false, false, 0);

  /** A client whose path sets no limit. */
  public ClientAbilities(boolean readsHints, boolean takesPush, int pushesAllowed) {
    this(readsHints, takesPush, pushesAllowed, Long.MAX_VALUE);
  }

  /** Today's browser over HTTP/2 or HTTP/3. */
  public static final ClientAbilities HINTS_ONLY = new ClientAbilities(true, false, 0);
}
