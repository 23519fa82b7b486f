package io.lychgate.gateway.store;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Random secrets that the gateways of one store share. The first request for a secret creates it; secrets of past periods are
 * removed. They are stored in plain text: a reader of the database can do everything that the gateways can.
 */
public final class SecretStore {
  private static final int BYTES = 32;

  /** Period number of secrets that have no period. */
  private static final long LASTING = 0;

  private final Database database;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  SecretStore(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /** Returns the secret of this name, which never changes. Does not write if it exists, so it works while the store is read-only. */
  public byte[] lasting(String name) {
    List<byte[]> known = database.read(handle -> values(handle, name, LASTING, LASTING));
    if (!known.isEmpty()) {
      return known.get(0);
    }
    return database.write(handle -> {
      make(handle, name, LASTING);
      return values(handle, name, LASTING, LASTING).get(0);
    });
  }

  /** Returns the secrets of this name for the periods from the first to the last, in this order. Removes older ones. */
  public List<byte[]> ofPeriods(String name, long first, long last) {
    return database.write(handle -> {
      for (long period = first; period <= last; period++) {
        make(handle, name, period);
      }
      handle
          .createUpdate(
              "DELETE FROM secret WHERE name = :name AND period < :first AND period <> :lasting")
          .bind("name", name)
          .bind("first", first)
          .bind("lasting", LASTING)
          .execute();
      return values(handle, name, first, last);
    });
  }

  private void make(Handle handle, String name, long period) {
    byte[] value = new byte[BYTES];
    random.nextBytes(value);
    handle
        .createUpdate("INSERT INTO secret (name, period, value, created_at)"
            + " VALUES (:name, :period, :value, :now) ON CONFLICT (name, period) DO NOTHING")
        .bind("name", name)
        .bind("period", period)
        .bind("value", Base64.getEncoder().encodeToString(value))
        .bind("now", clock.millis())
        .execute();
  }

  private static List<byte[]> values(Handle handle, String name, long first, long last) {
    return handle
        .select("SELECT value FROM secret WHERE name = :name AND period BETWEEN :first AND :last"
            + " ORDER BY period")
        .bind("name", name)
        .bind("first", first)
        .bind("last", last)
        .map((row, context) -> Base64.getDecoder().decode(row.getString(1)))
        .list();
  }
}
