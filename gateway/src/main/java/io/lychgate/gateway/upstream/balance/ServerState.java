package io.lychgate.gateway.upstream.balance;

import java.util.concurrent.atomic.LongAdder;

/**
 * The state of one server of one upstream, shared by all event loops. It outlives a reload: a server that has just failed is still
 * ejected under the new configuration. Any thread.
 */
public final class ServerState {
  /** Nanoseconds for which a server that refused a connection is skipped if other servers work. */
  public static final long EJECTION_NANOS = 1_000_000_000L;

  /** The value of a server that was never ejected. */
  private static final long NEVER = 0;

  private final String server;
  private final LongAdder inFlight = new LongAdder();
  private volatile long ejectedUntilNanos = NEVER;

  /** @param server the server as it is written in the configuration */
  public ServerState(String server) {
    this.server = server;
  }

  /** Returns the server as it is written in the configuration. */
  public String server() {
    return server;
  }

  /** Ejects the server for a second, because it accepted no connection. */
  public void connectFailed(long nowNanos) {
    long until = nowNanos + EJECTION_NANOS;
    ejectedUntilNanos = until == NEVER ? until + 1 : until;
  }

  /** Returns true if the server is to be skipped while there is another. */
  public boolean isEjected(long nowNanos) {
    long until = ejectedUntilNanos;
    return until != NEVER && until - nowNanos > 0;
  }

  /** Counts a request that has got a stream, or a connection that is being opened for it. */
  public void began() {
    inFlight.increment();
  }

  public void ended() {
    inFlight.decrement();
  }

  /** Returns the number of requests in flight from all loops, tunnels included. It may lag behind by a few. */
  public long inFlight() {
    return inFlight.sum();
  }
}
