package io.lychgate.gateway.upstream;

import org.jspecify.annotations.Nullable;

/**
 * The part of the limits that a stream holds for its request. It is made once for each stream object and used again for each
 * request, so that a request allocates none. Event loop only.
 */
public final class StreamLease {
  /** The neighbours among the requests in progress of {@link ServiceTimes}. */
  @Nullable
  StreamLease older;

  @Nullable
  StreamLease newer;

  private boolean isLent;
  private boolean isTimed;
  private long client;
  private long lentNanos;

  void begin(long to, long nowNanos) {
    isLent = true;
    isTimed = true;
    client = to;
    lentNanos = nowNanos;
  }

  void end() {
    isLent = false;
    isTimed = false;
  }

  /** Excludes the lease from the service times, because its stream has become a tunnel. */
  void untimed() {
    isTimed = false;
  }

  boolean isLent() {
    return isLent;
  }

  boolean isTimed() {
    return isTimed;
  }

  long client() {
    return client;
  }

  long lentNanos() {
    return lentNanos;
  }
}
