package io.lychgate.gateway.config.policy;

import java.util.Locale;

/** The peers whose ids, trace contexts or fields with addresses are kept. Those of all others are replaced or dropped. */
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
