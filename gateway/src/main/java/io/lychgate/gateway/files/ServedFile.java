package io.lychgate.gateway.files;

import io.lychgate.gateway.http.ContentCoding;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file with all its codings, as one look at the disk found it. Immutable except for the time of that look.
 *
 * <p>For a second after a look the file is used as it is. For another second it is used while a file thread looks again. Later the
 * request waits for that look. So a change shows after two seconds at most, and requests for a busy file never wait.
 */
final class ServedFile {
  static final long FRESH_NANOS = 1_000_000_000L;
  static final long USABLE_NANOS = 2 * FRESH_NANOS;
  /** Approximate bytes of an entry in addition to the bytes of the file. */
  private static final int OVERHEAD = 2048;

  private final Map<ContentCoding, Representation> codings;
  private final Map<ContentCoding, FileStamp> stamps;
  private final Set<ContentCoding> twins;
  private final int weight;
  private volatile long lookedNanos;

  /** @param twins the codings other than identity */
  ServedFile(
      Map<ContentCoding, Representation> codings,
      Map<ContentCoding, FileStamp> stamps,
      Set<ContentCoding> twins,
      long lookedNanos) {
    this.codings = codings;
    this.stamps = stamps;
    this.twins = twins;
    this.lookedNanos = lookedNanos;
    int sum = OVERHEAD;
    for (Representation one : codings.values()) {
      sum += one.weight();
    }
    this.weight = sum;
  }

  /** Returns the representation for this Accept-Encoding field; null stands for no field. */
  Representation choose(@Nullable CharSequence acceptEncoding) {
    return of(ContentCoding.choose(acceptEncoding, twins));
  }

  boolean hasTwins() {
    return !twins.isEmpty();
  }

  Representation of(ContentCoding coding) {
    Representation one = codings.get(coding);
    if (one == null) {
      throw new IllegalStateException(
          "coding: " + coding + " (expected: one of " + codings.keySet() + ")");
    }
    return one;
  }

  boolean hasStamps(Map<ContentCoding, FileStamp> others) {
    return stamps.equals(others);
  }

  int weight() {
    return weight;
  }

  boolean isFresh(long nowNanos) {
    return nowNanos - lookedNanos < FRESH_NANOS;
  }

  boolean isUsable(long nowNanos) {
    return nowNanos - lookedNanos < USABLE_NANOS;
  }

  /** Records that another look found the same version. */
  void lookedAgain(long nowNanos) {
    lookedNanos = nowNanos;
  }
}
