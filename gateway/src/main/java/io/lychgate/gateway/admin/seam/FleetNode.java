package io.lychgate.gateway.admin.seam;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One gateway of the store.
 *
 * @param own true if it is this gateway
 * @param revision the revision that it runs, by its last report
 * @param seenAt time of its last report, by the clock of the database; null for this gateway
 * @param detail the reason why it does not run all of its revision; null if it does
 */
public record FleetNode(
    String id,
    String name,
    String version,
    boolean own,
    State state,
    long revision,
    @Nullable Instant seenAt,
    @Nullable String detail) {

  /** State of the node by its last report. */
  public enum State {
    /** Runs the newest revision. */
    CURRENT,
    /** Runs an older revision, or not all of the newest. */
    BEHIND,
    /** Has not reported for some time; its revision is unknown. */
    GONE;

    /** Returns the name in the API. */
    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
