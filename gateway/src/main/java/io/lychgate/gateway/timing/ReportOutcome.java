package io.lychgate.gateway.timing;

import java.util.Locale;

/** The result of a report of a page. The names are labels of metrics. */
public enum ReportOutcome {
  /** It is in the store, and in the sums. */
  TAKEN,
  /** The tab was in the background before the page was painted, so that the browser delayed it. */
  BACKGROUND,
  /** The client calls itself a bot or a tool. */
  BOT,
  /** A prerender has sent it, which may never be shown. */
  PREFETCH,
  /** The browser sends Do Not Track or Global Privacy Control by now. */
  DO_NOT_TRACK,
  /** The visitor has withdrawn the consent since the page. */
  NO_CONSENT,
  /** It does not come from a page of the site of its view. */
  OTHER_SITE,
  /** No gateway of the fleet has made its view id. */
  FORGED,
  /** The same part of the report has come before. */
  REPLAYED,
  /** It came more than an hour after its page. */
  LATE,
  /** A time is negative, longer than 10 minutes, not a number, or before one that must precede it. */
  ABSURD,
  /** It is no report. */
  MALFORMED,
  /** It has more than 8 KiB. */
  TOO_LARGE,
  /** Its client ended it in the middle. */
  CUT,
  /** Its network has sent too many. */
  RATE,
  /** The queue before the store was full, or the store was not available for too long. */
  NO_ROOM;

  /** Returns the name in metrics and in the admin API. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }
}
