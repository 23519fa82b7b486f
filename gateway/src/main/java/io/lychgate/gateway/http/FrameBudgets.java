package io.lychgate.gateway.http;

import io.netty.handler.codec.http2.Http2Exception;

/**
 * The budgets of one connection, with one bucket for each kind of frame. The limits are generous: no correct peer comes near
 * them.
 */
public final class FrameBudgets {
  /** Chromium changes priorities on scroll, a page at a time; nghttp sends five frames at the start. */
  private final FrameBudget priority = new FrameBudget("PRIORITY", 1_000, 200);

  /**
   * Keep-alive pings come every few seconds. Peers of gRPC probe the bandwidth: at most once for a DATA frame that they receive, so
   * that each sent one earns a PING.
   */
  private final FrameBudget ping = new FrameBudget("PING", 200, 20);

  /** A client changes its settings when a tab goes to the background. */
  private final FrameBudget settings = new FrameBudget("SETTINGS", 50, 5);

  /** Chromium sends an occasional frame of grease (RFC 8701). */
  private final FrameBudget unknown = new FrameBudget("unknown", 200, 20);

  /**
   * A request head that is refused for its size costs as much as a hundred small ones. A client whose cookies are too large sends a
   * few for each page, and gets 431 for each.
   */
  private final FrameBudget refusedHead = new FrameBudget("too large HEADERS", 20, 1);

  /** In addition, sent bytes earn frames: one for the stream and one for the connection per {@link #BYTES_PER_UPDATE}. */
  private final FrameBudget windowUpdate = new FrameBudget("WINDOW_UPDATE", 10_000, 1_000);

  /** Bytes after which the busiest clients update a window. */
  private static final int BYTES_PER_UPDATE = 1024;

  private int unearnedBytes;

  public void prioritySeen() throws Http2Exception {
    priority.spend();
  }

  public void pingSeen() throws Http2Exception {
    ping.spend();
  }

  public void settingsSeen() throws Http2Exception {
    settings.spend();
  }

  public void unknownSeen() throws Http2Exception {
    unknown.spend();
  }

  public void refusedHeadSeen() throws Http2Exception {
    refusedHead.spend();
  }

  public void windowUpdateSeen() throws Http2Exception {
    windowUpdate.spend();
  }

  /** Counts a DATA frame sent to the peer. */
  public void sent(int bytes) {
    ping.earn(1);
    unearnedBytes += bytes;
    if (unearnedBytes >= BYTES_PER_UPDATE) {
      windowUpdate.earn(2 * (unearnedBytes / BYTES_PER_UPDATE));
      unearnedBytes %= BYTES_PER_UPDATE;
    }
  }
}
