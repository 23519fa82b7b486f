package io.lychgate.scheduler;

import java.util.Locale;

/** Why a stream was the one to send. The text is what log, UI and documentation show. */
public enum ScheduleReason {
  NONE_ACTIVE("No stream had both data and window."),
  RAISED("The gateway raised it before everything that the client ordered."),
  OVERRIDDEN(
      "The gateway gave it an urgency, and nothing that the client ordered was more urgent."),
  WEIGHTED_TURN("It was its turn among the streams under the root, by weight."),
  DEPENDENT_TURN("The stream above it had nothing to send, so that stream's turn was its."),
  MOST_URGENT("No stream was more urgent, and it is the oldest that wants to be sent whole."),
  INCREMENTAL_TURN("No stream was more urgent, and it was its turn among those sent in parts."),
  HANDED_TO_QUIC(
      "QUIC took it. Which packet carries it, and before which others, is QUIC's choice by the urgency given.");

  private final String sentence;

  ScheduleReason(String sentence) {
    this.sentence = sentence;
  }

  /** Stable: what logs, APIs and metrics call it. */
  public String token() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public String sentence() {
    return sentence;
  }
}
