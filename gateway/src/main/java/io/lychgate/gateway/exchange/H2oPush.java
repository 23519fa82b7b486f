package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.ResponseHead;
import org.jspecify.annotations.Nullable;

/**
 * One push of H2O's mode, from the request to the decision. Its page asks it in the order of the links; one that keeps the page
 * waiting too long is promised before its answer is here, and decides for itself when it is.
 */
final class H2oPush implements HeldResponse.Gate {
  private final H2oPage page;
  private final Exchange exchange;
  private final HeldResponse held;
  private @Nullable ResponseHead head;
  private State state = State.ASKED;

  private enum State {
    /** The request is on its way. */
    ASKED,
    /** The head of the answer is here, or there will be none. */
    SETTLED,
    /** Promised before the head was here. */
    LATE,
    /** Let go or called off. */
    DECIDED
  }

  H2oPush(H2oPage page, Exchange exchange) {
    this.page = page;
    this.exchange = exchange;
    this.held = new HeldResponse(exchange, this);
  }

  /** Asks for the answer. */
  void begin() {
    exchange.ahead().heldBy(held);
    exchange.begin(true);
    if (state == State.ASKED && exchange.isEnded()) {
      // Refused before any responder was asked.
      state = State.SETTLED;
    }
  }

  Exchange exchange() {
    return exchange;
  }

  /** Whether it can be decided on. */
  boolean isSettled() {
    return state == State.SETTLED;
  }

  /** The head of the answer; null if there is none. */
  @Nullable
  ResponseHead head() {
    return head;
  }

  /** Promises it and lets the answer go; false if the client takes no more promises. */
  boolean accept() {
    if (!exchange.stream().promise()) {
      return false;
    }
    state = State.DECIDED;
    held.release();
    return true;
  }

  /** Promises it though nothing is known of the answer; false if the client takes no more promises. */
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
    // A push pushes nothing itself (RFC 9113 8.4).
  }

  @Override
  public void answered(ResponseHead answer) {
    head = answer;
    if (state == State.LATE) {
      state = State.DECIDED;
      if (page.isWantedLate(this, answer)) {
        held.release();
      } else {
        exchange.withdraw();
      }
    } else if (state == State.ASKED) {
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
