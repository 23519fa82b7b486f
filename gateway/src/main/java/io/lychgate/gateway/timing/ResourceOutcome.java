package io.lychgate.gateway.timing;

import java.util.Locale;

/** The result of one resource in the report of a page. The names are labels of metrics. */
public enum ResourceOutcome {
  /** Its report was accepted with it. */
  TAKEN,
  /** The waterfall of its page view is not kept. */
  NOT_SAMPLED,
  /** The report has more than 40 of them. */
  TOO_MANY,
  /** Its path has more than 128 characters. */
  TOO_LONG,
  /** Its path does not begin with a slash, so it may be of another origin; or the path has a query. */
  OTHER_ORIGIN,
  /** A time is not a number, negative, above 10 minutes, or before one that must precede it. */
  ABSURD,
  /** A value has another type. */
  MALFORMED,
  /** Too many waterfalls wait for the store. */
  NO_ROOM;

  /** Returns the name in metrics and in the admin API. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }
}
