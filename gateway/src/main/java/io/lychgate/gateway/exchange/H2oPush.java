package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.ResponseHead;
import org.jspecify.annotations.Nullable;

/**
 * One push of H2O's mode, from the request to the decision. Its page decides on pushes in the order of the links. A push that
 * delays the page too long is promised before its response is here, and then decides for itself when it arrives.
 */
final class H2oPush implements HeldResponse.Gate {
  private final H2oPage page;
  private final Exchange exchange;
  private final HeldResponse held;
  private @Nullable ResponseHead head;
  private State state = State.REQUESTED;

  private enum State {
    /** The request is on its way. */
    REQUESTED,
    /** The head of the response is here, or there will be none. */
    SETTLED,
    /** Promised before the head was here. */
    LATE,
    /** Released or called off. */
    DECIDED
  }

  H2oPush(H2oPage page, Exchange exchange) {
    this.page = page;
    this.exchange = exchange;
    this.held = new HeldResponse(exchange, this);
  }

  /** Sends the request to its responder. */
  void begin() {
    exchange.ahead().heldBy(held);
    exchange.begin(true);
    if (state == State.REQUESTED && exchange.isEnded()) {
      // Refused before a responder was chosen.
      state = State.SETTLED;
    }
  }

  Exchange exchange() {
    return exchange;
  }

  /** Returns true if the page can decide on it. */
  boolean isSettled() {
    return state == State.SETTLED;
  }

  /** Returns the head of the response; null if there is none. */
  @Nullable
  ResponseHead head() {
    return head;
  }

  /** Promises the push and releases its response. Returns false if the client accepts no more promises. */
  boolean accept() {
    if (!exchange.stream().promise()) {
      return false;
    }
    state = State.DECIDED;
    held.release();
    return true;
  }

  /** Promises the push before its response is known. Returns false if the client accepts no more promises. */
  boolean promiseEarly() {
    if (!exchange.stream().promise()) {
      return false;
    }
    state = State.LATE;
    return true;
  }

  void callOff() {
    state = State.DECIDED;
    exchange.withdraw();
  }

  @Override
  public void informational(ResponseHead interim) {
    // A push causes no further pushes (RFC 9113 8.4).
  }

  @Override
  public void finalHead(ResponseHead received) {
    head = received;
    if (state == State.LATE) {
      state = State.DECIDED;
      if (page.isWantedLate(this, received)) {
        held.release();
      } else {
        exchange.withdraw();
      }
    } else if (state == State.REQUESTED) {
      state = State.SETTLED;
      page.settle();
    }
  }

  @Override
  public void ended() {
    if (state == State.LATE) {
      state = State.DECIDED;
      page.lostLate(this);
    } else if (state != State.DECIDED) {
      head = null;
      state = State.SETTLED;
      page.settle();
    }
  }
}
