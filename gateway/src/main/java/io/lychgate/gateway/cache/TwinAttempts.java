package io.lychgate.gateway.cache;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The twins of one body that are being made, or that are not smaller enough to be kept. A body has one such object, which the responses
 * share that follow after a validation. So the object also identifies the body. Any thread.
 */
final class TwinAttempts {
  private final Set<String> codings = ConcurrentHashMap.newKeySet();

  /** Returns true if the twin in this coding may be made; {@link #ended} allows another attempt. */
  boolean begin(String coding) {
    return codings.add(coding);
  }

  void ended(String coding) {
    codings.remove(coding);
  }
}
