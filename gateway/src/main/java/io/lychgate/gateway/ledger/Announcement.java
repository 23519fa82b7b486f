package io.lychgate.gateway.ledger;

import io.lychgate.gateway.push.EntryTally;
import io.lychgate.gateway.push.ManifestEntry;
import io.lychgate.gateway.push.TallyCount;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * One push or hint of a manifest entry on one connection, from the moment it is sent until it is known what became of it.
 * Counts exactly one of used, cached, refused and unused. Event loop only.
 */
public final class Announcement {
  /*
   *   hint:  SENT -- asked --> ASKED -- answered --> ANSWERED (used or cached)      SENT -- window over --> unused
   *   push:  SENT -- taken whole --> TAKEN -- window over --> used
   *          SENT, TAKEN -- reset --> refused;  -- asked for --> unused or cached;  SENT -- cut off --> unused
   *
   * Where the page may tell what it used, these are counted when it has, or can't any more; after the window no request
   * changes them. What it tells goes before what was guessed:
   *   hint:  SENT -- in use --> cached;  -- not in use --> unused      ANSWERED -- not in use --> unused
   *   push:  TAKEN -- not in use --> unused
   */
  private enum State {
    SENT,
    TAKEN,
    ASKED,
    ANSWERED,
    /** Counted; nothing more can change it. */
    SETTLED
  }

  /** The stream of a hint: none. */
  static final int NO_STREAM = 0;

  private final PageView view;
  private final ManifestEntry entry;
  private final String authority;
  private final int stream;
  final long atNanos;
  private State state = State.SENT;

  /** Octets of its body, of the push or of the answer to the hint's request. */
  private long bodyBytes;

  /** What the answer to the hint's request says; null once it has been counted. */
  private @Nullable TallyCount answer;

  /** No request belongs to it any more: its window is over, or another page view has begun. */
  private boolean closed;

  private boolean ended;

  /** The counted outcome; null before. */
  private @Nullable TallyCount outcome;

  private boolean repeated;
  private boolean silent;

  /** The outcome is final and reported to the view. */
  private boolean concluded;

  /** This is the client's first view of the entry in this period. */
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

  /** Whether octets of a push are still on their way, also of one that has been counted. */
  boolean isInFlight() {
    return !isHint() && !ended;
  }

  boolean isFor(CharSequence askedAuthority, CharSequence path) {
    String own = entry.asset().candidate().path();
    return state != State.SETTLED
        && !closed
        && own.length() == path.length()
        && AsciiString.contentEquals(own, path)
        && AsciiString.contentEqualsIgnoreCase(authority, askedAuthority);
  }

  /** The client asks for it. {@code isConditional}: whether its own copy is still good (RFC 9110 13.1). */
  void asked(boolean isConditional) {
    if (!isHint()) {
      repeated = !isConditional;
      settle(isConditional ? TallyCount.CACHED : TallyCount.UNUSED, ended ? bodyBytes : 0);
    } else if (state == State.SENT) {
      state = State.ASKED;
    } else if (state == State.ANSWERED && !isConditional) {
      countAnswer();
      repeated = true;
      tally().count(TallyCount.REPEATED);
      tally().add(TallyCount.WASTED_BYTES, bodyBytes);
      state = State.SETTLED;
    }
  }

  /**
   * The answer to the request that followed a hint.
   *
   * @param length octets of its body, -1 if not known
   */
  public void answered(int status, long length) {
    if (state == State.ASKED) {
      boolean isCached = status == 304;
      state = State.ANSWERED;
      // A 304 may tell the length of what it does not carry (RFC 9110 8.6).
      bodyBytes = isCached ? 0 : Math.max(0, length);
      answer = isCached ? TallyCount.CACHED : TallyCount.USED;
      if (!view.awaitsBeacon()) {
        countAnswer();
      }
    }
  }

  /** The client has reset the promised stream after so many octets, or {@link PageViews#AS_ENDED}. */
  void refused(long sentBytes) {
    if (state != State.SETTLED) {
      long bytes = sentBytes == PageViews.AS_ENDED ? bodyBytes : sentBytes;
      ended = true;
      settle(TallyCount.REFUSED, bytes);
    }
  }

  /** The push is over: {@code isWhole} when its last octet has left, with a status that a page can use. */
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

  /** The page has told what it used. */
  void reported(Beacon beacon) {
    String path = entry.asset().candidate().path();
    boolean isHint = isHint();
    if (state == State.SENT && isHint) {
      if (beacon.isUsed(path)) {
        // Octets without a request that was seen here came over another connection.
        byBeacon(beacon.isTransferred(path) ? TallyCount.USED : TallyCount.CACHED, 0);
      } else if (beacon.whole()) {
        byBeacon(TallyCount.UNUSED, entry.asset().link().length());
      }
    } else if (state == State.ANSWERED || state == State.TAKEN) {
      if (beacon.isUsed(path)) {
        byBeacon(answer == null ? TallyCount.USED : answer, 0);
      } else if (beacon.whole()) {
        byBeacon(TallyCount.UNUSED, bodyBytes);
      }
    }
  }

  /** The window is over: no request belongs to it any more. */
  void closeToRequests() {
    closed = true;
  }

  /** Nothing more is to come: of its page view, or of its connection. */
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
      case TAKEN, ASKED -> settle(TallyCount.USED, 0);
      case ANSWERED -> {
        countAnswer();
        state = State.SETTLED;
      }
      case SETTLED -> {}
    }
    if (state == State.SETTLED && !concluded) {
      concluded = true;
      view.settled(this);
    }
  }

  /** Whether the early response was used and not fetched again. */
  boolean isReused() {
    return !repeated && (outcome == TallyCount.USED || outcome == TallyCount.CACHED);
  }

  /** Whether the client fetched it again although it had been sent early. */
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

  /** Another page view begins on the connection: a second request from now on is that one's. */
  void superseded() {
    if (state == State.ANSWERED) {
      closed = true;
    }
  }

  private void countAnswer() {
    if (answer != null) {
      outcome = answer;
      tally().count(answer);
      answer = null;
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
