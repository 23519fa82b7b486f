package io.lychgate.gateway.exchange;

import io.lychgate.casper.CacheDigest;
import io.lychgate.casper.PushMode;
import io.lychgate.casper.SkipReason;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestPurpose;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.push.PushPlanner;
import io.lychgate.gateway.push.h2o.H2oCasper;
import io.lychgate.gateway.push.h2o.H2oLinks;
import io.lychgate.gateway.push.h2o.H2oMemory;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A page in H2O's mode, with the pushes that its Link fields cause.
 *
 * <pre>
 *   links -> waiting -> in flight to their responders -> settled, in the order of the links:
 *                            in the set, or an error -> called off, invisible to the client
 *                            else                    -> into the set, promised, sent
 *   the page leaves when all are settled, so that its cookie is complete; after a timeout it leaves without them
 * </pre>
 *
 * <p>This is how H2O behaves for handlers that respond at once. Behind its proxy, H2O promises at once and resets pushes of
 * resources that the client turns out to hold. Here, only pushes that take too long and whose names do not show that they are held
 * are treated that way.
 */
final class H2oPage implements HeldResponse.Gate {
  private final ExchangeAccount account;
  private final LoopContext loop;
  private final H2oCasper rules;
  private final H2oMemory memory;
  private final HeldResponse held;
  private final Fields beliefs;
  private final boolean mayPush;
  private final ArrayDeque<String> waiting = new ArrayDeque<>(0);
  private final ArrayDeque<Push> inFlight = new ArrayDeque<>(0);
  private @Nullable CacheDigest digest;
  private @Nullable Future<?> patience;

  /** Number of pushes that this page may still start. A push that is called off returns its place. */
  private int room;

  private int seen;
  private boolean isDigestRead;
  private boolean hasBegun;
  private boolean isSettling;
  private boolean hasHead;

  /** @param exchange receives the page's response */
  H2oPage(ExchangeAccount account, ResponseSink exchange, H2oCasper rules, PushPlanner planner) {
    Fields fields = account.request().fields();
    this.account = account;
    this.loop = account.loop();
    this.rules = rules;
    this.memory = account.client().memory().h2o();
    this.beliefs = H2oCasper.beliefs(fields);
    this.held = new HeldResponse(exchange, this);
    PushMode mode = planner.settings().policy().mode();
    this.mayPush = (mode == PushMode.AUTO || mode == PushMode.PUSH)
        && !RequestPurpose.isPrefetch(fields)
        && planner.rules().allowsPushes(fields);
  }

  HeldResponse held() {
    return held;
  }

  @Override
  public void informational(ResponseHead head) {
    links(head);
    settle();
  }

