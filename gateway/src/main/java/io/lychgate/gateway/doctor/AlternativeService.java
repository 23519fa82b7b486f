package io.lychgate.gateway.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One alternative of an Alt-Svc field (RFC 7838 section 3).
 *
 * @param protocol ALPN token
 * @param host empty for the host of the origin
 * @param maxAge seconds
 */
record AlternativeService(String protocol, String host, int port, long maxAge, boolean persist) {
  /** RFC 7838 section 3.1. */
  private static final long DEFAULT_MAX_AGE = 24 * 60 * 60;

  private static final Pattern ALTERNATIVE = Pattern.compile(
      "([!#$%&'*+.^_`|~0-9A-Za-z-]+)=\"([^\"]*):([0-9]{1,5})\"((?:\\s*;\\s*[a-zA-Z0-9_-]+=(?:\"[^\"]*\"|[^;,\\s]*))*)");

  private static final Pattern PARAMETER =
      Pattern.compile(";\\s*([a-zA-Z0-9_-]+)=\"?([^\";,\\s]*)\"?");

  /** Returns the alternatives in order. Skips invalid parts, as clients do. */
  static List<AlternativeService> parse(String field) {
    List<AlternativeService> all = new ArrayList<>();
    Matcher alternative = ALTERNATIVE.matcher(field);
    while (alternative.find()) {
      int port = Integer.parseInt(alternative.group(3));
      if (port > 0 && port <= 65_535) {
        all.add(of(alternative.group(1), alternative.group(2), port, alternative.group(4)));
      }
    }
    return all;
  }

  private static AlternativeService of(String protocol, String host, int port, String parameters) {
    long maxAge = DEFAULT_MAX_AGE;
    boolean persist = false;
    Matcher parameter = PARAMETER.matcher(parameters);
    while (parameter.find()) {
      String value = parameter.group(2);
      switch (parameter.group(1).toLowerCase(Locale.ROOT)) {
        case "ma" -> maxAge = value.matches("[0-9]{1,15}") ? Long.parseLong(value) : maxAge;
        case "persist" -> persist = value.equals("1");
        default -> {
          // RFC 7838 3.1: unknown parameters are ignored.
        }
      }
    }
    return new AlternativeService(protocol, host, port, maxAge, persist);
  }
}
