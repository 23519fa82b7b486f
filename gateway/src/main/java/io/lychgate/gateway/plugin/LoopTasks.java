package io.lychgate.gateway.plugin;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/** Brings the results of plug-ins back to the event loop of their exchange. */
final class LoopTasks {
  private LoopTasks() {}

  /** Runs the task on the loop once the future is done, never within this call. */
  static void whenDone(CompletableFuture<?> future, EventExecutor loop, Runnable task) {
    var unused = future.whenComplete((value, thrown) -> {
      try {
        loop.execute(task);
      } catch (RejectedExecutionException closed) {
        // The gateway ends, and with it the exchange.
      }
    });
  }
}