  @Override
  public void finalHead(ResponseHead head) {
    hasHead = true;
    links(head);
    settle();
    if (!inFlight.isEmpty()) {
      patience = loop.loop().schedule(this::settleLate, holdNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** Returns the maximum hold time. It at most doubles the time of the page, within a lower and an upper limit. */
  private long holdNanos() {
    long least = Limits.H2O_PAGE_HOLD.toNanos();
    long most = Limits.H2O_PAGE_HOLD_MOST.toNanos();
    return Math.max(least, Math.min(most, account.nanosSoFar()));
  }

  @Override
  public void ended() {
    hasHead = false;
    waiting.clear();
    if (patience != null) {
      patience.cancel(false);
    }
    while (!inFlight.isEmpty()) {
      inFlight.remove().callOff();
    }
  }

  private void links(ResponseHead head) {
    if (!mayPush || !head.fields().contains(FieldNames.LINK)) {
      return;
    }
    ClientStream stream = account.stream();
    room = Math.min(
            stream.pushesAllowed(), Limits.H2O_REQUESTS_IN_PROGRESS - stream.streamsInProgress())
        - inFlight.size();
    for (String path : H2oLinks.paths(head.fields(), account.request())) {
      if (seen++ < Limits.H2O_LINKS) {
        waiting.add(path);
      }
    }
  }

  /** Proceeds as far as possible: starts pushes while there is room, and decides on settled ones in order. */
  void settle() {
    if (isSettling) {
      // The outer call handles the new state.
      return;
    }
    isSettling = true;
    int before = -1;
    while (before != waiting.size() + inFlight.size()) {
      before = waiting.size() + inFlight.size();
      startPushes();
      while (!inFlight.isEmpty() && inFlight.element().isSettled()) {
        decide(inFlight.remove());
      }
    }
    isSettling = false;
    if (hasHead && inFlight.isEmpty()) {
      releasePage();
    }
  }

  private void startPushes() {
    while (!waiting.isEmpty() && room > 0) {
      String path = waiting.remove();
      if (isWanted(path)) {
        Exchange push = account.stream().defer(PromisedRequest.of(account.request(), path));
        if (push != null) {
          Push started = new Push(push);
          room--;
          inFlight.add(started);
          started.begin();
        }
      }
    }
    if (inFlight.isEmpty()) {
      // There is no room, and no push in flight could free some.
      waiting.forEach(path -> skipped(SkipReason.PUSH_LIMIT));
      waiting.clear();
    }
  }

  /** Tests 6 to 8 of H2O: digest, cookie, memo. */
  private boolean isWanted(String path) {
    RequestHead request = account.request();
    if (!isDigestRead) {
      isDigestRead = true;
      digest = H2oCasper.digest(beliefs);
    }
    String scheme = request.isSecure() ? "https://" : "http://";
    if (digest != null && digest.isFresh(scheme + request.authority() + path)) {
      skipped(SkipReason.ALREADY_CACHED);
      return false;
    }
    if (!hasBegun) {
      hasBegun = true;
      rules.begin(beliefs, memory);
    }
    if (!rules.isFirst(request, path, memory)) {
      skipped(SkipReason.ALREADY_PROMISED);
      return false;
    }
    if (rules.isHeld(request, path, memory)) {
      skipped(SkipReason.ALREADY_CACHED);
      return false;
    }
    return true;
  }

  private void decide(Push push) {
    ResponseHead head = push.head();
    SkipReason reason = head == null ? SkipReason.GONE : unwanted(push, head);
    if (reason == null && !push.accept()) {
      reason = SkipReason.PUSH_LIMIT;
    }
    if (reason == null) {
      sent();
    } else {
      room++;
      push.callOff();
      skipped(reason);
    }
  }

  /** Returns the reason not to push the response. Returns null for a response to push, and records it. */
  private @Nullable SkipReason unwanted(Push push, ResponseHead head) {
    rules.learn(push.exchange().request(), head);
    if (head.status() >= 400) {
      return SkipReason.GONE;
    }
    return rules.record(push.exchange().request(), head, memory) ? SkipReason.ALREADY_CACHED : null;
  }

  /** Settles all pushes at the end of the page's hold time. */
  private void settleLate() {
    isSettling = true;
    waiting.forEach(path -> skipped(SkipReason.PUSH_LIMIT));
    waiting.clear();
    while (!inFlight.isEmpty()) {
      Push push = inFlight.remove();
      if (push.isSettled()) {
        decide(push);
      } else if (rules.isHeldProbably(pathOf(push), memory)) {
        push.callOff();
        skipped(SkipReason.ALREADY_CACHED);
      } else if (push.promiseEarly()) {
        rules.promisedEarly(pathOf(push), memory);
        sent();
      } else {
        push.callOff();
        skipped(SkipReason.PUSH_LIMIT);
      }
    }
    isSettling = false;
    if (hasHead) {
      releasePage();
    }
  }

  /** Handles the head of a push that was promised before its head arrived. Returns true if the push is still wanted. */
  boolean isWantedLate(Push push, ResponseHead head) {
    rules.arrived(pathOf(push), memory);
    SkipReason reason = unwanted(push, head);
    if (reason != null) {
      skipped(reason);
      return false;
    }
    if (digest == null) {
      rules.tellLate(head, memory);
    }
    return true;
  }

  /** Handles the end of an early promised push that got no head. */
  void lostLate(Push push) {
    rules.arrived(pathOf(push), memory);
  }

  private void releasePage() {
    hasHead = false;
    if (patience != null) {
      patience.cancel(false);
    }
    held.release();
  }

  private static String pathOf(Push push) {
    return push.exchange().request().path().toString();
  }

  private void sent() {
    account.early(1, 0);
    loop.observer().pushSent();
  }

  private void skipped(SkipReason reason) {
    int number = account.snapshot().skipReasonNumber(reason);
    account.skipped(number);
    loop.observer().hintSkipped(number);
  }

  /**
   * One push of the page, from the request to the decision. The page decides on pushes in the order of the links. A push that delays
   * the page too long is promised before its response is here, and then decides for itself when it arrives.
   */
  private final class Push implements HeldResponse.Gate {
    private final Exchange exchange;
    private final HeldResponse held;
    private @Nullable ResponseHead head;
    private State state = State.REQUESTED;

    Push(Exchange exchange) {
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
        if (isWantedLate(this, received)) {
          held.release();
        } else {
          exchange.withdraw();
        }
      } else if (state == State.REQUESTED) {
        state = State.SETTLED;
        settle();
      }
    }

    @Override
    public void ended() {
      if (state == State.LATE) {
        state = State.DECIDED;
        lostLate(this);
      } else if (state != State.DECIDED) {
        head = null;
        state = State.SETTLED;
        settle();
      }
    }
  }

  /** The progress of a push. */
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
}
