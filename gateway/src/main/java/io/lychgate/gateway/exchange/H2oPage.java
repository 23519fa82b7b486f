package io.lychgate.gateway.exchange;

import io.lychgate.casper.CacheDigest;
import io.lychgate.casper.PushMode;
import io.lychgate.casper.SkipReason;
import io.lychgate.gateway.config.Limits;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestPurpose;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.push.PushPlanner;
import io.lychgate.gateway.push.h2o.H2oCasper;
import io.lychgate.gateway.push.h2o.H2oLinks;
import io.lychgate.gateway.push.h2o.H2oMemory;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A page in H2O's mode, and what its Link fields make the gateway push.
 *
 * <pre>
 *   links -> waiting -> asked of their responders -> settled, in the order of the links:
 *                            in the set, or an error -> called off, the client never hears of it
 *                            else                    -> into the set, promised, sent
 *   the page goes when all are settled, so that its cookie is complete; after a while it goes without them
 * </pre>
 *
 * <p>H2O has handlers that answer at once, and then does just this. Behind its proxy it promises at once and resets what turns
 * out to be held; that is what happens here to those that take too long, and whose names don't tell that they are held.
 */
final class H2oPage implements HeldResponse.Gate {
  private final Exchange exchange;
  private final H2oCasper rules;
  private final H2oMemory memory;
  private final HeldResponse held;
  private final Fields beliefs;
  private final boolean mayPush;
  private final ArrayDeque<String> waiting = new ArrayDeque<>(0);
  private final ArrayDeque<H2oPush> asked = new ArrayDeque<>(0);
  private @Nullable CacheDigest digest;
  private @Nullable Future<?> patience;

  /** Pushes that this page may still start; what is called off gives its place back. */
  private int room;

  private int seen;
  private boolean isDigestRead;
  private boolean hasBegun;
  private boolean isSettling;
  private boolean isAnswered;

  H2oPage(Exchange exchange, PushPlanner planner) {
    this.exchange = exchange;
    this.rules = planner.h2o();
    this.memory = exchange.connection().memory().h2o();
    this.beliefs = H2oCasper.beliefs(exchange.request().fields());
    this.held = new HeldResponse(exchange, this);
    PushMode mode = planner.settings().policy().mode();
    // H2O takes the field as a sign of a proxy in front of it, which would get all the pushes.
    this.mayPush = (mode == PushMode.AUTO || mode == PushMode.PUSH)
        && !RequestPurpose.isPrefetch(exchange.request().fields())
        && !exchange.request().fields().contains(FieldNames.X_FORWARDED_FOR);
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
  public void answered(ResponseHead head) {
    isAnswered = true;
    links(head);
    settle();
    if (!asked.isEmpty()) {
      patience = exchange
          .connection()
          .loop()
          .loop()
          .schedule(this::settleLate, holdNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** At most doubles the time that the page takes, unless that is next to nothing. */
  private long holdNanos() {
    long least = Limits.H2O_PAGE_HOLD.toNanos();
    long most = Limits.H2O_PAGE_HOLD_MOST.toNanos();
    return Math.max(least, Math.min(most, exchange.account().nanosSoFar()));
  }

  @Override
  public void ended() {
    isAnswered = false;
    waiting.clear();
    if (patience != null) {
      patience.cancel(false);
    }
    while (!asked.isEmpty()) {
      asked.remove().callOff();
    }
  }

  private void links(ResponseHead head) {
    if (!mayPush || !head.fields().contains(FieldNames.LINK)) {
      return;
    }
    ClientStream stream = exchange.stream();
    room = Math.min(
            stream.pushesAllowed(), Limits.H2O_REQUESTS_IN_PROGRESS - stream.streamsInProgress())
        - asked.size();
    for (String path : H2oLinks.paths(head.fields(), exchange.request())) {
      if (seen++ < Limits.H2O_LINKS) {
        waiting.add(path);
      }
    }
  }

  /** Goes on as far as it can: asks for what there is room for, and decides on what is settled, in order. */
  void settle() {
    if (isSettling) {
      // The one who is at it sees what is new.
      return;
    }
    isSettling = true;
    int before = -1;
    while (before != waiting.size() + asked.size()) {
      before = waiting.size() + asked.size();
      ask();
      while (!asked.isEmpty() && asked.element().isSettled()) {
        decide(asked.remove());
      }
    }
    isSettling = false;
    if (isAnswered && asked.isEmpty()) {
      letGo();
    }
  }

  private void ask() {
    while (!waiting.isEmpty() && room > 0) {
      String path = waiting.remove();
      if (isWanted(path)) {
        Exchange push = exchange.stream().defer(AheadOfPage.promised(exchange.request(), path));
        if (push != null) {
          H2oPush started = new H2oPush(this, push);
          room--;
          asked.add(started);
          started.begin();
        }
      }
    }
    if (asked.isEmpty()) {
      // No room, and nothing on its way that could give some back.
      waiting.forEach(path -> skipped(SkipReason.PUSH_LIMIT));
      waiting.clear();
    }
  }

  /** Tests 6 to 8 of H2O's: digest, cookie, memo. */
  private boolean isWanted(String path) {
    RequestHead request = exchange.request();
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

  private void decide(H2oPush push) {
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

  /** Why the answer is not to be pushed; null, and remembered, if it is. */
  private @Nullable SkipReason unwanted(H2oPush push, ResponseHead head) {
    rules.learn(push.exchange().request(), head);
    if (head.status() >= 400) {
      return SkipReason.GONE;
    }
    return rules.record(push.exchange().request(), head, memory) ? SkipReason.ALREADY_CACHED : null;
  }

  /** The page has waited long enough. */
  private void settleLate() {
    isSettling = true;
    waiting.forEach(path -> skipped(SkipReason.PUSH_LIMIT));
    waiting.clear();
    while (!asked.isEmpty()) {
      H2oPush push = asked.remove();
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
    if (isAnswered) {
      letGo();
    }
  }

  /** The head of a push is here that was promised without it. */
  boolean isWantedLate(H2oPush push, ResponseHead head) {
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

  /** A push that was promised early ends without a head. */
  void lostLate(H2oPush push) {
    rules.arrived(pathOf(push), memory);
  }

  private void letGo() {
    isAnswered = false;
    if (patience != null) {
      patience.cancel(false);
    }
    held.release();
  }

  private static String pathOf(H2oPush push) {
    return push.exchange().request().path().toString();
  }

  private void sent() {
    exchange.account().early(1, 0);
    exchange.connection().loop().observer().pushSent();
  }

  private void skipped(SkipReason reason) {
    int number = exchange.snapshot().skipReasonNumber(reason);
    exchange.account().skipped(number);
    exchange.connection().loop().observer().hintSkipped(number);
  }
}
