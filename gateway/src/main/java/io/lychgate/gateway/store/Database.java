package io.lychgate.gateway.store;

import com.zaxxer.hikari.HikariDataSource;
import io.lychgate.gateway.store.StoreException.Kind;
import java.io.EOFException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteConnectionConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** The connections to one database. All statements of this package run through here. */
final class Database implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Database.class);

  /** SQLSTATE of a prepared statement that is unknown, or already there, on the connection that a pooler chose. */
  private static final Set<String> PREPARED_ELSEWHERE = Set.of("26000", "42P05");

  /**
   * Milliseconds that a server may take to send the next bytes of a response. A server that accepts connections and sends nothing must
   * not hold a request for longer.
   */
  private static final int SILENCE_MILLIS = 5000;

  /** Seconds after which the server is asked to cancel a statement. The connection stays. */
  private static final int STATEMENT_SECONDS = 4;

  /** The same for work that may take long, such as the verification of the audit trail. */
  private static final int LONG_SILENCE_MILLIS = 60_000;

  private static final int LONG_STATEMENT_SECONDS = 55;

  /** SQLSTATE of a statement that was canceled. */
  private static final String CANCELED = "57014";

  private final StoreUrl url;
  private final HikariDataSource source;
  private final Jdbi jdbi;
  private final OutageGate gate = new OutageGate(System::nanoTime);
  private final @Nullable StoreException standsInFor;

  /** SQLite has one writer. Waiting for this lock is fair and cheap; waiting in SQLite's busy handler is neither. */
  private final ReentrantLock writer = new ReentrantLock(true);

  /** The transactions in progress that have added an audit entry. */
  private final Set<Handle> audited = ConcurrentHashMap.newKeySet();

  /** The reason for which the last write failed; null if it succeeded. */
  private volatile @Nullable String notWritable;

  /** The schema when it was last read; null before. */
  private volatile @Nullable StoreSchema schema;

  Database(StoreUrl url, HikariDataSource source) {
    this(url, source, null);
  }

  /** @param standsInFor the reason for which this database replaces the one at the URL; null if it is that one */
  Database(StoreUrl url, HikariDataSource source, @Nullable StoreException standsInFor) {
    this.url = url;
    this.source = source;
    this.jdbi = Jdbi.create(source);
    this.standsInFor = standsInFor;
  }

  /** Returns the reason for which this database replaces the one at the URL; null if it is that one. */
  @Nullable
  StoreException standsInFor() {
    return standsInFor;
  }

  /** Returns the reason for which the database cannot be written now; null if it can. */
  @Nullable
  String readOnly() {
    StoreException replaced = standsInFor;
    if (replaced != null) {
      return String.valueOf(replaced.getMessage());
    }
    String away = gate.reason();
    if (away != null) {
      return away;
    }
    String closed = closed();
    return closed != null ? closed : notWritable;
  }

  /** Returns the reason for which the server cannot be reached now; null if it can. */
  @Nullable
  String away() {
    return gate.reason();
  }

  /** Returns the time since the loss of the server; null if it is there. */
  @Nullable
  Duration awayFor() {
    return gate.length();
  }

  /** Returns why a newer program has closed this store to this one; null if it has not. */
  private @Nullable String closed() {
    StoreSchema known = schema;
    return known == null || known.isUsable()
        ? null
        : String.valueOf(DatabaseOpener.newer(url, known).getMessage());
  }

  /** Returns a clause on the schema if a newer version made it; else null. */
  @Nullable
  String schemaNote() {
    StoreSchema known = schema;
    return known == null ? null : known.note();
  }

  /** Reads the schema again: a node of a newer version may migrate the store while this one runs. */
  void watchSchema() {
    if (standsInFor == null) {
      observe(guarded(() -> jdbi.withHandle(
              handle -> Optional.ofNullable(StoreSchema.read(handle.getConnection(), url.kind()))))
          .orElse(null));
    }
  }

  /** Takes over the schema. Logs a newer one once. */
  void observe(@Nullable StoreSchema found) {
    StoreSchema before = schema;
    schema = found;
    if (found == null || found.equals(before) || !found.isNewer()) {
      return;
    }
    if (found.isUsable()) {
      LOG.info("store {}: {}; upgrade this node to end the mixed state", url.place(), found.note());
    } else {
      LOG.warn(
          "store {}: {}; this node makes no changes until it is upgraded",
          url.place(),
          found.note());
    }
  }

  StoreUrl url() {
    return url;
  }

  /** Returns true if gateways on other machines may have the database open, too. */
  boolean isShared() {
    return url.kind() == StoreUrl.Kind.POSTGRESQL && standsInFor == null;
  }

  /** Returns an SQL expression: milliseconds since 1970 by the clock of the database, not of this machine. */
  String now() {
    return isShared()
        ? "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
        : "CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)";
  }

  /** Makes the other nodes poll at once when this transaction is committed. */
  void wakeNodes(Handle handle) {
    if (isShared()) {
      handle.execute("NOTIFY " + WakeListener.CHANNEL);
    }
  }

  <T> T read(Function<Handle, T> work) {
    return guarded(() -> jdbi.withHandle(handle -> prompt(handle, work)));
  }

  /** Reads for the poll of a node, which also tests a server that was lost. */
  <T> T poll(Function<Handle, T> work) {
    gate.enterAsPoll();
    return passed(() -> jdbi.withHandle(handle -> prompt(handle, work)));
  }

  /** Reads many rows. The statements may take longer than others. */
  <T> T readMany(Function<Handle, T> work) {
    return guarded(() -> jdbi.withHandle(handle -> patient(handle, work)));
  }

  /** Reads in one transaction, so that the values are consistent. */
  <T> T readTogether(Function<Handle, T> work) {
    return guarded(() -> inSnapshot(handle -> prompt(handle, work)));
  }

  /** Reads many rows in one transaction. */
  <T> T readManyTogether(Function<Handle, T> work) {
    return guarded(() -> inSnapshot(handle -> patient(handle, work)));
  }

  /** Runs in one transaction that reads only. In SQLite, the others take the lock of the writers when they begin. */
  private <T> T inSnapshot(HandleCallback<T, SQLException> work) throws SQLException {
    if (isShared()) {
      return jdbi.inTransaction(work);
    }
    return jdbi.withHandle(handle -> {
      SQLiteConnectionConfig config =
          handle.getConnection().unwrap(SQLiteConnection.class).getConnectionConfig();
      SQLiteConfig.TransactionMode others = config.getTransactionMode();
      config.setTransactionMode(SQLiteConfig.TransactionMode.DEFERRED);
      try {
        return handle.inTransaction(work);
      } finally {
        config.setTransactionMode(others);
      }
    });
  }

  /** Runs statements that a server must respond to soon. */
  private <T> T prompt(Handle handle, Function<Handle, T> work) {
    limit(handle, SILENCE_MILLIS, STATEMENT_SECONDS);
    return work.apply(handle);
  }

  /** Runs statements that may take long. A first one, which does not, detects a server that sends nothing. */
  private <T> T patient(Handle handle, Function<Handle, T> work) {
    if (isShared()) {
      limit(handle, SILENCE_MILLIS, STATEMENT_SECONDS);
      handle.execute("SELECT 1");
      limit(handle, LONG_SILENCE_MILLIS, LONG_STATEMENT_SECONDS);
    }
    return work.apply(handle);
  }

  /** The pool takes the limit off when the connection returns to it. SQLite's driver waits for locks by a limit of its own. */
  private void limit(Handle handle, int silenceMillis, int statementSeconds) {
    if (!isShared()) {
      return;
    }
    try {
      handle.getConnection().setNetworkTimeout(Runnable::run, silenceMillis);
    } catch (SQLException e) {
      throw new ConnectionException(e);
    }
    handle.getConfig(SqlStatements.class).setQueryTimeout(statementSeconds);
  }

  /** Runs in one transaction, which is durable when this returns. */
  <T> T write(Function<Handle, T> work) {
    StoreException replaced = standsInFor;
    if (replaced != null) {
      throw new StoreException(Kind.READ_ONLY, String.valueOf(replaced.getMessage()), replaced);
    }
    String closed = closed();
    if (closed != null) {
      throw new StoreException(Kind.READ_ONLY, closed, null);
    }
    return note(work);
  }

  /** Does the same for statements that may take long. */
  <T> T writeMany(Function<Handle, T> work) {
    return write(handle -> patient(handle, work));
  }

  /** Does the same as {@link #write} for data that may be lost with the process while this database is a replacement: sessions. */
  <T> T note(Function<Handle, T> work) {
    takeTurn();
    try {
      T result =
          guarded(() -> jdbi.inTransaction(handle -> prompt(handle, each -> linked(each, work))));
      notWritable = null;
      return result;
    } catch (StoreException e) {
      if (e.kind() == Kind.READ_ONLY) {
        notWritable = e.getMessage();
      }
      throw e;
    } finally {
      writer.unlock();
    }
  }

  /** Waits for the writers before this one. With a server, one of them may wait for it. */
  private void takeTurn() {
    if (!isShared()) {
      writer.lock();
      return;
    }
    try {
      if (writer.tryLock(SILENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new StoreException(
        Kind.UNAVAILABLE, "store " + url.place() + ": another change takes long", null);
  }

  /** Does the same for statements that may take long. */
  <T> T noteMany(Function<Handle, T> work) {
    return note(handle -> patient(handle, work));
  }

  /** Marks a transaction that has added an audit entry. */
  void audited(Handle handle) {
    audited.add(handle);
  }

  /** Links the audit entries of a transaction at its end, where it holds all of its other locks. */
  private <T> T linked(Handle handle, Function<Handle, T> work) {
    try {
      T result = work.apply(handle);
      if (audited.contains(handle)) {
        var unused = AuditChain.link(handle, System.currentTimeMillis());
      }
      return result;
    } finally {
      audited.remove(handle);
    }
  }

  private <T> T guarded(Work<T> work) {
    gate.enter();
    return passed(work);
  }

  private <T> T passed(Work<T> work) {
    boolean isSettled = false;
    try {
      T result = work.run();
      gate.passed();
      isSettled = true;
      return result;
    } catch (SQLException | JdbiException e) {
      StoreException failure =
          new StoreException(kindOf(e), "store " + url.place() + ": " + complaint(e) + hint(e), e);
      gate.failed(failure, isShared() && isLoss(e));
      isSettled = true;
      throw failure;
    } finally {
      if (!isSettled) {
        gate.untested();
      }
    }
  }

  /** Returns true for the loss of the server. A pool whose connections are all in use is none: the server works for them. */
  private boolean isLoss(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLTransientConnectionException) {
        var pool = source.getHikariPoolMXBean();
        return cause.getCause() != null
            || pool == null
            || pool.getActiveConnections() < source.getMaximumPoolSize();
      }
    }
    return OutageGate.isLoss(failure);
  }

  private static String complaint(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException error && CANCELED.equals(error.getSQLState())) {
        return "no response within the time for a statement (" + error.getMessage() + ")";
      }
      if (cause instanceof SocketTimeoutException) {
        return "the server does not respond (" + cause.getMessage() + ")";
      }
    }
    return rootMessage(failure);
  }

  /** Returns READ_ONLY for errors of SQLite that end when there is free space, or write permission, again. */
  static Kind kindOf(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLiteException sqlite) {
        int code = sqlite.getResultCode().code & 0xff;
        boolean isReadOnly = code == SQLiteErrorCode.SQLITE_FULL.code
            || code == SQLiteErrorCode.SQLITE_READONLY.code
            || code == SQLiteErrorCode.SQLITE_IOERR.code
            || code == SQLiteErrorCode.SQLITE_CANTOPEN.code;
        return isReadOnly ? Kind.READ_ONLY : Kind.UNAVAILABLE;
      }
    }
    return Kind.UNAVAILABLE;
  }

  /** Returns a clause for the errors that a pooler causes when it gives each transaction another connection. */
  private static String hint(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException error
          && PREPARED_ELSEWHERE.contains(String.valueOf(error.getSQLState()))) {
        return "; if a pooler in transaction mode is in between, remove prepareThreshold from store.url";
      }
    }
    return "";
  }

  static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    if (root instanceof EOFException) {
      return "the server has closed the connection";
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
    T run() throws SQLException;
  }
}
