package io.lychgate.gateway.http2;

import io.netty.handler.codec.http2.Http2Exception;

/**
 * The budgets of one connection, with one bucket for each kind of frame. The limits are generous: no correct client comes near
 * them.
 */
final class FrameBudgets {
  /** Chromium changes priorities on scroll, a page at a time; nghttp sends five frames at the start. */
  private final FrameBudget priority = new FrameBudget("PRIORITY", 1_000, 200);

  /** Keep-alive pings come every few seconds, bandwidth probes (gRPC) with each burst of data. */
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

  void prioritySeen() throws Http2Exception {
    priority.spend();
  }

  void pingSeen() throws Http2Exception {
    ping.spend();
  }

  void settingsSeen() throws Http2Exception {
    settings.spend();
  }

  void unknownSeen() throws Http2Exception {
    unknown.spend();
  }

  void refusedHeadSeen() throws Http2Exception {
    refusedHead.spend();
  }

  void windowUpdateSeen() throws Http2Exception {
    windowUpdate.spend();
  }

  /** Counts body bytes sent to the client. */
  void sent(int bytes) {
    unearnedBytes += bytes;
    if (unearnedBytes >= BYTES_PER_UPDATE) {
      windowUpdate.earn(2 * (unearnedBytes / BYTES_PER_UPDATE));
      unearnedBytes %= BYTES_PER_UPDATE;
    }
  }
}
