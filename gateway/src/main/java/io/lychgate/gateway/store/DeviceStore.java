package io.lychgate.gateway.store;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Browsers in which a user has signed in. A sign-in from one of them does not wait for failed sign-ins of other clients, so that others cannot
 * keep a user out by wrong passwords.
 */
public final class DeviceStore {

  /** Browsers of one user. */
  private static final int MAX_DEVICES = 20;

  /** Time after which a browser without a sign-in is no longer known. */
  public static final Duration LIFE = Duration.ofDays(180);

  private final Database database;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  DeviceStore(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /** Makes a browser known and returns its id, which is stored nowhere. */
  public String add(String user) {
    String id = SecretText.next(random);
    long now = clock.millis();
    database.note(handle -> {
      handle.execute("DELETE FROM known_device WHERE seen_at <= ?", now - LIFE.toMillis());
      handle
          .createUpdate(
              "DELETE FROM known_device WHERE id_hash IN (SELECT id_hash FROM known_device"
                  + " WHERE account = :user ORDER BY seen_at DESC, id_hash LIMIT 1000 OFFSET :kept)")
          .bind("user", user)
          .bind("kept", MAX_DEVICES - 1)
          .execute();
      return handle.execute(
          "INSERT INTO known_device (id_hash, account, seen_at) VALUES (?, ?, ?)",
          SecretText.hash(id),
          user,
          now);
    });
    return id;
  }

  public boolean isKnown(String id, String user) {
    return database.read(handle -> handle
            .select("SELECT count(*) FROM known_device"
                + " WHERE id_hash = :hash AND account = :user AND seen_at > :oldest")
            .bind("hash", SecretText.hash(id))
            .bind("user", user)
            .bind("oldest", clock.millis() - LIFE.toMillis())
            .mapTo(Long.class)
            .one())
        > 0;
  }

  /** Records a sign-in in a known browser. */
  public void noteLogin(String id) {
    database.note(handle -> handle.execute(
        "UPDATE known_device SET seen_at = ? WHERE id_hash = ?",
        clock.millis(),
        SecretText.hash(id)));
  }
}
