package io.lychgate.gateway.store;

import java.time.Duration;
import java.util.Optional;

/** The refreshes of sessions of logins: one gateway spends a refresh token, and the others get its result. The caller encrypts it. */
public final class RefreshStore {
  private final Database database;

  RefreshStore(Database database) {
    this.database = database;
  }

  /** The state of a refresh after a claim. */
  public sealed interface Claim {
    /** The caller refreshes. It publishes the result, or releases the claim. */
    record Won() implements Claim {}

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
      handle.execute("DELETE FROM session_refresh WHERE until <= " + database.now());
      int made = handle
          .createUpdate("INSERT INTO session_refresh (token, until) VALUES (:token, "
              + database.now() + " + :time) ON CONFLICT (token) DO NOTHING")
          .bind("token", token)
          .bind("time", time.toMillis())
          .execute();
      if (made == 1) {
        return new Claim.Won();
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

  /** Lets another gateway try a refresh that failed. */
  public void release(String token) {
    database.write(handle -> handle
        .createUpdate("DELETE FROM session_refresh WHERE token = :token AND sealed IS NULL")
        .bind("token", token)
        .execute());
  }
}
