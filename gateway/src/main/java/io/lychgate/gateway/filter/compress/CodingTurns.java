package io.lychgate.gateway.filter.compress;

import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.LoopFailures;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * The time that one event loop spends on content codings in one turn. When it is spent, the rest of the bodies waits for the next turn, so
 * that a large body does not delay other clients. Clients take turns, and so do the bodies of one client. Event loop only.
 */
final class CodingTurns {
  private static final LoopFailures FAILURES = new LoopFailures(CodingTurns.class);

  private final EventExecutor loop;
  private final LoopClock clock;
  private final long nanosOfTurn;
  private final Runnable turnEnd = this::turnEnded;
  private final Runnable nextTurn = this::nextTurn;
  private final LongObjectHashMap<Client> clients = new LongObjectHashMap<>(8);
  private final ArrayDeque<Client> ready = new ArrayDeque<>();
  private long spent;
  private boolean endsWithTurn;
  private boolean isScheduled;

  /** @param nanosOfTurn the time that all bodies may take in one turn; one piece may exceed it */
  CodingTurns(EventExecutor loop, LoopClock clock, long nanosOfTurn) {
    this.loop = loop;
    this.clock = clock;
    this.nanosOfTurn = nanosOfTurn;
  }

  /** One body that waits. */
  interface Body {
    /** Codes one piece. Returns true if it waits for another turn. */
    boolean codeOn();
  }

  /** The waiting bodies of one client. */
  private record Client(long hash, ArrayDeque<Body> bodies) {}

  /** Returns true if a body may be coded now. Otherwise it waits its turn: see {@link #await}. */
  boolean isOpen() {
    return spent < nanosOfTurn && ready.isEmpty();
  }

  /** Charges the time of one piece. */
  void spend(long nanos) {
    spent += nanos;
    if (!endsWithTurn) {
      endsWithTurn = true;
      loop.execute(turnEnd);
    }
  }

  /** Queues a body. It must not be queued already. */
  void await(long clientHash, Body body) {
    Client client = clients.get(clientHash);
    if (client == null) {
      client = new Client(clientHash, new ArrayDeque<>(2));
      clients.put(clientHash, client);
      ready.add(client);
    }
    client.bodies.add(body);
    schedule();
  }

  private void turnEnded() {
    endsWithTurn = false;
    if (ready.isEmpty()) {
      spent = 0;
    }
  }

  private void schedule() {
    if (!isScheduled) {
      isScheduled = true;
      // A task without delay would run in this turn, before the input of others is read.
      var unused = loop.schedule(nextTurn, 0, TimeUnit.NANOSECONDS);
    }
  }

  private void nextTurn() {
    isScheduled = false;
    clock.invalidate();
    spent = 0;
    while (spent < nanosOfTurn && !ready.isEmpty()) {
      Client client = ready.remove();
      Body body = client.bodies.remove();
      if (codes(body)) {
        client.bodies.add(body);
      }
      if (client.bodies.isEmpty()) {
        clients.remove(client.hash);
      } else {
        ready.add(client);
      }
    }
    if (!ready.isEmpty()) {
      schedule();
    }
  }

  /** A failure of one body must not stop the others. */
  private static boolean codes(Body body) {
    try {
      return body.codeOn();
    } catch (RuntimeException | Error failed) {
      FAILURES.caught("compression", failed);
      return false;
    }
  }
}
