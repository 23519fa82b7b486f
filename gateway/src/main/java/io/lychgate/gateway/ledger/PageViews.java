package io.lychgate.gateway.ledger;

import io.lychgate.gateway.config.LedgerConfig;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestPurpose;
import io.lychgate.gateway.observe.count.BeaconOutcome;
import io.lychgate.gateway.push.facts.EntryTally;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.facts.TallyCount;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The pushes and hints of one client connection whose outcome is not yet known. Event loop only; created at the first push or hint,
 * so that other connections have no cost.
 */
public final class PageViews {
  /** Maximum open announcements, far above what pages in one window have. Above it the oldest is counted in its present state. */
  static final int MAX_OPEN = 256;

  /** Stands for the bytes of a reset push that were counted when it ended. */
  public static final long AS_ENDED = -1;

  private final DeadlineWheel deadlines;
  private final long client;
  private final long windowNanos;

  /** Time after a push or hint during which a beacon may report on it; never shorter than the window. */
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

  /** Time at which {@link #expiry} is due. */
  private long nextLook;

  private boolean closed;

  /** The last view that was counted without a beacon. */
  private @Nullable PageView missed;

  /** @param client keyed hash of the client's address */
  public PageViews(DeadlineWheel deadlines, LedgerConfig rules, long client) {
    this.client = client;
    this.deadlines = deadlines;
    this.windowNanos = rules.window().toNanos();
    this.beaconNanos = Math.max(windowNanos, rules.beacons().window().toNanos());
    this.beaconsTaken = rules.beacons().enabled();
  }

  /** Begins the view of a page that has hints or pushes. */
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
   * Records a sent hint or promise.
   *
   * @param authority authority of the page, in lower case
   * @param stream the promised stream; {@link Announcement#NO_STREAM} for a hint
   */
  public void sent(PageView view, ManifestEntry entry, String authority, int stream) {
    boolean isHint = stream == Announcement.NO_STREAM;
    entry.tally().count(isHint ? TallyCount.HINTED : TallyCount.PUSHED);
    String other = entry.asset().candidate().authority();
    boolean isVisible = other.isEmpty() || other.equals(authority);
    if (closed || !isVisible) {
      // A resource of another origin is requested elsewhere: this connection does not see its use.
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

  /** Counts a page view with this entry in its plan that did not send the entry, so it was not wasted. */
  public static void unsent(EntryTally tally, long client) {
    if (tally.claim(client)) {
      tally.judge(TallyCount.VIEWS);
    }
  }

  /**
   * Records a request of the client.
   *
   * <p>A prefetch belongs to a page that is not shown yet, so it is no evidence of this page's early assets.
   *
   * @param isPage true if another page view begins with it
   * @return the hint that the request follows, which must get the response; null for none
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
      found.requested(isConditional);
    }
    return found;
  }

  /** Records that the client reset a promised stream, after this number of bytes of its body, or {@link #AS_ENDED}. */
  public void refused(int stream, long sentBytes) {
    Announcement push = push(stream);
    if (push != null) {
      push.refused(sentBytes);
    }
  }

  /** Records the end of the exchange of a promised stream. */
  public void pushEnded(long stream, boolean isWhole, long sentBytes) {
    Announcement push = push(stream);
    if (push != null) {
      push.ended(isWhole, sentBytes);
      if (closed) {
        push.over();
      }
    }
  }

  /** Returns true if a beacon on this connection could report on a page view, or has just missed one. */
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

  /** Records a beacon. If several views of the same page are open, it belongs to the oldest one without a beacon. */
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
    // Only the window applies from now on to announcements that the beacon left open.
    look(System.nanoTime());
  }

  /** Records the end of the connection: no further request can come. */
  public void close() {
    closed = true;
    deadlines.disarm(expiry);
    // An aborted push reports its end itself, with its bytes.
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

  /** Ends windows, counts announcements that have ended, and schedules the next look. */
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
        // The next look is after another window.
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
