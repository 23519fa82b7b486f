package io.lychgate.gateway.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The twins of one body that are being made, or are not worth it. A body has one such object, also in the responses that follow it after
 * a validation, so that the object identifies the body, too. Any thread.
 */
final class TwinAttempts {
  private final AtomicReference<List<String>> codings = new AtomicReference<>(List.of());

  /** Returns true if the twin in this coding may be made; {@link #ended} allows another attempt. */
  boolean begin(String coding) {
    while (true) {
      List<String> before = codings.get();
      if (before.contains(coding)) {
        return false;
      }
      List<String> after = new ArrayList<>(before);
      after.add(coding);
      if (codings.compareAndSet(before, List.copyOf(after))) {
        return true;
      }
    }
  }

  void ended(String coding) {
    codings.updateAndGet(
        all -> all.stream().filter(each -> !each.equals(coding)).toList());
  }
}
