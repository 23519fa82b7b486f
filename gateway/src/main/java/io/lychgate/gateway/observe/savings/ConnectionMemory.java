package io.lychgate.gateway.observe.savings;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the memory of one client connection after each garbage collection: heap in use and Netty's direct memory, minus both
 * after the last collection without a connection, over the open connections. It includes the memory of their requests. Any thread.
 */
final class ConnectionMemory {
  /** Below this number of connections, the difference is smaller than the changes of the heap. */
  private static final long ENOUGH_CONNECTIONS = 100;

  private static final Set<String> HEAP = ManagementFactory.getMemoryPoolMXBeans().stream()
      .filter(pool -> pool.getType() == MemoryType.HEAP)
      .map(MemoryPoolMXBean::getName)
      .collect(Collectors.toUnmodifiableSet());

  private static final long UNKNOWN = -1;

  private final LongSupplier open;
  private long bytesWithout = UNKNOWN; // Guarded by this.
  private long bytes = UNKNOWN; // Guarded by this.
  private long connections; // Guarded by this.

  /** @param open returns the number of open connections */
  ConnectionMemory(LongSupplier open) {
    this.open = open;
  }

  /** Takes a sample after each collection, until this object itself is collected. */
  ConnectionMemory watch() {
    ManagementFactory.getGarbageCollectorMXBeans().forEach(collector -> {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(new Watch(this, emitter), null, null);
      }
    });
    return this;
  }

  private void collected(GcInfo collection) {
    long heap = collection.getMemoryUsageAfterGc().entrySet().stream()
        .filter(pool -> HEAP.contains(pool.getKey()))
        .mapToLong(pool -> pool.getValue().getUsed())
        .sum();
    take(heap + direct(), open.getAsLong());
  }

  private static long direct() {
    return ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider allocator
        ? allocator.metric().usedDirectMemory()
        : 0;
  }

  /** Takes a sample: bytes in use after a collection, and the open connections. */
  synchronized void take(long used, long openNow) {
    if (openNow == 0) {
      bytesWithout = used;
    } else {
      bytes = used;
      connections = openNow;
    }
  }

  /** Returns the estimate of the last collection with connections. */
  synchronized Savings.Memory estimate() {
    List<Savings.Missing> missing = new ArrayList<>();
    if (bytesWithout == UNKNOWN) {
      missing.add(new Savings.Missing("garbage collections without a connection", 0, 1));
    }
    if (bytes == UNKNOWN || connections < ENOUGH_CONNECTIONS) {
      missing.add(new Savings.Missing(
          "open connections at a garbage collection", connections, ENOUGH_CONNECTIONS));
    }
    if (!missing.isEmpty()) {
      return new Savings.Memory(null, missing);
    }
    if (bytes <= bytesWithout) {
      // Other parts of the heap have shrunk by more.
      return new Savings.Memory(
          null,
          List.of(new Savings.Missing("bytes above those without a connection", 0, connections)));
    }
    return new Savings.Memory((double) (bytes - bytesWithout) / connections, List.of());
  }

  private static final class Watch implements NotificationListener {
    private final WeakReference<ConnectionMemory> memory;
    private final NotificationEmitter collector;

    Watch(ConnectionMemory memory, NotificationEmitter collector) {
      this.memory = new WeakReference<>(memory);
      this.collector = collector;
    }

    @Override
    public void handleNotification(Notification event, @Nullable Object handback) {
      ConnectionMemory to = memory.get();
      if (to == null) {
        remove();
      } else if (event
          .getType()
          .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
        to.collected(GarbageCollectionNotificationInfo.from((CompositeData) event.getUserData())
            .getGcInfo());
      }
    }

    private void remove() {
      try {
        collector.removeNotificationListener(this);
      } catch (ListenerNotFoundException removedBefore) {
        // Nothing is left to remove.
      }
    }
  }
}
