package io.lychgate.gateway.store;

import com.zaxxer.hikari.HikariDataSource;
import io.lychgate.gateway.store.StoreException.Kind;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/** The connections to one database. All statements of this package run through here. */
final class Database implements AutoCloseable {

  private final StoreUrl url;
  private final HikariDataSource source;
  private final Jdbi jdbi;

  /** SQLite has one writer; waiting here is fair and cheap, waiting in its busy handler is neither. */
  private final ReentrantLock writer = new ReentrantLock(true);

  Database(StoreUrl url, HikariDataSource source) {
    this.url = url;
    this.source = source;
    this.jdbi = Jdbi.create(source);
  }

  StoreUrl url() {
    return url;
  }

  /** Whether gateways on other machines may have it open, too. */
  boolean isShared() {
    return url.kind() == StoreUrl.Kind.POSTGRESQL;
  }

  /** An SQL expression: milliseconds since 1970 by the clock of the database, not of this machine. */
  String now() {
    return isShared()
        ? "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
        : "CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)";
  }

  /** Lets the other nodes look at once when this transaction is committed. */
  void wakeNodes(Handle handle) {
    if (isShared()) {
      handle.execute("NOTIFY " + WakeListener.CHANNEL);
    }
  }

  <T> T read(Function<Handle, T> work) {
    return guarded(() -> jdbi.withHandle(work::apply));
  }

  /** Runs in one transaction, which is durable when this returns. */
  <T> T write(Function<Handle, T> work) {
    writer.lock();
    try {
      return guarded(() -> jdbi.inTransaction(work::apply));
    } finally {
      writer.unlock();
    }
  }

  private <T> T guarded(Work<T> work) {
    try {
      return work.run();
    } catch (JdbiException e) {
      throw new StoreException(Kind.UNAVAILABLE, url.place() + ": " + rootMessage(e), e);
    }
  }

  static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = root.getMessage();
    return message == null
        ? root.getClass().getSimpleName()
        : message.lines().findFirst().orElse(message);
  }

  @Override
  public void close() {
    source.close();
  }

  private interface Work<T> {
    T run();
  }
}
