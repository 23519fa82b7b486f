package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.pattern.AddressRange;
import io.lychgate.gateway.config.pattern.BoundedRegex;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a route besides host, path and method. All of them must hold.
 *
 * @param headers tests of header fields
 * @param query tests of query parameters
 * @param clients ranges of client addresses; empty for every client
 * @param protocols ways of sending a request; empty for all
 * @param when an expression of CEL; null for none
 */
public record MatchConfig(
    List<ValueTest> headers,
    List<ValueTest> query,
    List<AddressRange> clients,
    Set<ClientProtocol> protocols,
    @Nullable String when) {
  /** Every request. */
  public static final MatchConfig ANY =
      new MatchConfig(List.of(), List.of(), List.of(), Set.of(), null);

  /** Tests of one route. More are an expression. */
  public static final int MAX_TESTS = 32;

  /** Address ranges of one route, which are compared one after the other. */
  public static final int MAX_RANGES = 256;

  public MatchConfig {
    headers = List.copyOf(headers);
    query = List.copyOf(query);
    clients = List.copyOf(clients);
    Require.range("headers", headers.size(), 0, MAX_TESTS);
    Require.range("query", query.size(), 0, MAX_TESTS);
    Require.range("client", clients.size(), 0, MAX_RANGES);
    protocols =
        protocols.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(protocols));
  }

  /** Returns the number of conditions. Among routes with equally specific paths, the one with more conditions is tried first. */
  public int size() {
    return headers.size()
        + query.size()
        + (clients.isEmpty() ? 0 : 1)
        + (protocols.isEmpty() ? 0 : 1)
        + (when == null ? 0 : 1);
  }

  /**
   * A test of the values of one name. An absent value fulfils {@code ABSENT} only.
   *
   * @param name name of a header field in lower case, or of a query parameter, decoded
   * @param value the whole value for {@code EXACT}
   * @param regex searched in the value for {@code REGEX}
   */
  public record ValueTest(
      String name, Kind kind, String value, @Nullable BoundedRegex regex) {
    public ValueTest {
      Require.text("name", name);
    }

    /** Returns the test as operators see it. */
    public String text() {
      return switch (kind) {
        case PRESENT -> name + " present";
        case ABSENT -> name + " absent";
        case EXACT -> name + " is " + value;
        case REGEX -> name + " matches " + regex;
      };
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ValueTest test && text().equals(test.text());
    }

    @Override
    public int hashCode() {
      return text().hashCode();
    }
  }

  /** Requirements of a test. */
  public enum Kind {
    PRESENT,
    ABSENT,
    EXACT,
    REGEX
  }
}
