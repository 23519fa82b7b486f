package io.lychgate.gateway.config;

import java.util.Locale;

/** What the responses of a site say of HTTP/3. */
public enum AltSvcUse {
  /** What the listener says. */
  LISTENER,
  /** Nothing. */
  OMIT,
  /** That clients are to forget what they know. */
  CLEAR;

  /** As in the file. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one of this token; the schema has checked that there is one. */
  public static AltSvcUse of(String token) {
    return valueOf(token.toUpperCase(Locale.ROOT));
  }
}
