package io.lychgate.gateway.files;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A coding that a file's twin may have beside it on disk, best first. */
enum ContentCoding {
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

  String token() {
    return token;
  }

  /** What the twin's name ends in. */
  String suffix() {
    return suffix;
  }

  /**
   * The best of these codings that the Accept-Encoding field allows (RFC 9110 12.5.3).
   *
   * <p>Identity is sent even where the client forbids it and nothing else is left: a page is more use than a 406.
   */
  static ContentCoding choose(@Nullable CharSequence acceptEncoding, Set<ContentCoding> available) {
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
      // On equal weight the smaller representation wins: the order of this enum.
      if (weight > 0 && (weight > bestWeight || (best == IDENTITY && weight == bestWeight))) {
        best = coding;
        bestWeight = weight;
      }
    }
    return best;
  }
}
