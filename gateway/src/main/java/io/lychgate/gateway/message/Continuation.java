package io.lychgate.gateway.message;

/** Accepts the verdict of a {@link RequestStep}. Event loop of the exchange only. */
public interface Continuation {
  /**
   * Continues the request. Call it exactly once, also after the client has left; it then does nothing.
   *
   * @throws IllegalStateException at the second call
   */
  void then(Verdict verdict);

  /** Registers what to run if the client leaves before the verdict, so that the step can stop its work. Call it at most once. */
  void onCancel(Runnable stop);
}
