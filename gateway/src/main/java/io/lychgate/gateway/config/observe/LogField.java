package io.lychgate.gateway.config.observe;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One value of a line: a property of the exchange, or a header field of its request or response.
 *
 * @param property null for a header field
 * @param name name of the header field in lower case; empty for a property
 */
public record LogField(Source source, @Nullable Property property, String name) {
  private static final String REQUEST = "request.";
  private static final String RESPONSE = "response.";

  /** The source of the value. */
  public enum Source {
    PROPERTY,
    REQUEST,
    RESPONSE
  }

  /** The properties of an exchange, by their names in a line. */
  public enum Property {
    TIME,
    LISTENER,
    CLIENT,
    PEER,
    CONNECTION,
    PROTOCOL,
    TLS,
    METHOD,
    SCHEME,
    HOST,
    PATH,
    STATUS,
    BYTES,
    BYTES_IN,
    DURATION_US,
    ROUTE,
    REQUEST_ID,
    TRACE_ID,
    SPAN_ID,
    USER,
    UPSTREAM,
    UPSTREAM_US,
    ATTEMPTS,
    PROXY_STATUS,
    EARLY_DATA,
    PUSHES,
    HINTS,
    SKIPPED,
    REVISION;

    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static LogField of(Property property) {
    return new LogField(Source.PROPERTY, property, "");
  }

  /** Parses a property, {@code request.NAME} or {@code response.NAME}. Returns empty for any other text. */
  public static Optional<LogField> parse(String text) {
    for (Source source : List.of(Source.REQUEST, Source.RESPONSE)) {
      String prefix = source == Source.REQUEST ? REQUEST : RESPONSE;
      if (text.startsWith(prefix) && text.length() > prefix.length()) {
        String name = text.substring(prefix.length()).toLowerCase(Locale.ROOT);
        return Optional.of(new LogField(source, null, name));
      }
    }
    return Arrays.stream(Property.values())
        .filter(property -> property.token().equals(text))
        .findFirst()
        .map(LogField::of);
  }

  /** Returns the names of all properties. */
  public static List<String> properties() {
    return Arrays.stream(Property.values()).map(Property::token).toList();
  }

  /** Returns the name of the value in a line, as {@link #parse} takes it. */
  @Override
  public String toString() {
    return switch (source) {
      case PROPERTY -> Objects.requireNonNull(property).token();
      case REQUEST -> REQUEST + name;
      case RESPONSE -> RESPONSE + name;
    };
  }
}
