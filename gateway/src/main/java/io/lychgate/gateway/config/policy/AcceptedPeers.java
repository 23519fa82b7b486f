package io.lychgate.gateway.config.policy;

import java.util.Locale;

/** The peers whose ids and trace contexts are kept. The gateway makes its own in place of all others. */
public enum AcceptedPeers {
  TRUSTED("of trusted proxies"),
  ALWAYS("of every client"),
  NEVER("of no client");

  private final String words;

  AcceptedPeers(String words) {
    this.words = words;
  }

  /** Returns the words of a summary. */
  String words() {
    return words;
  }

  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static AcceptedPeers of(String token) {
    return valueOf(token.toUpperCase(Locale.ROOT));
  }
}
