package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;
import java.util.ArrayList;
import java.util.List;

/**
 * Sizes of requests. Those of the listener apply, too, so that larger values have no effect.
 *
 * @param maxRequestBody bytes; {@link #ANY} for the limit of the listener
 * @param maxHeader bytes of all header fields, counted as in RFC 9113 section 6.5.2; {@link #ANY} as above
 * @param maxHeaderCount field lines; {@link #ANY} as above
 * @param maxTarget bytes of path and query; {@link #ANY} as above
 */
public record SizeLimits(long maxRequestBody, int maxHeader, int maxHeaderCount, int maxTarget)
    implements Policy {
  public static final String KEY = "sizes";

  /** Stands for the limit of the listener. */
  public static final int ANY = Integer.MAX_VALUE;

  /** Stands for the limit of the listener. */
  public static final long ANY_BODY = Long.MAX_VALUE;

  public SizeLimits {
    Require.range("maxRequestBodySize", maxRequestBody, 0, ANY_BODY);
    if (maxHeader != ANY) {
      Require.range("maxHeaderSize", maxHeader, 64, Limits.MAX_HEADER_BYTES_CEILING);
    }
    if (maxHeaderCount != ANY) {
      Require.range("maxHeaderCount", maxHeaderCount, 1, Limits.MAX_HEADER_COUNT_CEILING);
    }
    if (maxTarget != ANY) {
      Require.range("maxTargetSize", maxTarget, 1, Limits.MAX_HEADER_BYTES_CEILING);
    }
    if (maxRequestBody == ANY_BODY
        && maxHeader == ANY
        && maxHeaderCount == ANY
        && maxTarget == ANY) {
      throw new IllegalArgumentException(
          "empty (expected: maxRequestBodySize, maxHeaderSize, maxHeaderCount or maxTargetSize)");
    }
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    List<String> parts = new ArrayList<>();
    if (maxRequestBody != ANY_BODY) {
      parts.add("body " + maxRequestBody + " bytes");
    }
    if (maxHeader != ANY) {
      parts.add("header " + maxHeader + " bytes");
    }
    if (maxHeaderCount != ANY) {
      parts.add(maxHeaderCount + " header fields");
    }
    if (maxTarget != ANY) {
      parts.add("target " + maxTarget + " bytes");
    }
    return "at most: " + String.join(", ", parts);
  }
}
