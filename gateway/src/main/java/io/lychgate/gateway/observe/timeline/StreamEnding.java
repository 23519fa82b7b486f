package io.lychgate.gateway.observe.timeline;

import java.util.Locale;

/** How a stream ended. The text is what the UI shows. */
public enum StreamEnding {
  COMPLETE("The whole response was sent."),
  FAILED("It was reset before the response was whole, or its client left.");

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
