package io.lychgate.gateway.timing;

import io.netty.util.AsciiString;

/**
 * One request of a page view, as the gateway served it.
 *
 * @param path path without query, cut to {@link #MAX_PATH}
 * @param isPage true for the request of the page itself
 * @param isPushed true if the gateway has promised it
 * @param connection number of the connection
 * @param status status of the final response; 0 if none was sent
 * @param bytes bytes of the body of the response
 * @param hints resources that were hinted ahead of the response
 * @param pushes resources that were pushed ahead of the response
 * @param isWhole true if the whole response has left
 */
public record LaneRequest(
    String path,
    boolean isPage,
    boolean isPushed,
    long connection,
    int status,
    Times times,
    long bytes,
    int hints,
    int pushes,
    boolean isWhole) {
  /** A time at which nothing has happened. */
  public static final long NEVER = Long.MIN_VALUE;

  /** Characters of a path that are kept. The script cuts at the same place. */
  public static final int MAX_PATH = 128;

  /**
   * Times of {@link System#nanoTime}.
   *
   * @param received the request head has arrived
   * @param decided its route and all of its policies are decided
   * @param early the first hints or pushes were passed to the connection; {@link #NEVER} without any
   * @param upstream the server's response head has arrived; {@code NEVER} if no server was asked
   * @param head the response head leaves; {@code NEVER} if none did
   * @param end nothing of the response is left in the gateway
   */
  public record Times(
      long received, long decided, long early, long upstream, long head, long end) {}

  /** Returns the path of a request target without its query, cut. */
  public static String pathOf(CharSequence target) {
    int query = AsciiString.indexOf(target, '?', 0);
    int length = Math.min(query < 0 ? target.length() : query, MAX_PATH);
    return target.subSequence(0, length).toString();
  }
}
