package io.lychgate.gateway.ledger;

import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.push.ManifestEntry;
import io.lychgate.gateway.push.TallyCount;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * What one client connection was sent ahead of its pages and has not yet shown what it did with. Event loop only; made when
 * the first thing is sent, so that other connections pay nothing.
 */
public final class PageViews {
  /** The oldest is forgotten for the next one: far above what pages in one window have. */
  static final int MAX_OPEN = 256;

  /** Octets of a reset push: those that were counted when it ended. */
  public static final long AS_ENDED = -1;

  private final DeadlineWheel deadlines;
  private final long windowNanos;
  private final ArrayDeque<Announcement> open = new ArrayDeque<>();
  private final Deadline expiry = new Deadline() {
    @Override
    protected void expired() {
      settleUntil(System.nanoTime() - windowNanos);
    }
  };
  private boolean closed;

  /** @param windowNanos how long after it was sent a request still belongs to a hint or push */
  public PageViews(DeadlineWheel deadlines, long windowNanos) {
    this.deadlines = deadlines;
    this.windowNanos = windowNanos;
  }

  /**
   * A hint or a promise has left.
   *
   * @param authority of the page, in lower case
   * @param stream the promised one; {@link Announcement#NO_STREAM} for a hint
   */
  public void sent(PageView view, ManifestEntry entry, String authority, int stream) {
    boolean isHint = stream == Announcement.NO_STREAM;
    entry.tally().count(isHint ? TallyCount.HINTED : TallyCount.PUSHED);
    String other = entry.asset().candidate().authority();
    boolean isVisible = other.isEmpty() || other.equals(authority);
    if (closed || !isVisible) {
      // Another origin's resource is asked for elsewhere: nothing of its use is seen here.
      return;
    }
    if (open.size() == MAX_OPEN) {
      open.removeFirst();
    }
    open.add(new Announcement(view, entry, authority, stream, System.nanoTime()));
    if (!expiry.isArmed()) {
      deadlines.arm(expiry, windowNanos);
    }
  }

  /**
   * The client asks for something.
   *
   * @param isPage whether another page view begins with it
   * @return the hint that this follows, to be told the answer; null for none
   */
  public @Nullable Announcement asked(RequestHead request, boolean isPage) {
    if (open.isEmpty()) {
      return null;
    }
    boolean mayMatch =
        "GET".contentEquals(request.method()) && !request.fields().contains(HttpHeaderNames.RANGE);
    Announcement found = null;
    for (Announcement each : open) {
      if (isPage) {
        each.superseded();
      } else {
        each.view().loads();
      }
      if (mayMatch && found == null && each.isFor(request.authority(), request.path())) {
        found = each;
      }
    }
    if (found != null) {
      found.asked(isConditional(request.fields()));
    }
    return found;
  }

  /** The client has reset a promised stream, after so many octets of its body, or {@link #AS_ENDED}. */
  public void refused(int stream, long sentBytes) {
    Announcement push = push(stream);
    if (push != null) {
      push.refused(sentBytes);
    }
  }

  /** The exchange of a promised stream is over. */
  public void pushEnded(long stream, boolean isWhole, long sentBytes) {
    Announcement push = push(stream);
    if (push != null) {
      push.ended(isWhole, sentBytes);
      if (closed) {
        push.over();
      }
    }
  }

  /** The connection is closed: what was not asked for by now never will be. */
  public void close() {
    closed = true;
    deadlines.disarm(expiry);
    // A push that is cut off tells so itself, with its octets.
    open.forEach(Announcement::over);
  }

  private @Nullable Announcement push(long stream) {
    for (Announcement each : open) {
      if (each.stream() == stream) {
        return each;
      }
    }
    return null;
  }

  private void settleUntil(long nanos) {
    for (Iterator<Announcement> all = open.iterator(); all.hasNext(); ) {
      Announcement each = all.next();
      if (each.atNanos - nanos > 0) {
        break;
      }
      each.over();
      if (!each.isInFlight()) {
        all.remove();
      }
    }
    Announcement next = open.peekFirst();
    if (next != null) {
      // One that is still in flight is looked at again after another window.
      long left = next.atNanos - nanos;
      deadlines.arm(expiry, left > 0 ? left : windowNanos);
    }
  }

  private static boolean isConditional(Fields fields) {
    return fields.contains(HttpHeaderNames.IF_NONE_MATCH)
        || fields.contains(HttpHeaderNames.IF_MODIFIED_SINCE);
  }
}
