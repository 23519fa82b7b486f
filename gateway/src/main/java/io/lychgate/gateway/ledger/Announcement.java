package io.lychgate.gateway.ledger;

import io.lychgate.gateway.push.EntryTally;
import io.lychgate.gateway.push.ManifestEntry;
import io.lychgate.gateway.push.TallyCount;
import io.netty.util.AsciiString;

/**
 * One push or hint of a manifest entry on one connection, from the moment it is sent until it is known what became of it.
 * Counts exactly one of used, cached, refused and unused. Event loop only.
 */
public final class Announcement {
  /*
   *   hint:  SENT -- asked --> ASKED -- answered --> ANSWERED (used or cached)      SENT -- window over --> unused
   *   push:  SENT -- taken whole --> TAKEN -- window over --> used
   *          SENT, TAKEN -- reset --> refused;  -- asked for --> unused or cached;  SENT -- cut off --> unused
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

  private boolean ended;

  Announcement(PageView view, ManifestEntry entry, String authority, int stream, long atNanos) {
    this.view = view;
    this.entry = entry;
    this.authority = authority;
    this.stream = stream;
    this.atNanos = atNanos;
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
        && own.length() == path.length()
        && AsciiString.contentEquals(own, path)
        && AsciiString.contentEqualsIgnoreCase(authority, askedAuthority);
  }

  /** The client asks for it. {@code isConditional}: whether its own copy is still good (RFC 9110 13.1). */
  void asked(boolean isConditional) {
    if (!isHint()) {
      settle(isConditional ? TallyCount.CACHED : TallyCount.UNUSED, ended ? bodyBytes : 0);
    } else if (state == State.SENT) {
      state = State.ASKED;
    } else if (state == State.ANSWERED && !isConditional) {
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
      state = State.ANSWERED;
      bodyBytes = Math.max(0, length);
      tally().count(status == 304 ? TallyCount.CACHED : TallyCount.USED);
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

  /** The page view is over, or its connection. */
  void over() {
    switch (state) {
      case SENT -> {
        if (isHint()) {
          if (view.isSilent()) {
            tally().count(TallyCount.SILENT);
          }
          settle(TallyCount.UNUSED, entry.asset().link().length());
        }
      }
      case TAKEN, ASKED -> settle(TallyCount.USED, 0);
      case ANSWERED -> state = State.SETTLED;
      case SETTLED -> {}
    }
  }

  /** Another page view begins on the connection: a second request from now on is that one's. */
  void superseded() {
    if (state == State.ANSWERED) {
      state = State.SETTLED;
    }
  }

  private boolean isHint() {
    return stream == NO_STREAM;
  }

  private void settle(TallyCount outcome, long wastedBytes) {
    state = State.SETTLED;
    tally().count(outcome);
    if (wastedBytes > 0) {
      tally().add(TallyCount.WASTED_BYTES, wastedBytes);
    }
  }

  private EntryTally tally() {
    return entry.tally();
  }
}
