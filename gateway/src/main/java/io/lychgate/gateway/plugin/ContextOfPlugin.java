package io.lychgate.gateway.plugin;

import io.lychgate.plugin.PluginConfig;
import io.lychgate.plugin.PluginContext;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The surroundings of one created object of a plug-in. Its threads start with the first use of the executor. */
final class ContextOfPlugin implements PluginContext {
  private static final int THREADS = 8;
  private static final int WAITING = 256;
  private static final long IDLE_SECONDS = 30;

  private final PluginConfig config;
  private final PluginAccount account;
  private final ClassLoader loader;
  private @Nullable ThreadPoolExecutor executor; // Guarded by this.
  private boolean isClosed; // Guarded by this.

  ContextOfPlugin(PluginConfig config, PluginAccount account, ClassLoader loader) {
    this.config = config;
    this.account = account;
    this.loader = loader;
  }

  @Override
  public PluginConfig config() {
    return config;
  }

  @Override
  public synchronized Executor executor() {
    ThreadPoolExecutor made = executor;
    if (made == null) {
      AtomicInteger number = new AtomicInteger();
      made = new ThreadPoolExecutor(
          THREADS,
          THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(WAITING),
          task -> {
            Thread thread =
                new Thread(task, "plug-in-" + account.name() + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            thread.setContextClassLoader(loader);
            return thread;
          });
      made.allowCoreThreadTimeOut(true);
      executor = made;
    }
    if (isClosed) {
      made.shutdownNow();
    }
    return made;
  }

  @Override
  public void log(System.Logger.Level level, String text) {
    account.log(level, text);
  }

  /** Interrupts the threads. */
  synchronized void close() {
    isClosed = true;
    if (executor != null) {
      executor.shutdownNow();
    }
  }
}
