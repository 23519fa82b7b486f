package io.lychgate.gateway.http;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A content coding (RFC 9110 8.4.1) that the gateway can choose, best first. */
public enum ContentCoding {
  BROTLI("br", ".br"),
  ZSTD("zstd", ".zst"),
  GZIP("gzip", ".gz"),
  IDENTITY("identity", "");

  private static final ContentCoding[] ALL = values();

  private final String token;
  private final String suffix;

  ContentCoding(String token, String suffix) {
    this.token = token;
    this.suffix = suffix;
  }

  public String token() {
    return token;
  }

  /** Returns the usual suffix of a file in this coding. */
  public String suffix() {
    return suffix;
  }

  /**
   * Returns the best of these codings that the Accept-Encoding field allows (RFC 9110 12.5.3).
   *
   * <p>Returns identity even if the client forbids it and no other coding is left: a page is more useful than a 406.
   */
  public static ContentCoding choose(
      @Nullable CharSequence acceptEncoding, Set<ContentCoding> available) {
    if (acceptEncoding == null || available.isEmpty()) {
      return IDENTITY;
    }
    ContentCoding best = IDENTITY;
    int bestWeight = AcceptEncoding.weight(acceptEncoding, IDENTITY.token);
    for (ContentCoding coding : ALL) {
      if (coding == IDENTITY || !available.contains(coding)) {
        continue;
      }
      int weight = AcceptEncoding.weight(acceptEncoding, coding.token);
      // At equal weight the smaller representation wins, which is the order of this enum.
      if (weight > 0 && (weight > bestWeight || (best == IDENTITY && weight == bestWeight))) {
        best = coding;
        bestWeight = weight;
      }
    }
    return best;
  }

  /**
   * Returns the best of these codings, in the order of the gateway's preference, that the Accept-Encoding field allows. A weight of the
   * client overrules that order. Returns identity under the same conditions as {@link #choose(CharSequence, Set)}.
   */
  public static ContentCoding choose(
      @Nullable CharSequence acceptEncoding, List<ContentCoding> preferred) {
    if (acceptEncoding == null) {
      return IDENTITY;
    }
    ContentCoding best = IDENTITY;
    int bestWeight = AcceptEncoding.weight(acceptEncoding, IDENTITY.token);
    for (int i = 0; i < preferred.size(); i++) {
      ContentCoding coding = preferred.get(i);
      int weight = AcceptEncoding.weight(acceptEncoding, coding.token);
      if (weight > 0 && (weight > bestWeight || (best == IDENTITY && weight == bestWeight))) {
        best = coding;
        bestWeight = weight;
      }
    }
    return best;
  }

  /** Returns true if the Accept-Encoding field allows this coding; null stands for no field, which allows identity alone. */
  public boolean isAllowedBy(@Nullable CharSequence acceptEncoding) {
    return acceptEncoding == null
        ? this == IDENTITY
        : AcceptEncoding.weight(acceptEncoding, token) > 0;
  }

  /** Returns the coding with this token, in lower case. */
  public static ContentCoding of(String token) {
    for (ContentCoding coding : ALL) {
      if (coding.token.equals(token)) {
        return coding;
      }
    }
    throw new IllegalArgumentException("coding: " + token + " (expected: zstd, br or gzip)");
  }
}
