package io.lychgate.gateway.testkit;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.ResourceLeakTracker;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class that left a buffer to the garbage collector. JUnit loads it for every class ({@code META-INF/services}), and runs
 * one class after the other. It costs nothing for a class without buffers, and little for a class that has released all of them.
 *
 * <p>Netty's detector samples, only logs, and makes a stack trace for each buffer, which takes a twentieth of the processor time of
 * stories. This class tracks every buffer by a weak reference instead. A report has the kind of the buffer and the thread that made it.
 * With {@link #RECORDS}, Netty's detector tracks every buffer, and a report has the places of its creation and of its last uses.
 */
public final class LeakCheck implements BeforeAllCallback, AfterAllCallback {
  /** Makes reports long, and tests slow. */
  private static final String RECORDS = "JAVA_TOOL_OPTIONS=-Dio.netty.leakDetection.level=paranoid";

  private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

  /** The trackers of all buffers that are not released. Without it, a tracker could be collected before its buffer. */
  private static final Set<LightTracker<?>> LIVE = ConcurrentHashMap.newKeySet();

  /** Trackers in {@link #LIVE} whose buffer was collected: it leaked. */
  private static final ReferenceQueue<Object> COLLECTED = new ReferenceQueue<>();

  /** The engines with reference counts to which something still refers. */
  private static final Set<ReferenceCountedOpenSslEngine> ENGINES =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  /** The number of buffers and engines that were made during the current class and are not released. */
  private static volatile AtomicLong held = new AtomicLong();

  /** The same number of the class before: what its objects still held at its end may be garbage now. */
  private static AtomicLong heldBefore = new AtomicLong();

  static {
    // Netty calls the factory once, when its first buffer class is loaded. JUnit creates extensions
    // before it runs tests.
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new RecordingFactory());
  }

  /** Returns the number of engines of TLS that were made and not freed. */
  public static long engines() {
    return Set.copyOf(ENGINES).stream().filter(engine -> engine.refCnt() > 0).count();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    heldBefore = held;
    held = new AtomicLong();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    // A collection takes a quarter of a second. Without anything to find, it is not needed.
    if (!isAllReleased()) {
      collect();
    }
    List<String> leaks = new ArrayList<>();
    for (String leak = LEAKS.poll(); leak != null; leak = LEAKS.poll()) {
      leaks.add(leak);
    }
    for (Reference<?> lost = COLLECTED.poll(); lost != null; lost = COLLECTED.poll()) {
      if (lost instanceof LightTracker<?> tracker && LIVE.remove(tracker)) {
        leaks.add(tracker.origin());
      }
    }
    if (!leaks.isEmpty()) {
      throw new AssertionError(context.getDisplayName() + ": " + leaks.size()
          + " buffers leaked (expected: none; places of their uses: " + RECORDS + ")\n"
          + String.join("\n", leaks));
    }
  }

  /** Event loops that end may release their last buffers a moment after the test. */
  private static boolean isAllReleased() {
    if (held.get() > 0) {
      Await.briefly();
    }
    return held.get() == 0 && heldBefore.get() == 0;
  }

  /** A leak is found when its tracker is collected. One full cycle of any collector finds all of them. */
  private static void collect() {
    System.gc();
    Await.briefly();
    // Netty's detector checks its queue of collected trackers only when a buffer is allocated.
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
      if (resource instanceof ReferenceCountedOpenSslEngine engine) {
        ENGINES.add(engine);
      }
      return isRecordEnabled()
          ? counted(super.track(resource))
          : new LightTracker<>(resource, held);
    }

    @Override
    public @Nullable ResourceLeakTracker<T> trackForcibly(T resource) {
      return track(resource);
    }

    private static <T> @Nullable ResourceLeakTracker<T> counted(
        @Nullable ResourceLeakTracker<T> tracker) {
      return tracker == null ? null : new CountedTracker<>(tracker, held);
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
      LEAKS.add(resourceType + ": no record of its uses");
    }
  }

  /** Notices that a resource is collected before its last release, and counts it until then for the class that made it. */
  private static final class LightTracker<T> extends WeakReference<Object>
      implements ResourceLeakTracker<T> {
    private final AtomicLong counter;
    private final Class<?> kind;
    private final String thread;

    LightTracker(T resource, AtomicLong counter) {
      super(resource, COLLECTED);
      this.counter = counter;
      this.kind = resource.getClass();
      this.thread = Thread.currentThread().getName();
      counter.incrementAndGet();
      LIVE.add(this);
    }

    String origin() {
      return kind.getSimpleName() + ", made by the thread " + thread;
    }

    @Override
    public void record() {}

    @Override
    public void record(Object hint) {}

    @Override
    public boolean close(T resource) {
      try {
        boolean isFirst = LIVE.remove(this);
        if (isFirst) {
          clear();
          counter.decrementAndGet();
        }
        return isFirst;
      } finally {
        // The resource must not be collected while its last release is under way.
        Reference.reachabilityFence(resource);
      }
    }
  }

  /** Counts a resource until its last release, for the class that made it. */
  private static final class CountedTracker<T> implements ResourceLeakTracker<T> {
    private final ResourceLeakTracker<T> tracker;
    private final AtomicLong counter;

    CountedTracker(ResourceLeakTracker<T> tracker, AtomicLong counter) {
      this.tracker = tracker;
      this.counter = counter;
      counter.incrementAndGet();
    }

    @Override
    public void record() {
      tracker.record();
    }

    @Override
    public void record(Object hint) {
      tracker.record(hint);
    }

    @Override
    public boolean close(T resource) {
      boolean isFirst = tracker.close(resource);
      if (isFirst) {
        counter.decrementAndGet();
      }
      return isFirst;
    }
  }
}
