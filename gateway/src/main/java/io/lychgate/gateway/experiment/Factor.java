package io.lychgate.gateway.experiment;

import io.lychgate.gateway.message.Treatment;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The one thing in which the arms of an experiment differ. */
public enum Factor {
  /** The newest protocol that a client is offered: by ALPN, and by Alt-Svc for HTTP/3. */
  PROTOCOL(true, "h1", "h2", "h3"),
  /** Server push. */
  PUSH(false, "on", "off"),
  /** 103 responses. */
  HINTS(false, "on", "off"),
  /** The cookie that records the assets that a visitor holds. */
  CASPER(false, "on", "off"),
  /** The gateway's own order for assets that block the first paint. */
  REPRIORITIZATION(false, "on", "off"),
  /** The congestion control of TCP connections. */
  CONGESTION(true),
  /** The content codings of the gateway: on, off, or a list of codings. */
  COMPRESSION(false),
  /** The side of a route's split. */
  SPLIT(false),
  /** No difference: an A/A experiment, which checks the method. */
  NONE(false);

  private static final String ON = "on";
  private static final String OFF = "off";

  private final boolean ofConnection;
  private final String allowed;

  Factor(boolean ofConnection, String... allowed) {
    this.ofConnection = ofConnection;
    this.allowed = String.join(",", allowed);
  }

  /** Returns the word of the API and of the store. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the factor of a word. */
  public static Optional<Factor> ofToken(String token) {
    return Arrays.stream(values()).filter(each -> each.token().equals(token)).findFirst();
  }

  /** Returns true if it is decided for a whole connection, before the first request and so without a cookie. */
  public boolean isOfConnection() {
    return ofConnection;
  }

  /** Returns the values that an arm may have; empty if the list is open. */
  public List<String> allowed() {
    return allowed.isEmpty() ? List.of() : List.of(allowed.split(",", -1));
  }

  /** Returns the values that an arm sets in place of the configuration. */
  public Treatment treatment(String value) {
    Boolean flag = value.equals(ON) ? Boolean.TRUE : Boolean.FALSE;
    return switch (this) {
      case PROTOCOL -> new Treatment(value, null, null, null, null, null, null, null);
      case PUSH -> new Treatment(null, flag, null, null, null, null, null, null);
      case HINTS -> new Treatment(null, null, flag, null, null, null, null, null);
      case CASPER -> new Treatment(null, null, null, flag, null, null, null, null);
      case REPRIORITIZATION -> new Treatment(null, null, null, null, flag, null, null, null);
      case CONGESTION -> new Treatment(null, null, null, null, null, value, null, null);
      case COMPRESSION ->
        value.equals(ON)
            ? Treatment.NONE
            : new Treatment(null, null, null, null, null, null, codings(value), null);
      case SPLIT -> new Treatment(null, null, null, null, null, null, null, value);
      case NONE -> Treatment.NONE;
    };
  }

  /** Returns the codings that a value of {@link #COMPRESSION} allows. */
  static List<String> codings(String value) {
    return value.equals(OFF) ? List.of() : List.of(value.split(",", -1));
  }
}
