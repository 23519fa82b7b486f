package io.lychgate.gateway.store;

import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The manifests that a file outside of the store decides, and the configuration, each with the place of that file. */
public final class ManagedStore {
  private static final String MANIFEST = "manifest";
  private static final String CONFIGURATION = "configuration";

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
    return placeOf(MANIFEST, manifest);
  }

  /** Returns the place of the file that decides the configuration; null if none does. */
  public @Nullable String placeOfConfiguration() {
    return placeOf(CONFIGURATION, CONFIGURATION);
  }

  private @Nullable String placeOf(String kind, String name) {
    Optional<String> place = database.read(handle -> handle
        .select("SELECT place FROM managed_thing WHERE kind = :kind AND name = :name")
        .bind("kind", kind)
        .bind("name", name)
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
    set(MANIFEST, manifest, place, by);
  }

  /** Does the same for the configuration. */
  public void setConfiguration(@Nullable String place, Actor by) {
    set(CONFIGURATION, CONFIGURATION, place, by);
  }

  private void set(String kind, String name, @Nullable String place, Actor by) {
    database.write(handle -> {
      Optional<String> before = handle
          .select("SELECT place FROM managed_thing WHERE kind = :kind AND name = :name")
          .bind("kind", kind)
          .bind("name", name)
          .mapTo(String.class)
          .findOne();
      if (Objects.equals(before.orElse(null), place)) {
        return false;
      }
      handle
          .createUpdate("DELETE FROM managed_thing WHERE kind = :kind AND name = :name")
          .bind("kind", kind)
          .bind("name", name)
          .execute();
      if (place != null) {
        handle
            .createUpdate("INSERT INTO managed_thing (kind, name, place, author, at)"
                + " VALUES (:kind, :name, :place, :author, :at)")
            .bind("kind", kind)
            .bind("name", name)
            .bind("place", place)
            .bind("author", by.name())
            .bind("at", clock.millis())
            .execute();
      }
      audit.changed(
          handle, by, kind + ".managed-by", name, null, new AuditState(before.orElse(null), place));
      return true;
    });
  }
}
