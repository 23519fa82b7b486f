package io.lychgate.gateway.observe.timeline;

import java.util.Locale;

/** The end of a stream. The UI shows the sentence. */
public enum StreamEnding {
  COMPLETE("The whole response was sent."),
  FAILED("It was reset before the response was complete, or its client closed the connection.");

  private final String sentence;

  StreamEnding(String sentence) {
    this.sentence = sentence;
  }

  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String sentence() {
    return sentence;
  }
}
