package io.lychgate.gateway.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Recorded page views of the last two days, for dry runs. They have no personal data. */
public final class RecordStore {
  /** Recorded page views are removed after this time. */
  public static final Duration KEPT = Duration.ofDays(2);

  private final Database database;
  private final InstantSource clock;

  RecordStore(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /** Replaces the hour of this process, and removes hours that are too old. */
  public void put(RecordedHour hour) {
    database.write(handle -> {
      handle
          .createUpdate("INSERT INTO recorded_hour (instance, hour, views, sampled, body)"
              + " VALUES (:instance, :hour, :views, :sampled, :body)"
              + " ON CONFLICT (instance, hour) DO UPDATE SET views = :views, sampled = :sampled,"
              + " body = :body")
          .bind("instance", hour.instance())
          .bind("hour", hour.hour().toEpochMilli())
          .bind("views", hour.views())
          .bind("sampled", hour.sampled())
          .bind("body", hour.body())
          .execute();
      return handle
          .createUpdate("DELETE FROM recorded_hour WHERE hour < :oldest")
          .bind("oldest", clock.millis() - KEPT.toMillis())
          .execute();
    });
  }

  /** Removes all recorded page views, because recording is off. */
  public void clear() {
    boolean isEmpty = database.read(handle ->
        handle.select("SELECT count(*) FROM recorded_hour").mapTo(Long.class).one() == 0);
    if (!isEmpty) {
      database.write(handle -> handle.execute("DELETE FROM recorded_hour"));
    }
  }

  /** Returns the hours that end after this time, newest first. */
  public List<RecordedHour> since(Instant from, int most) {
    return database.read(handle -> handle
        .select(
            "SELECT * FROM recorded_hour WHERE hour > :from ORDER BY hour DESC, instance LIMIT :most")
        .bind("from", from.minus(Duration.ofHours(1)).toEpochMilli())
        .bind("most", most)
        .map((row, context) -> new RecordedHour(
            row.getString("instance"),
            Instant.ofEpochMilli(row.getLong("hour")),
            row.getLong("views"),
            row.getLong("sampled"),
            row.getBytes("body")))
        .list());
  }
}
