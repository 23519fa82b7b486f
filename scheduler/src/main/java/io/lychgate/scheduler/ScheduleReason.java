package io.lychgate.scheduler;

import java.util.Locale;

/** The reason why a stream was chosen to send. The log, UI and documentation show the text. */
public enum ScheduleReason {
  NONE_ACTIVE("No stream had both data and window."),
  RAISED("The gateway raised it above everything that the client ordered."),
  OVERRIDDEN(
      "The gateway gave it an urgency, and nothing that the client ordered was more urgent."),
  WEIGHTED_TURN("It was its turn among the streams under the root, by weight."),
  DEPENDENT_TURN("The stream above it had nothing to send, so it took that stream's turn."),
  MOST_URGENT("No stream was more urgent, and it is the oldest non-incremental one."),
  INCREMENTAL_TURN("No stream was more urgent, and it was its turn among the incremental ones."),
  HANDED_TO_QUIC(
      "It was passed to QUIC, which chooses packets and their order by the urgency given.");

  private final String sentence;

  ScheduleReason(String sentence) {
    this.sentence = sentence;
  }

  /** Returns the stable token for logs, APIs and metrics. */
  public String token() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public String sentence() {
    return sentence;
  }
}
