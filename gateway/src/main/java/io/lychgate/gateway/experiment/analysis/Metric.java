package io.lychgate.gateway.experiment.analysis;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A timing of a page view. {@link #index} is its place in {@link Observation#values}. */
public enum Metric {
  TTFB("ttfb", "Time to first byte", Goal.LESS),
  FIRST_PAINT("firstPaint", "First paint", Goal.LESS),
  FCP("fcp", "First contentful paint", Goal.LESS),
  LCP("lcp", "Largest contentful paint", Goal.LESS),
  INP("inp", "Interaction to next paint", Goal.LESS),
  CLS("cls", "Cumulative layout shift", Goal.LESS),
  DCL("dcl", "DOMContentLoaded", Goal.LESS),
  LOAD("load", "Load", Goal.LESS),
  STATICS("statics", "Load of statics", Goal.LESS),
  LEAD("lead", "Lead of the 103 response", Goal.MORE),
  DNS("dns", "DNS", Goal.LESS),
  CONNECT("connect", "Connect", Goal.LESS),
  TLS("tls", "TLS handshake", Goal.LESS),
  REQUEST("request", "Request to first byte", Goal.LESS),
  RESPONSE("response", "Response", Goal.LESS);

  /** The parts of the time to first byte, in their order in time. They have no verdicts of their own. */
  public static final List<Metric> SPLIT = List.of(DNS, CONNECT, TLS, REQUEST);

  private enum Goal {
    LESS,
    MORE
  }

  private final String token;
  private final String label;
  private final Goal goal;

  Metric(String token, String label, Goal goal) {
    this.token = token;
    this.label = label;
    this.goal = goal;
  }

  /** Returns its name in the admin API and in exports. */
  @JsonValue
  public String token() {
    return token;
  }

  public String label() {
    return label;
  }

  /** Returns {@code milliseconds}, or {@code score} for a layout shift. */
  public String unit() {
    return this == CLS ? "score" : "milliseconds";
  }

  /** Returns true if a difference of this sign is good for visitors. */
  boolean isBetter(double difference) {
    return goal == Goal.LESS ? difference < 0 : difference > 0;
  }

  /** Returns its place in the values of an observation. The order of declaration is a part of that form. */
  @SuppressWarnings("EnumOrdinal")
  public int index() {
    return ordinal();
  }

  /** Returns true for the metrics that are compared: all but the parts of the time to first byte. */
  boolean isCompared() {
    return index() <= LEAD.index();
  }

  /**
   * Returns the metric of a token.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Metric of(String token) {
    for (Metric metric : values()) {
      if (metric.token.equals(token)) {
        return metric;
      }
    }
    throw new IllegalArgumentException("metric: " + token + " (expected: "
        + Arrays.stream(values()).map(Metric::token).collect(Collectors.joining(", ")) + ")");
  }
}
