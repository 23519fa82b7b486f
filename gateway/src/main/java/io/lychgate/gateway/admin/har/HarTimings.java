package io.lychgate.gateway.admin.har;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The duration of each part of an entry, in milliseconds; -1 for a part that cannot be measured. */
public record HarTimings(
    double blocked,
    int dns,
    int connect,
    int ssl,
    double send,
    @JsonProperty("wait") double waiting,
    double receive) {
  /** Stands for a part that cannot be measured. */
  public static final int NOT_APPLICABLE = -1;

  public static HarTimings of(double blocked, double waiting, double receive) {
    return new HarTimings(
        blocked, NOT_APPLICABLE, NOT_APPLICABLE, NOT_APPLICABLE, 0, waiting, receive);
  }

  /** Returns the duration of the parts that were measured. */
  public double sum() {
    return Math.max(0, blocked) + send + waiting + receive;
  }
}
