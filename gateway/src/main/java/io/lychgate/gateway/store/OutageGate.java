package io.lychgate.gateway.store;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Stops calls to a database server that does not respond. After a call that lost the server, others fail at once with its reason instead
 * of each waiting for a timeout. One call a second tests the server; the first that gets a response opens the way for all.
 *
 * <p>Where a node polls the database, its poll is that test. Only without one, an ordinary call tests.
 */
final class OutageGate {

  /** Time between two tests. */
  static final Duration PAUSE = Duration.ofSeconds(1);

  /** A poll that is older than this no longer counts: its node has stopped. */
  private static final Duration POLLED = Duration.ofSeconds(20);

  /** SQLSTATE of a server that shuts down, has crashed, or starts. Class 08 is for broken connections. */
  private static final Set<String> SERVER_DOWN = Set.of("57P01", "57P02", "57P03");

  private static final String BROKEN = "08";

  /** An outage. Its times are in nanoseconds by the clock of the JVM. */
  private record Outage(StoreException why, long since, AtomicLong nextTest) {}

  private final LongSupplier nanoTime;
  private volatile @Nullable Outage outage;
  private volatile long polledAt;

  OutageGate(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.polledAt = nanoTime.getAsLong() - POLLED.toNanos();
  }

  /** Throws the reason of the outage, unless there is none or this call tests the server. */
  void enter() {
    Outage now = outage;
    if (now == null) {
      return;
    }
    long time = nanoTime.getAsLong();
    long due = now.nextTest().get();
    boolean isPolled = time - polledAt < POLLED.toNanos();
    // The time of the next test is far away until this one has ended.
    if (isPolled || time - due < 0 || !now.nextTest().compareAndSet(due, time + POLLED.toNanos())) {
      throw new StoreException(
          StoreException.Kind.UNAVAILABLE, String.valueOf(now.why().getMessage()), now.why());
    }
  }

  /** Lets the poll of a node pass. */
  void enterAsPoll() {
    polledAt = nanoTime.getAsLong();
  }

  /** Ends the outage: the server has responded. */
  void passed() {
    if (outage != null) {
      outage = null;
    }
  }

  /** Begins an outage, or continues it, if this failure is the loss of the server. */
  void failed(StoreException failure, boolean isLost) {
    if (!isLost) {
      untested();
      return;
    }
    long now = nanoTime.getAsLong();
    Outage before = outage;
    outage = new Outage(
        failure, before == null ? now : before.since(), new AtomicLong(now + PAUSE.toNanos()));
  }

  /** Follows a call that ended for another reason: the next test is due soon. */
  void untested() {
    Outage now = outage;
    if (now != null) {
      now.nextTest().set(nanoTime.getAsLong() + PAUSE.toNanos());
    }
  }

  /** Returns the reason for which the server cannot be used now; null if it can. */
  @Nullable
  String reason() {
    Outage now = outage;
    return now == null ? null : String.valueOf(now.why().getMessage());
  }

  /** Returns the time since the loss of the server; null if it is there. */
  @Nullable
  Duration length() {
    Outage now = outage;
    return now == null ? null : Duration.ofNanos(nanoTime.getAsLong() - now.since());
  }

  /** Returns true if the failure is the loss of the server, and not of one statement. */
  static boolean isLoss(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SocketTimeoutException) {
        return true;
      }
      if (cause instanceof SQLException error) {
        String state = String.valueOf(error.getSQLState());
        if (state.startsWith(BROKEN) || SERVER_DOWN.contains(state)) {
          return true;
        }
      }
    }
    return false;
  }
}
