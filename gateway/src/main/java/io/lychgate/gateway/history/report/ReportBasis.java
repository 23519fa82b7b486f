package io.lychgate.gateway.history.report;

import com.fasterxml.jackson.annotation.JsonValue;

/** The way in which a report matches the time before with the time after. */
public enum ReportBasis {
  /** Whole weeks on each side, without the local day of the event. Blocks match by weekday and local time. */
  WEEKS("weeks"),

  /** One to six days on each side. Blocks match by local time, working days only with working days. */
  DAYS("days"),

  /** At most six hours on each side, not matched. */
  QUICK("quick");

  private final String token;

  ReportBasis(String token) {
    this.token = token;
  }

  /** Returns its name in the store and the admin API. */
  @JsonValue
  public String token() {
    return token;
  }
}
