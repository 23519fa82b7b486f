package io.lychgate.gateway.store;

import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions of users. The id in the cookie is 256 random bits. The store has only its SHA-256: a stolen database opens no session.
 */
public final class SessionStore {

  /** Minimum time between two writes of "seen": a dashboard sends several requests a second. */
  private static final Duration SEEN_STEP = Duration.ofMinutes(1);

  /** Sessions of one user. A script that signs in each time would fill the table. */
  private static final int MAX_SESSIONS = 100;

  /** Characters of the hash of an id that lists show: 64 bits, from which no id follows. */
  private static final int PUBLIC_ID = 16;

  private static final String SESSION = "SELECT " + UserRows.COLUMNS
      + ", s.id_hash, s.created_at, s.seen_at, s.expires_at, s.network, s.agent"
      + " FROM session s JOIN account a ON a.name = s.account";

  private static final Logger log = LoggerFactory.getLogger(SessionStore.class);

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

  /** Opens a session with the default rules. */
  public String open(String user) {
    return open(user, SessionOrigin.UNKNOWN, SessionRules.DEFAULTS);
  }

  /** Opens a session and returns its id, which is stored nowhere. Removes expired sessions. */
  public String open(String user, SessionOrigin origin, SessionRules rules) {
    String id = SecretText.next(random);
    long now = clock.millis();
    try {
      insert(user, id, origin, rules, now);
    } catch (StoreException e) {
      unlessReadOnly(e);
      unwritten.put(
          SecretText.hash(id),
          new Unwritten(user, origin, now, now + rules.life().toMillis()));
    }
    return id;
  }

  private void insert(String user, String id, SessionOrigin origin, SessionRules rules, long now) {
    settle();
    database.note(handle -> {
      handle
          .createUpdate("DELETE FROM session WHERE expires_at <= :now OR seen_at <= :idle")
          .bind("now", now)
          .bind("idle", now - rules.idle().toMillis())
          .execute();
      removeSurplus(handle, user);
      return handle
          .createUpdate(
              "INSERT INTO session (id_hash, account, created_at, seen_at, expires_at, network, agent)"
                  + " VALUES (:hash, :user, :now, :now, :expires, :network, :agent)")
          .bind("hash", SecretText.hash(id))
          .bind("user", user)
          .bind("now", now)
          .bind("expires", now + rules.life().toMillis())
          .bind("network", origin.network())
          .bind("agent", origin.agent())
          .execute();
    });
  }

  /** Removes the sessions that ended while the store could not be changed. */
  private void settle() {
    List<String> settled = List.copyOf(ended);
    if (settled.isEmpty()) {
      return;
    }
    database.note(handle -> {
      for (String hash : settled) {
        handle.execute("DELETE FROM session WHERE id_hash = ?", hash);
      }
      return true;
    });
    settled.forEach(ended::remove);
  }

  /** Does the work that was postponed while the store could not be changed. */
  public void resume() {
    try {
      settle();
    } catch (StoreException e) {
      unlessReadOnly(e);
    }
  }

  /** Keeps a place for one more session. The sessions that were not seen for the longest time end. */
  private static void removeSurplus(Handle handle, String user) {
    handle
        .createUpdate("DELETE FROM session WHERE id_hash IN (SELECT id_hash FROM session"
            + " WHERE account = :user ORDER BY seen_at DESC, id_hash LIMIT 1000 OFFSET :kept)")
        .bind("user", user)
        .bind("kept", MAX_SESSIONS - 1)
        .execute();
  }

  /** Returns the session of an id from a cookie by the default rules. */
  public Optional<Session> find(String id) {
    return find(id, SessionRules.DEFAULTS);
  }

  /** Returns the session of an id from a cookie, if it is valid, and records that it was seen. */
  public Optional<Session> find(String id, SessionRules rules) {
    Optional<Session> session = look(id, rules);
    long now = clock.millis();
    session
        .filter(found -> now - found.seenAt().toEpochMilli() >= SEEN_STEP.toMillis())
        .ifPresent(found -> noteSeen(SecretText.hash(id), now));
    return session;
  }

  /** Returns the session of an id from a cookie, if it is valid. For checks of open streams, which are no requests. */
  public Optional<Session> look(String id, SessionRules rules) {
    String hash = SecretText.hash(id);
    long now = clock.millis();
    if (ended.contains(hash)) {
      return Optional.empty();
    }
    Unwritten kept = unwritten.get(hash);
    if (kept != null) {
      return find(hash, kept, rules, now);
    }
    return database.read(handle -> handle
        .select(SESSION + " WHERE s.id_hash = :hash AND s.expires_at > :now AND s.seen_at > :idle"
            + " AND s.created_at > :oldest AND a.disabled = 0")
        .bind("hash", hash)
        .bind("now", now)
        .bind("idle", now - rules.idle().toMillis())
        .bind("oldest", now - rules.life().toMillis())
        .map((columns, context) -> Row.of(columns))
        .findOne()
        .map(row -> row.session(handle)));
  }

