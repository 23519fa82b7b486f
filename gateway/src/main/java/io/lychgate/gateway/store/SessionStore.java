package io.lychgate.gateway.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sessions of users. The id in the cookie is 256 random bits. The store has only its SHA-256: a stolen database opens no session.
 */
public final class SessionStore {

  /** Minimum time between two writes of "seen": a dashboard sends several requests a second. */
  private static final Duration SEEN_STEP = Duration.ofMinutes(1);

  private static final int ID_BYTES = 32;

  private final Database database;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  /** Sessions by hash that were opened while the store was read-only. Each required a password; they end with the process. */
  private final Map<String, Unwritten> unwritten = new ConcurrentHashMap<>();

  /** Hashes of sessions that ended while the store was read-only. */
  private final Set<String> ended = ConcurrentHashMap.newKeySet();

  SessionStore(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /** Opens a session and returns its id, which is stored nowhere. Removes expired sessions. */
  public String open(String user) {
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    long now = clock.millis();
    try {
      insert(user, id, now);
    } catch (StoreException e) {
      unlessReadOnly(e);
      unwritten.put(hash(id), new Unwritten(user, now, now + Session.LIFE.toMillis()));
    }
    return id;
  }

  private void insert(String user, String id, long now) {
    List<String> settled = List.copyOf(ended);
    database.note(handle -> {
      for (String hash : settled) {
        handle.execute("DELETE FROM session WHERE id_hash = ?", hash);
      }
      handle
          .createUpdate("DELETE FROM session WHERE expires_at <= :now OR seen_at <= :idle")
          .bind("now", now)
          .bind("idle", now - Session.IDLE.toMillis())
          .execute();
      return handle
          .createUpdate("INSERT INTO session (id_hash, account, created_at, seen_at, expires_at)"
              + " VALUES (:hash, :user, :now, :now, :expires)")
          .bind("hash", hash(id))
          .bind("user", user)
          .bind("now", now)
          .bind("expires", now + Session.LIFE.toMillis())
          .execute();
    });
    settled.forEach(ended::remove);
  }

  /** Returns the session of an id from a cookie, if it is valid, and records that it was seen. */
  public Optional<Session> find(String id) {
    String hash = hash(id);
    long now = clock.millis();
    if (ended.contains(hash)) {
      return Optional.empty();
    }
    Unwritten kept = unwritten.get(hash);
    if (kept != null) {
      return find(kept, now);
    }
    Optional<Row> row = database.read(handle -> handle
        .select("SELECT a.name, a.role, a.password_hash, a.must_change, s.seen_at, s.expires_at"
            + " FROM session s JOIN account a ON a.name = s.account"
            + " WHERE s.id_hash = :hash AND s.expires_at > :now AND s.seen_at > :idle")
        .bind("hash", hash)
        .bind("now", now)
        .bind("idle", now - Session.IDLE.toMillis())
        .map((columns, context) -> row(columns))
        .findOne());
    row.filter(found -> now - found.seenAt() >= SEEN_STEP.toMillis())
        .ifPresent(found -> noteSeen(hash, now));
    return row.map(Row::session);
  }

  private Optional<Session> find(Unwritten kept, long now) {
    return database
        .read(handle -> handle
            .select("SELECT name, role, password_hash, must_change FROM account WHERE name = :name")
            .bind("name", kept.user())
            .map((columns, context) -> user(columns))
            .findOne())
        .filter(user -> kept.expiresAt() > now && now - kept.openedAt() < Session.IDLE.toMillis())
        .map(user -> new Session(user, Instant.ofEpochMilli(kept.expiresAt())));
  }

  /** Ends one session. */
  public void close(String id) {
    String hash = hash(id);
    unwritten.remove(hash);
    try {
      database.note(handle -> handle
          .createUpdate("DELETE FROM session WHERE id_hash = :hash")
          .bind("hash", hash)
          .execute());
    } catch (StoreException e) {
      unlessReadOnly(e);
      ended.add(hash);
    }
  }

  private static void unlessReadOnly(StoreException e) {
    if (e.kind() != StoreException.Kind.READ_ONLY) {
      throw e;
    }
  }

  /** Ends all sessions of a user. */
  public void closeAll(String user) {
    unwritten.values().removeIf(each -> each.user().equals(user));
    database.note(handle -> handle
        .createUpdate("DELETE FROM session WHERE account = :user")
        .bind("user", user)
        .execute());
  }

  private void noteSeen(String hash, long now) {
    try {
      database.note(handle -> handle
          .createUpdate("UPDATE session SET seen_at = :now WHERE id_hash = :hash")
          .bind("now", now)
          .bind("hash", hash)
          .execute());
    } catch (StoreException e) {
      unlessReadOnly(e);
    }
  }

  private static User user(ResultSet columns) throws SQLException {
    return new User(
        columns.getString("name"),
        Role.ofToken(columns.getString("role")),
        columns.getString("password_hash"),
        columns.getLong("must_change") != 0);
  }

  private static Row row(ResultSet columns) throws SQLException {
    return new Row(
        new Session(user(columns), Instant.ofEpochMilli(columns.getLong("expires_at"))),
        columns.getLong("seen_at"));
  }

  private static String hash(String id) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(id.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private record Row(Session session, long seenAt) {}

  /** A session that the store could not write. */
  private record Unwritten(String user, long openedAt, long expiresAt) {}
}
