package io.lychgate.gateway.listen;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** The connections of one loop, so that they can be asked to end. Event loop only, but for the count. */
public final class OpenConnections {
  private final Set<Drainable> open = new HashSet<>();
  private final AtomicInteger count = new AtomicInteger();

  void add(Drainable connection) {
    open.add(connection);
    count.incrementAndGet();
  }

  void remove(Drainable connection) {
    if (open.remove(connection)) {
      count.decrementAndGet();
    }
  }

  /** Callable from any thread. */
  public int count() {
    return count.get();
  }

  /** Asks each to finish what it has in flight and to take nothing new. */
  public void drain() {
    List<Drainable> all = new ArrayList<>(open);
    all.forEach(Drainable::drain);
  }

  /** Something that can be asked to end. */
  @FunctionalInterface
  public interface Drainable {
    void drain();
  }
}
