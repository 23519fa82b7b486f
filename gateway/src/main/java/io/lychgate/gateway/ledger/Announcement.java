package io.lychgate.gateway.ledger;

import io.lychgate.gateway.push.facts.EntryTally;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.facts.TallyCount;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * One push or hint of a manifest entry on one connection, from the time it is sent until its outcome is known. Counts exactly one
 * of used, cached, refused and unused. Event loop only.
 */
public final class Announcement {
  /*
   *   hint:  SENT -- request --> REQUESTED -- response --> RESPONDED (used or cached)    SENT -- window over --> unused
   *   push:  SENT -- received whole --> TAKEN -- window over --> used
   *          SENT, TAKEN -- reset --> refused;  -- request --> unused or cached;  SENT -- aborted --> unused
   *
   * If the page may send a beacon, these are counted at the beacon, or when one can no longer come. After the window no request
   * changes them. The beacon overrides the guess:
   *   hint:  SENT -- in use --> cached;  -- not in use --> unused      RESPONDED -- not in use --> unused
   *   push:  TAKEN -- not in use --> unused
   */
  private enum State {
    SENT,
    TAKEN,
    REQUESTED,
    RESPONDED,
    /** Counted; final. */
    SETTLED
  }

  /** Stands for the stream of a hint, which has none. */
  static final int NO_STREAM = 0;

  private final PageView view;
  private final ManifestEntry entry;
  private final String authority;
  private final int stream;
  final long atNanos;
  private State state = State.SENT;

  /** Bytes of the body of the push, or of the response to the request that followed the hint. */
  private long bodyBytes;

  /** Outcome by the response to the request that followed the hint; null once it is counted. */
  private @Nullable TallyCount pending;

  /** True if no further request belongs to it: its window is over, or another page view has begun. */
  private boolean closed;

  private boolean ended;

  /** The counted outcome; null until then. */
  private @Nullable TallyCount outcome;

  private boolean repeated;
  private boolean silent;

  /** True if the outcome is final and reported to the view. */
  private boolean concluded;

  /** True if this is the client's first view of the entry in this period. */
  private boolean claimed;

  Announcement(PageView view, ManifestEntry entry, String authority, int stream, long atNanos) {
    this.view = view;
    this.entry = entry;
    this.authority = authority;
    this.stream = stream;
    this.atNanos = atNanos;
  }

  /** Claims the client's one view of the entry in this period, if it is still free. */
  void claim(long client) {
    claimed = tally().claim(client);
    view.sent();
  }

  PageView view() {
    return view;
  }

  int stream() {
    return stream;
  }

  /** Returns true if the push is still being sent, even if it is counted already. */
  boolean isInFlight() {
    return !isHint() && !ended;
  }

  boolean isFor(CharSequence requestedAuthority, CharSequence path) {
    String own = entry.asset().candidate().path();
    return state != State.SETTLED
        && !closed
        && own.length() == path.length()
        && AsciiString.contentEquals(own, path)
        && AsciiString.contentEqualsIgnoreCase(authority, requestedAuthority);
  }

  /**
   * Records a request of the client for the asset.
   *
   * @param isConditional true if the client asks if its own copy is still valid (RFC 9110 13.1)
   */
  void requested(boolean isConditional) {
    if (!isHint()) {
      repeated = !isConditional;
      settle(isConditional ? TallyCount.CACHED : TallyCount.UNUSED, ended ? bodyBytes : 0);
    } else if (state == State.SENT) {
      state = State.REQUESTED;
    } else if (state == State.RESPONDED && !isConditional) {
      countPending();
      repeated = true;
      tally().count(TallyCount.REPEATED);
      tally().add(TallyCount.WASTED_BYTES, bodyBytes);
      state = State.SETTLED;
    }
  }

  /**
   * Records the response to the request that followed a hint.
   *
   * @param length bytes of its body, -1 if unknown
   */
  public void answered(int status, long length) {
    if (state == State.REQUESTED) {
      boolean isCached = status == 304;
      state = State.RESPONDED;
      // A 304 may have the length of the body that it does not carry (RFC 9110 8.6).
      bodyBytes = isCached ? 0 : Math.max(0, length);
      pending = isCached ? TallyCount.CACHED : TallyCount.USED;
      if (!view.awaitsBeacon()) {
        countPending();
      }
    }
  }

