package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Require;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The distribution of a route's requests over several upstreams.
 *
 * <p>The sides with a test come first: the first one whose test accepts the request takes it. The other sides share the remaining
 * requests in proportion to their weights.
 *
 * @param sides in the order of the file; at least one without a test has a weight above 0
 * @param by the part of a request that keeps a visitor on one side
 */
public record SplitConfig(List<Side> sides, Key by) {
  /** Sides of a route. More are a table, which belongs in the application. */
  public static final int MAX_SIDES = 16;

  public static final int MAX_WEIGHT = 1000;

  public SplitConfig {
    sides = List.copyOf(sides);
    Require.range("split", sides.size(), 1, MAX_SIDES);
    if (sides.stream().noneMatch(side -> side.test() == null && side.weight() > 0)) {
      throw new IllegalArgumentException(
          "split: no side for the other requests (expected: one without when, header and cookie, with a weight above 0)");
    }
  }

  /** Returns the choice of a side in words, such as "next if header x-beta is 1, else app (95) or next (5), by visitor". */
  public String summary() {
    StringBuilder text = new StringBuilder();
    for (Side side : sides) {
      if (side.test != null) {
        text.append(side.upstream).append(" if ").append(side.test.summary()).append(", else ");
      }
    }
    return text.append(sides.stream()
            .filter(side -> side.test == null && side.weight > 0)
            .map(side -> side.upstream + " (" + side.weight + ")")
            .collect(Collectors.joining(" or ")))
        .append(", by ")
        .append(by.summary())
        .toString();
  }

  /**
   * One upstream of a split.
   *
   * @param weight share among the sides without a test; 0 takes no requests
   * @param test null for a side that is chosen by its weight
   */
  public record Side(String upstream, int weight, @Nullable Test test) {
    public Side {
      Require.text("upstream", upstream);
      Require.range("weight", weight, 0, MAX_WEIGHT);
    }
  }

  /** The test of a request that a side takes whatever its visitor. */
  public sealed interface Test {
    /** Returns the test in words, as for conditions of routes. */
    String summary();

    private static String equal(String property, @Nullable String value) {
      return property + (value == null ? " is present" : " is " + value);
    }

    /** An expression of CEL. */
    record Expression(String text) implements Test {
      @Override
      public String summary() {
        return text;
      }
    }

    /**
     * A header field.
     *
     * @param name in lower case
     * @param value null for any value
     */
    record Header(String name, @Nullable String value) implements Test {
      @Override
      public String summary() {
        return Test.equal("header " + name, value);
      }
    }

    /**
     * A cookie.
     *
     * @param value null for any value
     */
    record Cookie(String name, @Nullable String value) implements Test {
      @Override
      public String summary() {
        return Test.equal("cookie " + name, value);
      }
    }
  }

  /**
   * The property of a request that determines its side.
   *
   * @param name name of the header field or cookie; empty for other sources
   */
  public record Key(Source source, String name) {
    public static final Key CLIENT = new Key(Source.CLIENT, "");

    /** Returns the key for a value of {@code splitBy}; empty if the value is none. */
    public static Optional<Key> of(String text) {
      int colon = text.indexOf(':');
      String token = colon < 0 ? text : text.substring(0, colon);
      String name = text.substring(colon + 1);
      for (Source source : Source.values()) {
        if (source.token.equals(token) && source.hasName == (colon >= 0)) {
          return Optional.of(new Key(source, colon < 0 ? "" : name));
        }
      }
      return Optional.empty();
    }

    private String summary() {
      return source.hasName ? source.token + " " + name : source.token;
    }
  }

  /** Sources of a key. */
  public enum Source {
    /** The client's address, or its /64 network of IPv6. */
    CLIENT("client", false),
    /** A cookie that the gateway sets. */
    VISITOR("visitor", false),
    /** A header field; the client's address if it is absent. */
    HEADER("header", true),
    /** A cookie of the application; the client's address if it is absent. */
    COOKIE("cookie", true),
    /** Nothing: each request by itself. */
    REQUEST("request", false);

    private final String token;
    private final boolean hasName;

    Source(String token, boolean hasName) {
      this.token = token;
      this.hasName = hasName;
    }
  }
}
