package io.lychgate.gateway.cache;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;

/** The member of this cache in the Cache-Status field (RFC 9211), after those of the caches behind it. */
final class CacheStatus {
  static final AsciiString FIELD = FieldNames.canonical("cache-status");

  private static final String HIT = "lychgate; hit; ttl=";
  private static final String FORWARDED = "lychgate; fwd=";

  private static final AsciiString ABSENT = AsciiString.cached("lychgate; detail=only-if-cached");

  private CacheStatus() {}

  /** The reason why a request went to the upstream (RFC 9211 section 2.2). */
  enum Forward {
    BYPASS("bypass"),
    METHOD("method"),
    URI_MISS("uri-miss"),
    VARY_MISS("vary-miss"),
    REQUEST("request"),
    STALE("stale"),
    PARTIAL("partial");

    private final String token;

    Forward(String token) {
      this.token = token;
    }

    String token() {
      return token;
    }
  }

  /** Adds that a stored response served the request. */
  static void hit(Fields response, long remainingSeconds) {
    response.add(FIELD, new AsciiString(HIT + remainingSeconds));
  }

  /** Adds that there is no stored response, and that the client wants no other. */
  static void absent(Fields response) {
    response.add(FIELD, ABSENT);
  }

  /** Adds that the request went to the upstream, and its response was not stored. */
  static void forwarded(Fields response, Forward why) {
    response.add(FIELD, new AsciiString(FORWARDED + why.token()));
  }

  /**
   * Adds that the request went to the upstream.
   *
   * @param upstreamStatus the status of the upstream's own response
   * @param isStored true if this cache stores the response
   * @param isCollapsed true if the request waited for that of another client
   */
  static void filled(
      Fields response, Forward why, int upstreamStatus, boolean isStored, boolean isCollapsed) {
    response.add(
        FIELD,
        new AsciiString(FORWARDED + why.token() + "; fwd-status=" + upstreamStatus
            + (isStored ? "; stored" : "") + (isCollapsed ? "; collapsed" : "")));
  }
}
