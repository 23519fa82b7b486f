package io.lychgate.gateway.limit;

import io.lychgate.gateway.limit.UseMessage.Taken;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tokens that requests at this gateway have taken since the last message to the others. All loops add to it. The use of keys above
 * their number is not sent, and neither is the use of a time without messages.
 */
final class UnsentUse {
  private final ConcurrentHashMap<Long, Integer> tokens = new ConcurrentHashMap<>();
  private final int maxKeys;

  UnsentUse(int maxKeys) {
    this.maxKeys = maxKeys;
  }

  /** @param taken below 0 for tokens that were put back */
  void add(long key, int taken) {
    Long boxed = key;
    if (tokens.containsKey(boxed) || tokens.mappingCount() < maxKeys) {
      tokens.merge(boxed, taken, Integer::sum);
    }
  }

  void clear() {
    tokens.clear();
  }

  /** Removes and returns up to this number of entries. */
  List<Taken> drain(int most) {
    List<Taken> drained = new ArrayList<>();
    for (Long key : tokens.keySet()) {
      if (drained.size() == most) {
        break;
      }
      Integer taken = tokens.remove(key);
      if (taken != null && taken != 0) {
        drained.add(new Taken(key, taken));
      }
    }
    return drained;
  }
}
