package io.lychgate.gateway.upstream.health;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.loop.LoopFailures;
import io.lychgate.gateway.upstream.ServerConnector;
import io.lychgate.gateway.upstream.UpstreamLoop;
import io.lychgate.gateway.upstream.UpstreamProtocol;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/** The event loop of the checks, and the number of checks that may be in progress. Its loop only, except for {@link #execute}. */
final class CheckLoop {
  private static final LoopFailures FAILURES = new LoopFailures(CheckLoop.class);

  private final UpstreamLoop parts;
  private final UpstreamProtocol protocol;
  private final ServerConnector connector;
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private int inProgress;

  CheckLoop(UpstreamLoop parts, UpstreamProtocol protocol, ServerConnector connector) {
    this.parts = parts;
    this.protocol = protocol;
    this.connector = connector;
  }

  UpstreamLoop parts() {
    return parts;
  }

  UpstreamProtocol protocol() {
    return protocol;
  }

  ServerConnector connector() {
    return connector;
  }

  long nanoTime() {
    return parts.deadlines().clock().nanoTime();
  }

  /** Runs a task on the loop, unless it is closing. Any thread. */
  void execute(Runnable task) {
    if (!parts.loop().isShuttingDown()) {
      parts.loop().execute(guarded(task));
    }
  }

  ScheduledFuture<?> schedule(Runnable task, long nanos) {
    return parts.loop().schedule(guarded(task), nanos, TimeUnit.NANOSECONDS);
  }

  ScheduledFuture<?> repeat(Runnable task, long nanos) {
    return parts.loop().scheduleAtFixedRate(guarded(task), nanos, nanos, TimeUnit.NANOSECONDS);
  }

  private static Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException e) {
        FAILURES.caught("check of servers", e);
      }
    };
  }

  /** Starts a check now, or when an earlier one has ended. Each start needs one {@link #ended}. */
  void whenFree(Runnable check) {
    if (inProgress < Limits.HEALTH_CHECKS_AT_ONCE) {
      inProgress++;
      check.run();
    } else {
      waiting.add(check);
    }
  }

  void ended() {
    Runnable next = waiting.poll();
    if (next == null) {
      inProgress--;
    } else {
      // Not at once: a check that fails immediately would start the next one within itself.
      parts.loop().execute(guarded(next));
    }
  }
}
