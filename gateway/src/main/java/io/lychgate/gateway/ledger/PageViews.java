package io.lychgate.gateway.ledger;

import io.lychgate.gateway.config.LedgerConfig;
import io.lychgate.gateway.config.Limits;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestPurpose;
import io.lychgate.gateway.observe.BeaconOutcome;
import io.lychgate.gateway.push.EntryTally;
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
  /** The oldest is counted as it stands for the next one: far above what pages in one window have. */
  static final int MAX_OPEN = 256;

  /** Octets of a reset push: those that were counted when it ended. */
  public static final long AS_ENDED = -1;

  private final DeadlineWheel deadlines;
  private final long client;
  private final long windowNanos;

  /** How long after something was sent a beacon may speak of it; never shorter than the window. */
  private final long beaconNanos;

  private final boolean beaconsTaken;
  private final BeaconAllowance allowance = new BeaconAllowance();
  private final ArrayDeque<Announcement> open = new ArrayDeque<>();
  private final Deadline expiry = new Deadline() {
    @Override
    protected void expired() {
      look(System.nanoTime());
    }
  };

  /** When {@link #expiry} is due. */
  private long nextLook;

  private boolean closed;

  /** The last view that was counted without its beacon. */
  private @Nullable PageView missed;

  /** @param client keyed hash of its address */
  public PageViews(DeadlineWheel deadlines, LedgerConfig rules, long client) {
    this.client = client;
    this.deadlines = deadlines;
    this.windowNanos = rules.window().toNanos();
    this.beaconNanos = Math.max(windowNanos, rules.beacons().window().toNanos());
    this.beaconsTaken = rules.beacons().enabled();
  }

  /** A page that something is sent ahead of. */
  public PageView begin(RequestHead page) {
    boolean isBrowser = page.fields().contains(FieldNames.SEC_FETCH_MODE);
    if (!beaconsTaken || page.target().length() > Limits.ASSET_URL_CHARACTERS) {
      return new PageView(client, isBrowser, "", null);
    }
    allowance.viewBegins();
    return new PageView(
        client, isBrowser, page.authority().toString(), page.target().toString());
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
      unsent(entry.tally(), client);
      return;
    }
    if (open.size() == MAX_OPEN) {
      open.removeFirst().over();
    }
    long now = System.nanoTime();
    Announcement announcement = new Announcement(view, entry, authority, stream, now);
    announcement.claim(client);
    open.add(announcement);
    if (!expiry.isArmed() || now + windowNanos - nextLook < 0) {
      lookAt(now, windowNanos);
    }
  }

  /** A page view with this entry in its plan, of which the entry was not sent ahead, so that it was no waste. */
  public static void unsent(EntryTally tally, long client) {
    if (tally.claim(client)) {
      tally.judge(TallyCount.VIEWS);
    }
  }

  /**
   * The client asks for something.
   *
   * <p>A prefetch belongs to a page that is not shown yet, so it is no evidence about this page's early assets.
   *
   * @param isPage whether another page view begins with it
   * @return the hint that this follows, to be told the answer; null for none
   */
  public @Nullable Announcement asked(RequestHead request, boolean isPage) {
    if (open.isEmpty() || RequestPurpose.isPrefetch(request.fields())) {
      return null;
    }
    boolean mayMatch =
        "GET".contentEquals(request.method()) && !request.fields().contains(HttpHeaderNames.RANGE);
    boolean isConditional = isConditional(request.fields());
    Announcement found = null;
    for (Announcement each : open) {
      if (isConditional) {
        each.view().revalidates();
      }
      if (isPage) {
        each.superseded();
      } else {
        each.view().loads();
      }
      if (mayMatch && found == null && each.isFor(request.authority(), request.target())) {
        found = each;
      }
    }
    if (found != null) {
      found.asked(isConditional);
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

  /** Whether there is a page view that a beacon on this connection could speak of, or has just missed. */
  public boolean awaitsBeacon() {
    if (closed || missed != null) {
      return !closed;
    }
    for (Announcement each : open) {
      if (each.view().awaitsBeacon()) {
        return true;
      }
    }
    return false;
  }

  public BeaconAllowance allowance() {
    return allowance;
  }

  /** A page tells what it used. Of several open views of the same page it is the oldest that has not told. */
  public BeaconOutcome reported(CharSequence authority, Beacon beacon) {
    for (Announcement each : open) {
      if (each.view().awaitsBeaconOf(authority, beacon.page())) {
        reported(each.view(), beacon);
        return BeaconOutcome.TAKEN;
      }
    }
    PageView late = missed;
    if (late != null && late.awaitsBeaconOf(authority, beacon.page())) {
      missed = null;
      return BeaconOutcome.LATE;
    }
    return BeaconOutcome.IDLE;
  }

  private void reported(PageView view, Beacon beacon) {
    view.reported();
    for (Announcement each : open) {
      if (each.view() == view) {
        each.reported(beacon);
      }
    }
    // What the beacon left open is bound to the window alone from now on.
    look(System.nanoTime());
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

  /** Ends windows and counts what has come to its end, and looks again when the next one does. */
  private void look(long now) {
    long next = Long.MAX_VALUE;
    for (Iterator<Announcement> all = open.iterator(); all.hasNext(); ) {
      Announcement each = all.next();
      long age = now - each.atNanos;
      boolean mayBeReported = each.view().awaitsBeacon();
      long left = windowNanos - age;
      if (left <= 0 && mayBeReported) {
        each.closeToRequests();
        left = beaconNanos - age;
      }
      if (left <= 0) {
        each.over();
        missed = mayBeReported ? each.view() : missed;
        if (!each.isInFlight()) {
          all.remove();
          continue;
        }
        // Looked at again after another window.
        left = windowNanos;
      }
      next = Math.min(next, left);
    }
    if (!open.isEmpty()) {
      lookAt(now, next);
    }
  }

  private void lookAt(long now, long inNanos) {
    nextLook = now + inNanos;
    deadlines.arm(expiry, inNanos);
  }

  private static boolean isConditional(Fields fields) {
    return fields.contains(HttpHeaderNames.IF_NONE_MATCH)
        || fields.contains(HttpHeaderNames.IF_MODIFIED_SINCE);
  }
}
