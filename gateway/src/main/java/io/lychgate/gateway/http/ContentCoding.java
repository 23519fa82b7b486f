package io.lychgate.gateway.http;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A content coding (RFC 9110 8.4.1) that the gateway can choose, best first. */
public enum ContentCoding {
  BROTLI("br", ".br"),
  ZSTD("zstd", ".zst"),
  GZIP("gzip", ".gz"),
  IDENTITY("identity", "");

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
    for (ContentCoding coding : values()) {
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
}
