package io.lychgate.plugin;

import java.util.concurrent.Executor;

/** The surroundings of one created step, filter or selection policy. */
public interface PluginContext {
  /** Returns the {@code config} of the use. */
  PluginConfig config();

  /**
   * Returns an executor for work that blocks. It has at most 8 threads and 256 waiting tasks, and rejects more with a {@link
   * java.util.concurrent.RejectedExecutionException}. Its threads are interrupted after {@code close}.
   */
  Executor executor();

  /** Writes a line to the log of the gateway. Lines above 10 in 10 seconds are dropped and counted. */
  void log(System.Logger.Level level, String text);
}
