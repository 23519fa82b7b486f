package io.lychgate.gateway.store;

import java.time.Instant;
import java.util.List;

/**
 * The counts of one process in one minute, or in a part of it. Several of the same minute add up.
 *
 * @param sequence grows with each one of a process, so that a repeated write adds nothing
 * @param start any time in the minute
 */
public record RollupMinute(long sequence, Instant start, List<RollupRow> rows) {
  public RollupMinute {
    rows = List.copyOf(rows);
  }
}