  /** Records that the client reset the promised stream after this number of bytes, or {@link PageViews#AS_ENDED}. */
  void refused(long sentBytes) {
    if (state != State.SETTLED) {
      long bytes = sentBytes == PageViews.AS_ENDED ? bodyBytes : sentBytes;
      ended = true;
      settle(TallyCount.REFUSED, bytes);
    }
  }

  /** Records the end of the push. {@code isWhole} is true if its last byte was sent, with a status that a page can use. */
  void ended(boolean isWhole, long sentBytes) {
    boolean counted = state == State.SETTLED;
    if (ended) {
      return;
    }
    ended = true;
    bodyBytes = sentBytes;
    if (counted) {
      tally().add(TallyCount.WASTED_BYTES, sentBytes);
    } else if (isWhole) {
      state = State.TAKEN;
    } else {
      settle(TallyCount.UNUSED, sentBytes);
    }
  }

  /** Records the beacon of the page. */
  void reported(Beacon beacon) {
    String path = entry.asset().candidate().path();
    boolean isHint = isHint();
    if (state == State.SENT && isHint) {
      if (beacon.isUsed(path)) {
        // Bytes without a request on this connection came over another one.
        byBeacon(beacon.isTransferred(path) ? TallyCount.USED : TallyCount.CACHED, 0);
      } else if (beacon.whole()) {
        byBeacon(TallyCount.UNUSED, entry.asset().link().length());
      }
    } else if (state == State.RESPONDED || state == State.TAKEN) {
      if (beacon.isUsed(path)) {
        byBeacon(pending == null ? TallyCount.USED : pending, 0);
      } else if (beacon.whole()) {
        byBeacon(TallyCount.UNUSED, bodyBytes);
      }
    }
  }

  /** Ends the window: no further request belongs to the announcement. */
  void closeToRequests() {
    closed = true;
  }

  /** Settles this announcement: its page view or connection has ended. */
  void over() {
    switch (state) {
      case SENT -> {
        if (isHint()) {
          if (view.isSilent()) {
            silent = true;
            tally().count(TallyCount.SILENT);
          }
          settle(TallyCount.UNUSED, entry.asset().link().length());
        }
      }
      case TAKEN, REQUESTED -> settle(TallyCount.USED, 0);
      case RESPONDED -> {
        countPending();
        state = State.SETTLED;
      }
      case SETTLED -> {}
    }
    if (state == State.SETTLED && !concluded) {
      concluded = true;
      view.settled(this);
    }
  }

  /** Returns true if the client used the early response and did not fetch it again. */
  boolean isReused() {
    return !repeated && (outcome == TallyCount.USED || outcome == TallyCount.CACHED);
  }

  /** Returns true if the client fetched the asset again although it was sent early. */
  boolean isFetchedAgain() {
    return repeated;
  }

  /**
   * Counts the outcome for the ledger's judgement, once for each client.
   *
   * @param reusesNothing the client seems to have no cache, so its view is no evidence about the entry
   */
  void judge(long client, boolean reusesNothing) {
    if (reusesNothing) {
      tally().count(TallyCount.UNCACHED);
      if (claimed) {
        tally().release(client);
      }
    } else if (claimed && outcome != null) {
      tally().judge(TallyCount.VIEWS);
      tally().judge(outcome);
      if (repeated && isHint()) {
        tally().judge(TallyCount.REPEATED);
      }
      if (silent) {
        tally().judge(TallyCount.SILENT);
      }
    }
  }

  /** Records the begin of another page view on the connection, which a second request then belongs to. */
  void superseded() {
    if (state == State.RESPONDED) {
      closed = true;
    }
  }

  private void countPending() {
    if (pending != null) {
      outcome = pending;
      tally().count(pending);
      pending = null;
    }
  }

  private void byBeacon(TallyCount outcome, long wastedBytes) {
    tally().count(TallyCount.REPORTED);
    settle(outcome, wastedBytes);
  }

  private boolean isHint() {
    return stream == NO_STREAM;
  }

  private void settle(TallyCount as, long wastedBytes) {
    state = State.SETTLED;
    outcome = as;
    tally().count(as);
    if (wastedBytes > 0) {
      tally().add(TallyCount.WASTED_BYTES, wastedBytes);
    }
  }

  private EntryTally tally() {
    return entry.tally();
  }
}
