package io.lychgate.plugin;

import java.util.concurrent.CompletionStage;

/** Decides on requests before anything is sent. One object serves all requests of its configuration, on several threads at a time. */
public interface PluginStep extends AutoCloseable {
  /**
   * Decides now or later. Called on an event loop: return a stage that another thread completes if the decision takes time. The
   * gateway fails the request if the stage is not complete within the {@code timeout} of the use. If the client leaves before,
   * the future of the stage is cancelled.
   *
   * @param request stays valid after the call
   */
  CompletionStage<PluginVerdict> decide(PluginRequest request);

  /** Releases what the step holds. Called once, after the last request of its configuration has ended. */
  @Override
  default void close() {}
}
