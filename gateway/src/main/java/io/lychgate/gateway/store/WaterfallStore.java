package io.lychgate.gateway.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** The waterfalls of page views. Each has at most 30 KB, and each site has a bounded number of them. */
public final class WaterfallStore {
  private final Database database;

  WaterfallStore(Database database) {
    this.database = database;
  }

  /** Adds waterfalls, and parts to those that are there. A part that is there already stays. */
  public void put(List<StoredWaterfall> rows) {
    if (rows.isEmpty()) {
      return;
    }
    database.write(handle -> {
      try (PreparedBatch batch = handle.prepareBatch(
          "INSERT INTO view_waterfall (id, at, site, browser, gateway) VALUES (?, ?, ?, ?, ?)"
              + " ON CONFLICT (id) DO UPDATE SET"
              + " browser = COALESCE(view_waterfall.browser, excluded.browser),"
              + " gateway = COALESCE(view_waterfall.gateway, excluded.gateway)")) {
        // In one order, so that two gateways that have the lanes of the same views do not wait for
        // each other.
        List<StoredWaterfall> ordered = new ArrayList<>(rows);
        ordered.sort(Comparator.comparing(StoredWaterfall::id));
        for (StoredWaterfall row : ordered) {
          batch
              .bind(0, row.id())
              .bind(1, row.at())
              .bind(2, row.site())
              .bind(3, row.browser())
              .bind(4, row.gateway())
              .add();
        }
        batch.execute();
      }
      return true;
    });
  }

  /** Returns the waterfall of a page view. */
  public Optional<StoredWaterfall> find(String id) {
    return database.read(handle -> handle
        .select("SELECT * FROM view_waterfall WHERE id = :id")
        .bind("id", id)
        .map((row, context) -> new StoredWaterfall(
            row.getString("id"),
            row.getLong("at"),
            row.getString("site"),
            row.getString("browser"),
            row.getString("gateway")))
        .findOne());
  }

  /** Returns those of these page views that have a waterfall. */
  public Set<String> among(List<String> ids) {
    if (ids.isEmpty()) {
      return Set.of();
    }
    return database.read(handle -> Set.copyOf(handle
        .select("SELECT id FROM view_waterfall WHERE id IN (<ids>)")
        .bindList("ids", ids)
        .mapTo(String.class)
        .list()));
  }

  /** Deletes the waterfalls of a site that are older than this; of all other sites if the site is null. */
  public void deleteBefore(@Nullable String site, List<String> others, long before) {
    String which =
        site != null ? "site = :site" : others.isEmpty() ? "1 = 1" : "site NOT IN (<others>)";
    database.write(handle -> {
      Update old = handle
          .createUpdate("DELETE FROM view_waterfall WHERE " + which + " AND at < :before")
          .bind("before", before);
      if (site != null) {
        old.bind("site", site);
      } else if (!others.isEmpty()) {
        old.bindList("others", others);
      }
      return old.execute();
    });
  }

  /** Deletes the oldest waterfalls of each site beyond this number. */
  public void keepNewest(int number) {
    database.write(handle -> {
      try (Query sites = handle
          .select("SELECT site FROM view_waterfall GROUP BY site HAVING count(*) > :number")
          .bind("number", number)) {
        for (String site : sites.mapTo(String.class).list()) {
          handle
              .createUpdate(
                  "DELETE FROM view_waterfall WHERE site = :site AND id NOT IN"
                      + " (SELECT id FROM view_waterfall WHERE site = :site ORDER BY at DESC, id LIMIT :number)")
              .bind("site", site)
              .bind("number", number)
              .execute();
        }
      }
      return true;
    });
  }
}
