package io.lychgate.gateway.upstream.http2;

import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.upstream.UpstreamSite;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Notices by PINGs (RFC 9113 section 6.7) that the server of a connection has vanished. Servers of gRPC end a connection with too many
 * PINGs, so there is none while bytes arrive, and none without a request. Event loop only.
 *
 * <ul>
 *   <li>While requests are in progress, a PING follows a silence of {@code pingAfter}. Without a response within {@code
 *       connectTimeout}, the connection is lost.
 *   <li>The first request after such a silence waits for the response to a PING of its own, because a request that was sent to a server
 *       that has vanished may not be sent again with each method.
 * </ul>
 */
final class ServerPings {
  /** The content of a PING in a silence. */
  static final long IN_SILENCE = 0x6c79_6368_6761_7465L;

  /** The content of the PING before the first request after a silence. */
  static final long BEFORE_REUSE = IN_SILENCE + 1;

  /** Time at most for the response before a reuse: a new connection costs less than to wait longer. */
  private static final long REUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The connection. */
  interface Owner {
    /** Writes a PING frame with this content. */
    void writePing(long content);

    /** Returns true if requests hold streams. */
    boolean hasRequests();

    /** The server has responded before a reuse: the requests that wait may be sent. */
    void proved();

    /** The server has not responded in time. */
    void vanished(String why);
  }

  private final UpstreamSite site;
  private final Owner owner;
  private final Silence silence = new Silence();
  private final Reuse reuse = new Reuse();

  /** The time at which the last bytes arrived. */
  private long readNanos;

  private boolean isDoubtful;
  private boolean isClosed;

  ServerPings(UpstreamSite site, Owner owner) {
    this.site = site;
    this.owner = owner;
  }

  /** Begins when the connection is open. */
  void begin() {
    bytesCame();
    site.deadlines().arm(silence, pingAfter());
  }

  void bytesCame() {
    readNanos = site.clock().nanoTime();
  }

  /** Returns true while the response to a PING decides if requests may use the connection again. */
  boolean isDoubtful() {
    return isDoubtful;
  }

  /** Call before a request uses a connection on which there was none. */
  void checkBeforeReuse() {
    if (isDoubtful || silentNanos() < pingAfter()) {
      return;
    }
    isDoubtful = true;
    owner.writePing(BEFORE_REUSE);
    // A request waits no longer than connectTimeout for its stream, and the next connection needs
    // time, too.
    site.deadlines().arm(reuse, Math.min(REUSE_NANOS, patience().toNanos() / 2));
  }

  /** A response to a PING with this content has arrived. */
  void responded(long content) {
    if (isDoubtful && content == BEFORE_REUSE) {
      isDoubtful = false;
      site.deadlines().disarm(reuse);
      owner.proved();
    }
  }

  void close() {
    isClosed = true;
    site.deadlines().disarm(silence);
    site.deadlines().disarm(reuse);
  }

  private long silentNanos() {
    return site.clock().nanoTime() - readNanos;
  }

  private long pingAfter() {
    return site.config().connections().pingAfter().toNanos();
  }

  private Duration patience() {
    return site.config().connectTimeout();
  }

  /** The time for the response to the PING of {@link #checkBeforeReuse}. */
  private final class Reuse extends Deadline {
    @Override
    protected void expired() {
      if (isDoubtful && !isClosed) {
        owner.vanished("no response to PING on an idle connection");
      }
    }
  }

  /** The time of the next look, or for the response to a PING in a silence. */
  private final class Silence extends Deadline {
    private boolean isPinged;
    private long pingedNanos;

    @Override
    protected void expired() {
      if (isClosed) {
        return;
      }
      long after = pingAfter();
      long silent = silentNanos();
      boolean isInUse = owner.hasRequests();
      isPinged &= readNanos - pingedNanos <= 0;
      if (!isInUse || (silent < after && !isPinged)) {
        isPinged = false;
        site.deadlines().arm(this, isInUse ? Math.max(1, after - silent) : after);
      } else if (isPinged) {
        owner.vanished("no response to PING within " + patience().toMillis() + " ms");
      } else {
        isPinged = true;
        pingedNanos = site.clock().nanoTime();
        owner.writePing(IN_SILENCE);
        site.deadlines().arm(this, patience().toNanos());
      }
    }
  }
}
