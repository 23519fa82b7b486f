package io.lychgate.gateway.loop;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The work that one peer may cause in one turn of a loop, over all of its connections. One read can hold twenty thousand chunks of
 * one byte each, or hundreds of requests; all other peers would wait while they are decoded. When the share is spent, the rest of
 * the input stays undecoded until the loop's next turn, and nothing more is read from the peer's connections until then. Waiting
 * connections are served in order. Event loop only.
 */
public final class TurnShare {
  /** Maximum cost in one turn while other clients are active: a millisecond of work, such as eight requests. */
  public static final int COST_AMONG_OTHERS = 64;

  /**
   * Maximum cost in one turn of a client whose input has waited for many turns in a row. A request of another client takes up to six
   * turns (two for its handshake, two for a server's response), each as long as the share of such a client.
   */
  public static final int COST_OF_FLOOD = 32;

  /** Turns in a row after which waiting input is a flood. A page of 100 requests takes 13. */
  static final int TURNS_OF_BURST = 16;

  /**
   * Cost in one turn that a client may cause while it is alone on the loop. It goes on in the same turn until {@link #TIME_ALONE}
   * has passed, because larger turns cost less for each request.
   */
  public static final int COST_ALONE = 256;

  /** Time of a turn up to which a client that is alone gets more, as long as its work is cheaper than the units assume. */
  static final Duration TIME_ALONE = Duration.ofMillis(1);

  private static final long NANOS_ALONE = TIME_ALONE.toNanos();

  /** Maximum cost in one turn of a share that belongs to no client, such as that of one connection to a server. */
  public static final int COST_OF_OTHER_PEER = 128;

  private static final LoopFailures FAILURES = new LoopFailures(TurnShare.class);

  /** The shares of all clients; null if the peer is no client. */
  private final @Nullable TurnShares shares;

  private final EventExecutor loop;
  private final LoopClock clock;
  private final Runnable turnEnd = this::turnEnded;
  private final Runnable nextTurn = this::nextTurn;
  private final ArrayDeque<TurnBudget> waiting = new ArrayDeque<>(0);
  private int left;

  /** Time of the first work in this turn. */
  private long beganNanos;

  /** Turns in a row after which input still waited: at most {@link #TURNS_OF_BURST}. */
  private int turnsWaited;

  private boolean endsWithTurn;

  /** At most one run is scheduled, because each run refills the share. */
  private boolean isScheduled;

  /** Creates the share of a peer that is no client. */
  public TurnShare(EventExecutor loop, LoopClock clock) {
    this(null, loop, clock);
  }

  TurnShare(@Nullable TurnShares shares, EventExecutor loop, LoopClock clock) {
    this.shares = shares;
    this.loop = loop;
    this.clock = clock;
    left = costOfTurn();
  }

  private int costOfTurn() {
    if (shares == null) {
      return COST_OF_OTHER_PEER;
    }
    return turnsWaited < TURNS_OF_BURST || shares.isAlone() ? shares.costOfTurn() : COST_OF_FLOOD;
  }

  /**
   * Sets the share for the next turn. While others are active, a client repays what it took beyond its shares of earlier turns: the
   * last piece of a turn can be large, such as a datagram with twenty requests.
   */
  private void refill() {
    int cost = costOfTurn();
    boolean isRepaid = shares != null && !shares.isAlone();
    left = isRepaid ? Math.min(cost, left + cost) : cost;
  }

  /** Returns true if the client may cause more work in this turn. */
  public boolean allowsMore() {
    if (left > 0) {
      return true;
    }
    if (isAlone() && clock.exactNanos() - beganNanos < NANOS_ALONE) {
      left = COST_AMONG_OTHERS;
      return true;
    }
    return false;
  }

  /** Returns true if no other client was active in the last turns, so that no client waits for this one. */
  public boolean isAlone() {
    return shares != null && shares.isAlone();
  }

  /** Charges work of this turn, in the unit of {@link TurnBudget#spend}. */
  public void spend(int cost) {
    left -= cost;
    if (!endsWithTurn) {
      endsWithTurn = true;
      beganNanos = clock.nanoTime();
      loop.execute(turnEnd);
    }
  }

  /** Queues this connection for a later turn. */
  void await(TurnBudget connection) {
    waiting.add(connection);
    scheduleNextTurn();
  }

  private void scheduleNextTurn() {
    if (isScheduled) {
      return;
    }
    isScheduled = true;
    // A task without delay would run in this turn, before the input of others is read.
    var unused = loop.schedule(nextTurn, 0, TimeUnit.NANOSECONDS);
  }

  private void turnEnded() {
    endsWithTurn = false;
    if (shares != null) {
      shares.active(this);
    }
    if (waiting.isEmpty()) {
      refill();
    }
  }

  private void nextTurn() {
    clock.invalidate();
    beganNanos = clock.nanoTime();
    refill();
    for (int remaining = waiting.size(); remaining > 0 && allowsMore(); remaining--) {
      resume(waiting.remove());
    }
    isScheduled = false;
    if (waiting.isEmpty()) {
      turnsWaited = 0;
    } else {
      turnsWaited = Math.min(TURNS_OF_BURST, turnsWaited + 1);
      scheduleNextTurn();
    }
  }

  /** Resumes decoding. A failure, such as exhausted direct memory, must not block the other connections. */
  private static void resume(TurnBudget connection) {
    try {
      connection.resume();
    } catch (RuntimeException | Error failed) {
      FAILURES.caught("decoding", failed);
      connection.failed();
    }
  }
}
