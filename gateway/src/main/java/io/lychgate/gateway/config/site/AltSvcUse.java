package io.lychgate.gateway.config.site;

import java.util.Locale;

/** The Alt-Svc value in the responses of a site. */
public enum AltSvcUse {
  /** The value of the listener. */
  LISTENER,
  /** No Alt-Svc field. */
  OMIT,
  /** {@code clear}: clients drop the alternatives that they know. */
  CLEAR;

  /** Returns the token of the configuration file. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the constant of a token. The schema has checked that it exists. */
  public static AltSvcUse of(String token) {
    return valueOf(token.toUpperCase(Locale.ROOT));
  }
}
