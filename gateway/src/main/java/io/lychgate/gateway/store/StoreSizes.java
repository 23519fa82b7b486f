package io.lychgate.gateway.store;

import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** The sizes of the tables that grow with time, from their rows. */
public final class StoreSizes {

  private StoreSizes() {}

  /**
   * Rows of one kind.
   *
   * @param bytes bytes of the values, an estimate from the newest 1,000 rows; indexes and free pages come on top
   * @param rowsPerDay mean of the last seven days; 0 if the table has no time
   */
  public record Kind(String table, long rows, long bytes, double rowsPerDay) {
    /** Returns the mean bytes of a row. */
    public double bytesPerRow() {
      return rows == 0 ? 0 : (double) bytes / rows;
    }
  }

  private record Source(String table, String time, String bytes) {}

  private static final long WEEK_MILLIS = 7L * 24 * 60 * 60 * 1000;

  private static final List<Source> SOURCES = List.of(
      new Source(
          "audit",
          "at",
          "60 + length(actor) + length(action) + coalesce(length(subject), 0) + coalesce(length(detail), 0)"
              + " + coalesce(length(state_before), 0) + coalesce(length(state_after), 0)"),
      new Source("audit_chain", "", "80"),
      new Source("revision", "created_at", "80 + coalesce(length(body), 0)"),
      new Source("manifest", "", "80 + length(draft)"),
      new Source(
          "rollup",
          "",
          "320 + length(first_byte) + length(connection_age) + length(connection_requests)"),
      new Source("history_event", "at", "80 + length(text)"),
      new Source("history_report", "created_at", "80 + length(body)"),
      new Source("view_sample", "at", "240 + length(site) + length(route) + length(page)"),
      new Source("view_arm", "", "50 + length(experiment) + length(arm)"),
      new Source(
          "view_waterfall",
          "at",
          "60 + coalesce(length(browser), 0) + coalesce(length(gateway), 0)"),
      new Source("timing_rollup", "", "120 + length(site) + length(page) + length(sketches)"),
      new Source("arm_rollup", "", "220 + length(experiment) + length(arm)"),
      new Source("arm_unit_count", "", "80 + length(units)"),
      new Source("recorded_hour", "", "80 + length(body)"),
      new Source("idempotency_key", "created_at", "180 + coalesce(length(body), 0)"));

  static List<Kind> of(Handle handle) {
    List<Kind> kinds = new ArrayList<>();
    for (Source source : SOURCES) {
      long rows = handle
          .select("SELECT count(*) FROM " + source.table())
          .mapTo(Long.class)
          .one();
      double mean = handle
          .select("SELECT coalesce(avg(size), 0) FROM (SELECT " + source.bytes() + " AS size FROM "
              + source.table()
              + (source.time().isEmpty() ? "" : " ORDER BY " + source.time() + " DESC")
              + " LIMIT 1000) sample")
          .mapTo(Double.class)
          .one();
      kinds.add(new Kind(source.table(), rows, Math.round(rows * mean), perDay(handle, source)));
    }
    return List.copyOf(kinds);
  }

  private static double perDay(Handle handle, Source source) {
    if (source.time().isEmpty()) {
      return 0;
    }
    long rows = handle
        .select("SELECT count(*) FROM " + source.table() + " WHERE " + source.time() + " >= :from")
        .bind("from", System.currentTimeMillis() - WEEK_MILLIS)
        .mapTo(Long.class)
        .one();
    return rows / 7.0;
  }
}
