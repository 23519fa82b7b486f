package io.lychgate.gateway.loop;

import com.sun.management.UnixOperatingSystemMXBean;
import io.lychgate.gateway.config.check.Limits;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds the file descriptors that the data path holds, so that the process never reaches the kernel's limit (RLIMIT_NOFILE). The
 * store, the logs and the admin plane still get descriptors while clients have to wait. Any thread.
 *
 * <pre>
 *   limit of the process = other descriptors (measured) + reserve + capacity of the data path
 *   capacity             = client connections + upstream connections + open files
 * </pre>
 *
 * <p>Client connections take at most 7/8 of the capacity, and so do upstream connections and files together. So a request on an
 * accepted connection gets an upstream connection, and upstream connections leave room for clients.
 */
public final class DescriptorBudget implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DescriptorBudget.class);

  /** Capacity if the system has no limit. */
  private static final int UNLIMITED = Integer.MAX_VALUE / 2;

  private static final long LOOK_MILLIS = 500;

  /** Checks between two measurements while less than half of the capacity is used: counting reads a kernel directory. */
  private static final int LOOKS_AT_REST = 20;

  /** A shortage ends after this time with room, so that it is not reported repeatedly. */
  private static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The use of a descriptor of the data path. */
  public enum Use {
    CLIENT("client"),
    UPSTREAM("upstream"),
    FILE("file");

    private final String tag;

    Use(String tag) {
      this.tag = tag;
    }

    public String tag() {
      return tag;
    }
  }

  private final LongSupplier maxOfProcess;
  private final LongSupplier openOfProcess;
  private final Ticker ticker;
  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("lychgate-descriptors", true));

  private final AtomicInteger clients = new AtomicInteger();
  private final AtomicInteger others = new AtomicInteger();
  private final AtomicLong closedIdle = new AtomicLong();
  private final AtomicLong refusedClients = new AtomicLong();
  private final AtomicLong refusedUpstreams = new AtomicLong();
  private final AtomicLong refusedFiles = new AtomicLong();
  private final AtomicLong pauses = new AtomicLong();

  /** True until the rest of the process has its descriptors, too. */
  private volatile boolean isStarting;

  private volatile int capacity = UNLIMITED;
  private volatile int reserve;
  private volatile long max = -1;
  private volatile long open = -1;

  /** The last time without room, by the {@link #ticker}. */
  private volatile long shortNanos;

  private volatile boolean isShort;
  private int looksUntilMeasured;
  private long shortages;
  private long shortSinceNanos;
  private long closedIdleBefore;
  private long refusedBefore;

  /**
   * @param maxOfProcess returns the limit; -1 if it is unknown
   * @param openOfProcess returns the number of all open descriptors; -1 if it is unknown
   */
  DescriptorBudget(LongSupplier maxOfProcess, LongSupplier openOfProcess, Ticker ticker) {
    this(maxOfProcess, openOfProcess, ticker, false);
  }

  /** @param isStarting true if the process opens more files until {@link #started} */
  DescriptorBudget(
      LongSupplier maxOfProcess, LongSupplier openOfProcess, Ticker ticker, boolean isStarting) {
    this.maxOfProcess = maxOfProcess;
    this.openOfProcess = openOfProcess;
    this.ticker = ticker;
    this.isStarting = isStarting;
    measure();
  }

  /**
   * Returns the budget of this process, which is measured periodically until it is closed. Clients are served before the rest of
   * the process has opened its files, so the budget leaves room for those until {@link #started}.
   */
  public static DescriptorBudget ofProcess(Ticker ticker) {
    DescriptorBudget budget = new DescriptorBudget(
        DescriptorBudget::limitOfProcess, DescriptorBudget::openInProcess, ticker, true);
    var unused = budget.thread.scheduleWithFixedDelay(
        budget::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    return budget;
  }

  /** Returns the limit of this process (RLIMIT_NOFILE); -1 if it is unknown. */
  public static long limitOfProcess() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : -1;
  }

  private static long openInProcess() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getOpenFileDescriptorCount()
        : -1;
  }

  /** Returns a budget without a limit, for parts that run outside of a gateway. */
  public static DescriptorBudget unlimited() {
    return new DescriptorBudget(() -> -1, () -> -1, Ticker.system());
  }

  /** The whole process has started. */
  public void started() {
    isStarting = false;
    measure();
  }

  /** Returns true if one more descriptor of this use fits. Two concurrent calls may both return true; the reserve covers that. */
  boolean hasRoom(Use use) {
    int all = capacity;
    int share = all - all / 8;
    int held = use == Use.CLIENT ? clients.get() : others.get();
    return held < share && clients.get() + others.get() < all;
  }

  /** Returns true if an already accepted connection may be kept by use of the reserve. */
  boolean mayOverdraw() {
    return clients.get() + others.get() < capacity + reserve / 2;
  }

  void take(Use use) {
    (use == Use.CLIENT ? clients : others).incrementAndGet();
  }

  void leave(Use use) {
    (use == Use.CLIENT ? clients : others).decrementAndGet();
  }

  /** Reports that there is no room, or that the kernel has refused a descriptor. Starts or prolongs a shortage. */
  void noRoom() {
    shortNanos = ticker.nanoTime();
    if (!isShort) {
      shortageBegan();
    }
  }

  private synchronized void shortageBegan() {
    if (isShort) {
      return;
    }
    isShort = true;
    shortages++;
    shortSinceNanos = shortNanos;
    closedIdleBefore = closedIdle.get();
    refusedBefore = refused();
    LOG.warn(
        "file descriptors: no room for more connections ({} client, {} upstream and file descriptors; limit of the"
            + " process {}). Idle connections are closed, and accepting pauses while none is idle."
            + " Raise the limit of open files (ulimit -n, LimitNOFILE=)",
        clients.get(),
        others.get(),
        max);
  }

  void closedIdle(int connections) {
    closedIdle.addAndGet(connections);
  }

  void refused(Use use) {
    switch (use) {
      case CLIENT -> refusedClients.incrementAndGet();
      case UPSTREAM -> refusedUpstreams.incrementAndGet();
      case FILE -> refusedFiles.incrementAndGet();
    }
  }

  void paused() {
    pauses.incrementAndGet();
  }

  /** Runs one check on the thread. */
  void look() {
    try {
      boolean isBusy = isShort || clients.get() + others.get() > capacity / 2;
      if (isBusy || --looksUntilMeasured < 0) {
        looksUntilMeasured = LOOKS_AT_REST;
        measure();
      }
      endShortage();
    } catch (RuntimeException | Error failed) {
      // An exception would end the schedule. Its usual cause is that no descriptor is left for the
      // count.
      LOG.debug("file descriptors: not measured", failed);
    }
  }

  private synchronized void measure() {
    long limit = maxOfProcess.getAsLong();
    max = limit;
    if (limit < 0 || limit > UNLIMITED) {
      open = countOpen();
      capacity = UNLIMITED;
      return;
    }
    reserve = (int) Math.min(
        Math.max(limit / 16, Limits.MIN_DESCRIPTOR_RESERVE), Limits.MAX_DESCRIPTOR_RESERVE);
    long held = (long) clients.get() + others.get();
    long now = countOpen();
    if (now >= 0) {
      open = now;
      share(limit - Math.max(0, now - held));
    }
  }

  /** Divides what the rest of the process has left. With little of it, the reserve shrinks as the capacity does. */
  private void share(long free) {
    int kept = reserve + (isStarting ? Limits.DESCRIPTORS_OF_START : 0);
    long part = Math.max(Limits.FEWEST_DESCRIPTORS, free / (isStarting ? 8 : 2));
    capacity = (int) Math.max(Math.min(Limits.MIN_DESCRIPTORS, part), free - kept);
    reserve = (int) Math.max(0, Math.min(reserve, free - capacity));
  }

  private long countOpen() {
    try {
      return openOfProcess.getAsLong();
    } catch (RuntimeException | Error none) {
      return -1;
    }
  }

  private synchronized void endShortage() {
    long now = ticker.nanoTime();
    if (!isShort
        || now - shortNanos < CALM_NANOS
        || !hasRoom(Use.CLIENT)
        || !hasRoom(Use.UPSTREAM)) {
      return;
    }
    isShort = false;
    LOG.info(
        "file descriptors: shortage ended after {} s; {} idle connections closed, {} connections and files refused",
        TimeUnit.NANOSECONDS.toSeconds(now - shortSinceNanos),
        closedIdle.get() - closedIdleBefore,
        refused() - refusedBefore);
  }

  private long refused() {
    return refusedClients.get() + refusedUpstreams.get() + refusedFiles.get();
  }

  /** Returns the number of descriptors that the data path may hold. */
  public int capacity() {
    return capacity;
  }

  /** Returns the number of open descriptors of this process at the last measurement; -1 if it is unknown. */
  public long open() {
    return open;
  }

  /** Returns the limit of this process (RLIMIT_NOFILE); -1 if it is unknown. */
  public long max() {
    return max;
  }

  /** Returns the number of descriptors that the data path holds. */
  public int held(boolean byClients) {
    return byClients ? clients.get() : others.get();
  }

  public boolean isShort() {
    return isShort;
  }

  public synchronized long shortages() {
    return shortages;
  }

  public long closedIdle() {
    return closedIdle.get();
  }

  public long pauses() {
    return pauses.get();
  }

  /** Returns the number of connections closed or not opened, or of files not read, for want of a descriptor. */
  public long refusals(Use use) {
    return switch (use) {
      case CLIENT -> refusedClients.get();
      case UPSTREAM -> refusedUpstreams.get();
      case FILE -> refusedFiles.get();
    };
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
