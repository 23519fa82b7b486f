package io.lychgate.gateway.experiment;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The unit that is put into an arm as a whole, and by which the analysis counts. */
public enum Unit {
  /** The client's network: /24 of IPv4, /56 of IPv6. It is known before the handshake. */
  NETWORK,
  /** A browser, by the cookie of {@link VisitorCookie}. */
  VISITOR;

  /** Returns the word of the API and of the store. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the unit of a word. */
  public static Optional<Unit> ofToken(String token) {
    return Arrays.stream(values()).filter(each -> each.token().equals(token)).findFirst();
  }
}
