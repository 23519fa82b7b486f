package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.check.Require;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stores responses of the route and reuses them (RFC 9111).
 *
 * @param ttl lifetime of a response that states none; null to store no such response
 * @param heuristic true to derive the lifetime of such a response from its Last-Modified field
 * @param cacheKey the parts that distinguish stored responses besides scheme, host and path
 * @param head true to respond to HEAD from stored responses
 * @param statuses status codes that may be stored; empty for all that RFC 9111 permits
 * @param maxObject bytes of the largest body that is stored
 * @param authorized true to reuse the response to a request with credentials even if it does not permit that itself
 * @param setCookie true to store a response with Set-Cookie, without that field
 * @param staleWhileRevalidate time after its lifetime in which a response that states none may be used while it is fetched again
 * @param staleIfError the same while the upstream fails
 * @param obeysClients true to obey Cache-Control and Pragma of requests
 * @param tags field of responses whose words are tags for purges
 */
public record CachePolicy(
    @Nullable Duration ttl,
    boolean heuristic,
    Key cacheKey,
    boolean head,
    Set<Integer> statuses,
    long maxObject,
    boolean authorized,
    boolean setCookie,
    Duration staleWhileRevalidate,
    Duration staleIfError,
    boolean obeysClients,
    String tags)
    implements Policy {
  public static final String KEY = "cache";

  /** Default: scripts, styles and most images. Larger ones are better served from files. */
  public static final long DEFAULT_MAX_OBJECT = 1024 * 1024;

  /** Upper limit of one body. It is held in one buffer. */
  public static final long MOST_MAX_OBJECT = 256L * 1024 * 1024;

  /** RFC 9111 section 1.2.2 allows 68 years. Upstreams state a year at most. */
  public static final Duration LONGEST = Duration.ofDays(366);

  /** Names in one list of the key. */
  public static final int MAX_NAMES = 32;

  public static final String DEFAULT_TAGS = "surrogate-key";

  public CachePolicy {
    statuses = Set.copyOf(statuses);
    Require.range("maxObject", maxObject, 1, MOST_MAX_OBJECT);
    if (ttl != null) {
      time("ttl", ttl);
    }
    time("staleWhileRevalidate", staleWhileRevalidate);
    time("staleIfError", staleIfError);
  }

  private static void time(String name, Duration value) {
    if (value.isNegative() || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          name + ": " + value.toSeconds() + "s (expected: at most " + LONGEST.toDays() + "d)");
    }
  }

  /** The parts of a request that a key takes of cookies or of a query. */
  public enum Part {
    /** Nothing is stated: a query is a part of the key, and a request with cookies is treated with caution. */
    UNSTATED,
    ALL,
    NONE,
    LISTED
  }

  /** Names of cookies or of query parameters. */
  public record Names(Part part, List<String> names) {
    public static final Names UNSTATED = new Names(Part.UNSTATED, List.of());
    public static final Names ALL = new Names(Part.ALL, List.of());
    public static final Names NONE = new Names(Part.NONE, List.of());

    public Names {
      names = List.copyOf(names);
      Require.range("names", names.size(), 0, MAX_NAMES);
    }

    public static Names of(List<String> names) {
      return new Names(Part.LISTED, names);
    }
  }

  /**
   * The parts of a request that distinguish stored responses besides scheme, host and path.
   *
   * @param headers names of request fields, in lower case
   */
  public record Key(List<String> headers, Names cookies, Names query) {
    public static final Key DEFAULT = new Key(List.of(), Names.UNSTATED, Names.ALL);

    public Key {
      headers = List.copyOf(headers);
      Require.range("headers", headers.size(), 0, MAX_NAMES);
    }
  }

  public static CachePolicy defaults() {
    return new CachePolicy(
        null,
        false,
        Key.DEFAULT,
        true,
        Set.of(),
        DEFAULT_MAX_OBJECT,
        false,
        false,
        Duration.ZERO,
        Duration.ZERO,
        true,
        DEFAULT_TAGS);
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    return ttl == null
        ? "caches responses"
        : "caches responses, " + ttl.toSeconds() + " s by default";
  }
}
