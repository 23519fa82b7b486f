package io.lychgate.gateway.store;

import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The manifests that a file outside of the store decides, each with the place of that file. */
public final class ManagedStore {
  private static final String MANIFEST = "manifest";

  private final Database database;
  private final InstantSource clock;
  private final AuditTrail audit;

  ManagedStore(Database database, InstantSource clock, AuditTrail audit) {
    this.database = database;
    this.clock = clock;
    this.audit = audit;
  }

  /** Returns the place of the file that decides a manifest; null if none does. */
  public @Nullable String placeOf(String manifest) {
    Optional<String> place = database.read(handle -> handle
        .select("SELECT place FROM managed_thing WHERE kind = :kind AND name = :name")
        .bind("kind", MANIFEST)
        .bind("name", manifest)
        .mapTo(String.class)
        .findOne());
    return place.orElse(null);
  }

  /** Returns the places of all managed manifests by name. */
  public Map<String, String> places() {
    return database.read(handle -> {
      Map<String, String> places = new TreeMap<>();
      handle
          .select("SELECT name, place FROM managed_thing WHERE kind = :kind")
          .bind("kind", MANIFEST)
          .map((row, context) -> Map.entry(row.getString("name"), row.getString("place")))
          .forEach(each -> places.put(each.getKey(), each.getValue()));
      return places;
    });
  }

  /**
   * Marks a manifest as decided by a file, or ends that.
   *
   * @param place null to end it
   */
  public void set(String manifest, @Nullable String place, Actor by) {
    database.write(handle -> {
      Optional<String> before = handle
          .select("SELECT place FROM managed_thing WHERE kind = :kind AND name = :name")
          .bind("kind", MANIFEST)
          .bind("name", manifest)
          .mapTo(String.class)
          .findOne();
      if (Objects.equals(before.orElse(null), place)) {
        return false;
      }
      handle
          .createUpdate("DELETE FROM managed_thing WHERE kind = :kind AND name = :name")
          .bind("kind", MANIFEST)
          .bind("name", manifest)
          .execute();
      if (place != null) {
        handle
            .createUpdate("INSERT INTO managed_thing (kind, name, place, author, at)"
                + " VALUES (:kind, :name, :place, :author, :at)")
            .bind("kind", MANIFEST)
            .bind("name", manifest)
            .bind("place", place)
            .bind("author", by.name())
            .bind("at", clock.millis())
            .execute();
      }
      audit.changed(
          handle,
          by,
          "manifest.managed-by",
          manifest,
          null,
          new AuditState(before.orElse(null), place));
      return true;
    });
  }
}
