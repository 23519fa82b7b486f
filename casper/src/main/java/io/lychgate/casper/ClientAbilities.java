package io.lychgate.casper;

/**
 * The abilities of the client's end of a connection.
 *
 * @param readsHints true for HTTP/2 and HTTP/3; over HTTP/1.1 browsers ignore a 103
 * @param takesPush true if SETTINGS_ENABLE_PUSH is 1 and the connection is not draining (RFC 9113 6.5.2)
 * @param pushesAllowed pushed streams that may still be opened (RFC 9113 5.1.2)
 * @param pushBytes bytes of pushes that the path can carry without delaying the page ({@link PathWindow})
 */
public record ClientAbilities(
    boolean readsHints, boolean takesPush, int pushesAllowed, long pushBytes) {
  /** An HTTP/1.1 client: it receives nothing early. */
  public static final ClientAbilities HTTP_1 = new ClientAbilities(false, false, 0);

  /** Creates the abilities of a client whose path sets no limit. */
  public ClientAbilities(boolean readsHints, boolean takesPush, int pushesAllowed) {
    this(readsHints, takesPush, pushesAllowed, Long.MAX_VALUE);
  }

  /** A current browser over HTTP/2 or HTTP/3. */
  public static final ClientAbilities HINTS_ONLY = new ClientAbilities(true, false, 0);
}
