package io.lychgate.gateway.store;

import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The things of the store that a file outside of it decides, each with the place of that file. */
public final class ManagedStore {
  /** The name of the configuration. */
  public static final String CONFIGURATION = "configuration";

  /** A kind of things. */
  public enum Kind {
    MANIFEST,
    EXPERIMENT,
    /** There is one thing of this kind, {@link #CONFIGURATION}. */
    CONFIGURATION;

    /** Returns the word in the database, which is the first one of the actions in the audit trail, too. */
    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Database database;
  private final InstantSource clock;
  private final AuditTrail audit;

  ManagedStore(Database database, InstantSource clock, AuditTrail audit) {
    this.database = database;
    this.clock = clock;
    this.audit = audit;
  }

  /** Returns the place of the file that decides a thing; null if none does. */
  public @Nullable String placeOf(Kind kind, String name) {
    return database.read(handle -> place(handle, kind, name)).orElse(null);
  }

  private static Optional<String> place(Handle handle, Kind kind, String name) {
    return handle
        .select("SELECT place FROM managed_thing WHERE kind = :kind AND name = :name")
        .bind("kind", kind.token())
        .bind("name", name)
        .mapTo(String.class)
        .findOne();
  }

  /** Returns the places of all managed things of a kind by name. */
  public Map<String, String> places(Kind kind) {
    return database.read(handle -> {
      Map<String, String> places = new TreeMap<>();
      handle
          .select("SELECT name, place FROM managed_thing WHERE kind = :kind")
          .bind("kind", kind.token())
          .map((row, context) -> Map.entry(row.getString("name"), row.getString("place")))
          .forEach(each -> places.put(each.getKey(), each.getValue()));
      return places;
    });
  }

  /**
   * Marks a thing as decided by a file, or ends that.
   *
   * @param place null to end it
   */
  public void set(Kind kind, String name, @Nullable String place, Actor by) {
    database.write(handle -> {
      Optional<String> before = place(handle, kind, name);
      if (Objects.equals(before.orElse(null), place)) {
        return false;
      }
      handle
          .createUpdate("DELETE FROM managed_thing WHERE kind = :kind AND name = :name")
          .bind("kind", kind.token())
          .bind("name", name)
          .execute();
      if (place != null) {
        handle
            .createUpdate("INSERT INTO managed_thing (kind, name, place, author, at)"
                + " VALUES (:kind, :name, :place, :author, :at)")
            .bind("kind", kind.token())
            .bind("name", name)
            .bind("place", place)
            .bind("author", by.name())
            .bind("at", clock.millis())
            .execute();
      }
      audit.changed(
          handle,
          by,
          kind.token() + ".managed-by",
          name,
          null,
          new AuditState(before.orElse(null), place));
      return true;
    });
  }
}
