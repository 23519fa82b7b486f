package io.lychgate.gateway.cache;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The twins of one body that are being made, or are not worth it. A body has one such object, also in the responses that follow it after
 * a validation, so that the object identifies the body, too. Any thread.
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
