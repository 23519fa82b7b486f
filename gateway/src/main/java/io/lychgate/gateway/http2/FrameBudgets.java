package io.lychgate.gateway.http2;

import io.netty.handler.codec.http2.Http2Exception;

/** The budgets of one connection, a bucket for each kind of frame. Numbers are generous: no honest client comes near. */
final class FrameBudgets {
  /** Chromium re-prioritises on scroll, a page at a time; nghttp sends five at the start. */
  private final FrameBudget priority = new FrameBudget("PRIORITY", 1_000, 200);

  /** Keep-alive pings come every some seconds, bandwidth probes (gRPC) with each burst of data. */
  private final FrameBudget ping = new FrameBudget("PING", 200, 20);

  /** A client changes its settings when a tab goes to the background. */
  private final FrameBudget settings = new FrameBudget("SETTINGS", 50, 5);

  /** Grease of Chromium (RFC 8701) is one now and then. */
  private final FrameBudget unknown = new FrameBudget("unknown", 200, 20);

  /**
   * Heads that are refused for their size cost as much as a hundred small ones. A client whose cookies are too large
   * sends some for a page, and gets 431 for each.
   */
  private final FrameBudget refusedHead = new FrameBudget("too large HEADERS", 20, 1);

  /** Besides these, what we send earns them: one for each stream and connection per so many bytes. */
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

  /** So many bytes of bodies went to the client. */
  void sent(int bytes) {
    unearnedBytes += bytes;
    if (unearnedBytes >= BYTES_PER_UPDATE) {
      windowUpdate.earn(2 * (unearnedBytes / BYTES_PER_UPDATE));
      unearnedBytes %= BYTES_PER_UPDATE;
    }
  }
}