  /** Returns which of the sessions with these hashes are valid, by hash. They are not marked as seen. */
  public Map<String, Session> confirm(Collection<String> hashes, SessionRules rules) {
    if (hashes.isEmpty()) {
      return Map.of();
    }
    long now = clock.millis();
    Map<String, Session> valid = new HashMap<>();
    database.read(handle -> {
      handle
          .select(SESSION + " WHERE s.id_hash IN (<hashes>) AND s.expires_at > :now"
              + " AND s.seen_at > :idle AND s.created_at > :oldest AND a.disabled = 0")
          .bindList("hashes", List.copyOf(hashes))
          .bind("now", now)
          .bind("idle", now - rules.idle().toMillis())
          .bind("oldest", now - rules.life().toMillis())
          .map((columns, context) -> Row.of(columns))
          .list()
          .forEach(row -> valid.put(row.hash(), row.session(handle)));
      return true;
    });
    valid.keySet().removeAll(ended);
    return valid;
  }

  private Optional<Session> find(String hash, Unwritten kept, SessionRules rules, long now) {
    boolean isInTime =
        kept.expiresAt() > now && now - kept.openedAt() < rules.idle().toMillis();
    return database
        .read(handle -> UserRows.find(handle, kept.user()))
        .filter(user -> isInTime && !user.isDisabled())
        .map(user -> new Session(
            publicId(hash),
            user,
            Instant.ofEpochMilli(kept.openedAt()),
            Instant.ofEpochMilli(now),
            Instant.ofEpochMilli(kept.expiresAt()),
            kept.origin()));
  }

  /** Returns the valid sessions of a user, the one last seen first. */
  public List<Session> list(String user, SessionRules rules) {
    long now = clock.millis();
    return database.read(handle -> handle
        .select(SESSION + " WHERE s.account = :user AND s.expires_at > :now AND s.seen_at > :idle"
            + " AND s.created_at > :oldest AND a.disabled = 0 ORDER BY s.seen_at DESC, s.id_hash")
        .bind("user", user)
        .bind("now", now)
        .bind("idle", now - rules.idle().toMillis())
        .bind("oldest", now - rules.life().toMillis())
        .map((columns, context) -> Row.of(columns))
        .list()
        .stream()
        .map(row -> row.session(handle))
        .toList());
  }

  /** Ends the session of a user with this public id. Returns false if there is none. */
  public boolean end(String user, String publicId) {
    return database.note(handle -> handle
            .createUpdate("DELETE FROM session WHERE account = :user"
                + " AND substr(id_hash, 1, :length) = :id")
            .bind("user", user)
            .bind("length", PUBLIC_ID)
            .bind("id", publicId)
            .execute())
        > 0;
  }

  /** Ends one session. */
  public void close(String id) {
    String hash = SecretText.hash(id);
    unwritten.remove(hash);
    try {
      database.note(handle -> handle
          .createUpdate("DELETE FROM session WHERE id_hash = :hash")
          .bind("hash", hash)
          .execute());
    } catch (StoreException e) {
      if (e.kind() == StoreException.Kind.UNUSABLE) {
        throw e;
      }
      // The session has ended for this node at once, and for all when the store can be changed.
      ended.add(hash);
      log.warn(
          "session {}: ended on this node only until the store can be changed again; a restart before that opens it again",
          publicId(hash));
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

  /**
   * Ends the sessions of a user except one.
   *
   * @param id the session that stays; null for none
   */
  public void closeOthers(String user, @Nullable String id) {
    String kept = id == null ? "" : SecretText.hash(id);
    unwritten
        .entrySet()
        .removeIf(each -> each.getValue().user().equals(user) && !each.getKey().equals(kept));
    database.note(handle -> handle
        .createUpdate("DELETE FROM session WHERE account = :user AND id_hash <> :kept")
        .bind("user", user)
        .bind("kept", kept)
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
      // A note that is lost is no reason to refuse a valid session: another change may hold up this
      // one.
      if (e.kind() == StoreException.Kind.UNUSABLE) {
        throw e;
      }
    }
  }

  private static String publicId(String hash) {
    return hash.substring(0, PUBLIC_ID);
  }

  private record Row(
      String hash,
      UserRows.Row user,
      long createdAt,
      long seenAt,
      long expiresAt,
      SessionOrigin origin) {

    static Row of(ResultSet columns) throws SQLException {
      return new Row(
          columns.getString("id_hash"),
          UserRows.Row.of(columns),
          columns.getLong("created_at"),
          columns.getLong("seen_at"),
          columns.getLong("expires_at"),
          new SessionOrigin(text(columns, "network"), text(columns, "agent")));
    }

    private static String text(ResultSet columns, String name) throws SQLException {
      String value = columns.getString(name);
      return value == null ? "" : value;
    }

    Session session(Handle handle) {
      return new Session(
          publicId(hash),
          user.user(handle),
          Instant.ofEpochMilli(createdAt),
          Instant.ofEpochMilli(seenAt),
          Instant.ofEpochMilli(expiresAt),
          origin);
    }
  }

  /** A session that the store could not write. */
  private record Unwritten(String user, SessionOrigin origin, long openedAt, long expiresAt) {}
}
