package io.lychgate.gateway.testkit;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.ResourceLeakTracker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class that left a buffer to the garbage collector. JUnit loads it for every class ({@code META-INF/services}). It
 * costs nothing for a class without buffers.
 *
 * <p>Netty's detector only logs. This class receives the same reports and keeps them until the test class has ended.
 */
public final class LeakCheck implements BeforeAllCallback, AfterAllCallback {
  /** A leak is found when its tracker is collected. One cycle is enough with every collector; two cost little. */
  private static final int COLLECTIONS = 2;

  private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();
  private static final AtomicLong TRACKED = new AtomicLong();

  /** The engines with reference counts to which something still refers. */
  private static final Set<ReferenceCountedOpenSslEngine> ENGINES =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  static {
    // Netty calls the factory once, when its first buffer class is loaded. JUnit creates extensions
    // before it runs tests.
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new RecordingFactory());
  }

  private long trackedBefore;

  /** Returns the number of engines of TLS that were made and not freed. */
  public static long engines() {
    return Set.copyOf(ENGINES).stream().filter(engine -> engine.refCnt() > 0).count();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    trackedBefore = TRACKED.get();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (TRACKED.get() == trackedBefore) {
      return;
    }
    for (int i = 0; i < COLLECTIONS; i++) {
      collect();
    }
    List<String> leaks = new ArrayList<>();
    for (String leak = LEAKS.poll(); leak != null; leak = LEAKS.poll()) {
      leaks.add(leak);
    }
    if (!leaks.isEmpty()) {
      throw new AssertionError(context.getDisplayName() + ": " + leaks.size()
          + " kinds of buffers leaked (expected: none)\n" + String.join("\n", leaks));
    }
  }

  private static void collect() {
    System.gc();
    Await.briefly();
    // The detector checks its queue of collected trackers only when a buffer is allocated.
    ByteBufAllocator.DEFAULT.buffer(1).release();
  }

  private static final class RecordingFactory extends ResourceLeakDetectorFactory {
    @Override
    @SuppressWarnings("deprecation") // The signature is Netty's.
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval, long maxActive) {
      return new RecordingDetector<>(resource, samplingInterval);
    }
  }

  private static final class RecordingDetector<T> extends ResourceLeakDetector<T> {
    RecordingDetector(Class<T> resource, int samplingInterval) {
      super(resource, samplingInterval);
    }

    @Override
    public @Nullable ResourceLeakTracker<T> track(T resource) {
      TRACKED.incrementAndGet();
      if (resource instanceof ReferenceCountedOpenSslEngine engine) {
        ENGINES.add(engine);
      }
      return super.track(resource);
    }

    @Override
    protected boolean needReport() {
      return true;
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
      LEAKS.add(resourceType + records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
      LEAKS.add(resourceType
          + ": no record of its uses (expected: -Dio.netty.leakDetection.level=paranoid)");
    }
  }
}
