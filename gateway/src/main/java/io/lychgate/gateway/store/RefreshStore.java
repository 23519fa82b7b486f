package io.lychgate.gateway.store;

import java.time.Duration;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The refreshes of sessions of logins: one gateway spends a refresh token, and the others get its result. The caller encrypts it. */
public final class RefreshStore {
  private final Database database;

  RefreshStore(Database database) {
    this.database = database;
  }

  /** The state of a refresh after a claim. */
  public sealed interface Claim {
    /**
     * The caller refreshes. It publishes the result, or releases the claim.
     *
     * @param until its end by the clock of the database, which no other claim of this token has
     */
    record Won(long until) implements Claim {}

    /** Another gateway refreshes now. */
    record Held() implements Claim {}

    /** Another gateway has refreshed. */
    record Done(String sealed) implements Claim {}
  }

  /**
   * Claims the refresh of a token for a time.
   *
   * @param token a hash, the same on each gateway
   */
  public Claim claim(String token, Duration time) {
    return database.write(handle -> {
      removeExpired(handle);
      int made = handle
          .createUpdate("INSERT INTO session_refresh (token, until) VALUES (:token, "
              + database.now() + " + :time) ON CONFLICT (token) DO NOTHING")
          .bind("token", token)
          .bind("time", time.toMillis())
          .execute();
      if (made == 1) {
        return new Claim.Won(handle
            .select("SELECT until FROM session_refresh WHERE token = :token")
            .bind("token", token)
            .mapTo(Long.class)
            .one());
      }
      Optional<String> sealed = handle
          .select("SELECT sealed FROM session_refresh WHERE token = :token AND sealed IS NOT NULL")
          .bind("token", token)
          .mapTo(String.class)
          .findOne();
      return sealed.isPresent() ? new Claim.Done(sealed.get()) : new Claim.Held();
    });
  }

  /** Publishes the result of a refresh for a time. */
  public void publish(String token, String sealed, Duration time) {
    database.write(handle -> handle
        .createUpdate("UPDATE session_refresh SET sealed = :sealed, until = " + database.now()
            + " + :time WHERE token = :token")
        .bind("sealed", sealed)
        .bind("time", time.toMillis())
        .bind("token", token)
        .execute());
  }

  /** Lets another gateway try a refresh that failed. Another gateway's claim of an expired one stays. */
  public void release(String token, Claim.Won claim) {
    database.write(handle -> handle
        .createUpdate("DELETE FROM session_refresh"
            + " WHERE token = :token AND until = :until AND sealed IS NULL")
        .bind("token", token)
        .bind("until", claim.until())
        .execute());
  }

  /** Removes claims and results whose time has ended. A claim does so, too; without one, results would stay. */
  public void removeExpired() {
    database.write(this::removeExpired);
  }

  private int removeExpired(Handle handle) {
    return handle.execute("DELETE FROM session_refresh WHERE until <= " + database.now());
  }
}
