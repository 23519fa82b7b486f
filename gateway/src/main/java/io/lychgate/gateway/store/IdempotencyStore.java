package io.lychgate.gateway.store;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The responses to POSTs with an Idempotency-Key, by user and key. A repeated request gets the stored response and changes nothing
 * again. Kept for {@link #LIFE}, and at most {@link #MAX_KEYS} for each user.
 */
public final class IdempotencyStore {
  /** Time after which a key may be used for another request. */
  public static final Duration LIFE = Duration.ofHours(24);

  /** Keys of one user: one each 86 s of a day. */
  static final int MAX_KEYS = 1000;

  /** Characters of a stored response. */
  public static final int MAX_BODY = 64 * 1024;

  /**
   * Time after which a request without a response counts as lost with its process. Requests have a timeout of 30 s.
   */
  private static final Duration LOST = Duration.ofMinutes(1);

  private final Database database;
  private final InstantSource clock;

  IdempotencyStore(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /** The state of a key for a request. */
  public sealed interface Claim {
    /** The key is new: the request runs, and {@link IdempotencyStore#keep} or {@link IdempotencyStore#drop} follows. */
    record Ours() implements Claim {}

    /** The same request runs now. */
    record Running() implements Claim {}

    /** Another request has the key. */
    record Other() implements Claim {}

    /**
     * The same request has this response.
     *
     * @param head header fields as JSON
     * @param body null if it was not stored
     */
    record Done(int status, String head, @Nullable String body) implements Claim {}
  }

  /** Takes the key for a request, or returns its earlier use. */
  public Claim claim(String user, String key, String requestHash) {
    long now = clock.millis();
    return database.note(handle -> {
      handle
          .createUpdate("DELETE FROM idempotency_key WHERE created_at <= :old"
              + " OR (state = 'running' AND created_at <= :lost)")
          .bind("old", now - LIFE.toMillis())
          .bind("lost", now - LOST.toMillis())
          .execute();
      int added = handle
          .createUpdate(
              "INSERT INTO idempotency_key (account, name, request_hash, state, created_at)"
                  + " VALUES (:user, :key, :hash, 'running', :now) ON CONFLICT (account, name) DO NOTHING")
          .bind("user", user)
          .bind("key", key)
          .bind("hash", requestHash)
          .bind("now", now)
          .execute();
      if (added == 1) {
        removeOldest(handle, user);
        return new Claim.Ours();
      }
      return earlier(handle, user, key, requestHash);
    });
  }

  private static void removeOldest(Handle handle, String user) {
    handle
        .createUpdate("DELETE FROM idempotency_key WHERE account = :user AND state = 'done'"
            + " AND name NOT IN (SELECT name FROM idempotency_key WHERE account = :user"
            + " ORDER BY created_at DESC, name LIMIT :max)")
        .bind("user", user)
        .bind("max", MAX_KEYS)
        .execute();
  }

  private static Claim earlier(Handle handle, String user, String key, String requestHash) {
    Optional<Claim> found = handle
        .select("SELECT * FROM idempotency_key WHERE account = :user AND name = :key")
        .bind("user", user)
        .bind("key", key)
        .map((row, context) -> {
          if (!requestHash.equals(row.getString("request_hash"))) {
            return (Claim) new Claim.Other();
          }
          if (!"done".equals(row.getString("state"))) {
            return new Claim.Running();
          }
          return new Claim.Done(row.getInt("status"), row.getString("head"), row.getString("body"));
        })
        .findOne();
    return found.orElseGet(Claim.Running::new);
  }

  /**
   * Stores the response of the request that has the key.
   *
   * @param body null if it must not or cannot be stored
   */
  public void keep(String user, String key, int status, String head, @Nullable String body) {
    database.note(handle -> handle
        .createUpdate("UPDATE idempotency_key SET state = 'done', status = :status, head = :head,"
            + " body = :body WHERE account = :user AND name = :key")
        .bind("user", user)
        .bind("key", key)
        .bind("status", status)
        .bind("head", head)
        .bind("body", body)
        .execute());
  }

  /** Frees the key after a failure that may end, so that the request can be repeated. */
  public void drop(String user, String key) {
    database.note(handle -> handle
        .createUpdate("DELETE FROM idempotency_key WHERE account = :user AND name = :key")
        .bind("user", user)
        .bind("key", key)
        .execute());
  }
}
