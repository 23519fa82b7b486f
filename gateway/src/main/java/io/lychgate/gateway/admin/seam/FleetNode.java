package io.lychgate.gateway.admin.seam;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One gateway of the store.
 *
 * @param own whether it is the one that says so
 * @param revision that it runs, by its last report
 * @param seenAt when it reported, by the clock of the database; null for this one
 * @param detail why it does not run all of its revision; null when it does
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

  /** What is known of it. */
  public enum State {
    /** It runs the newest revision. */
    CURRENT,
    /** It runs an older one, or not all of it. */
    BEHIND,
    /** It has not reported for some time, and may run anything. */
    GONE;

    /** The word of the API. */
    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
