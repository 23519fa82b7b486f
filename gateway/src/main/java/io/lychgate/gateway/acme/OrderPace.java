package io.lychgate.gateway.acme;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Limits how often an authority fulfils orders of one group of names. A new certificate may be due again at once: an issuer of its chain has
 * ended, the clock of this machine is wrong, or the authority advises a time in the past. Not safe for several threads.
 */
final class OrderPace {
  /** An order sooner than this part of the lifetime after the last one comes too soon. */
  private static final int PART = 3;

  private final Map<String, Fulfilled> last = new HashMap<>();
  private final RandomGenerator random;

  /**
   * The last fulfilled order of a group.
   *
   * @param tooSoon fulfilled orders in a row that came too soon
   * @param next the next order is not earlier
   */
  private record Fulfilled(Instant time, int tooSoon, Instant next) {}

  OrderPace(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Notes that an order is fulfilled. The one after it may follow at once: an authority that revokes a certificate advises so. Those after
   * it wait as after failures.
   *
   * @param lifetime lifetime of the certificate without its issuers
   */
  void fulfilled(String group, Instant now, Duration lifetime) {
    Fulfilled before = last.get(group);
    boolean isTooSoon = before != null && now.isBefore(before.time.plus(lifetime.dividedBy(PART)));
    int tooSoon = before != null && isTooSoon ? before.tooSoon + 1 : 0;
    Instant next = tooSoon == 0 ? now : RenewalRule.afterFailure(now, tooSoon, null, random);
    last.put(group, new Fulfilled(now, tooSoon, next));
  }

  /** Returns the earliest time of the next order of a group. */
  Instant earliest(String group) {
    Fulfilled before = last.get(group);
    return before == null ? Instant.MIN : before.next;
  }
}
