package io.lychgate.gateway.condition;

/** A condition of a rule, compiled and type-checked. Thread-safe. */
public interface Condition {

  /** The result of an evaluation. */
  enum Answer {
    TRUE,
    FALSE,
    /** Evaluation failed for this request: a missing key, a division by zero, or too many steps. */
    FAILED
  }

  /** Returns the expression as it was written. */
  String text();

  /** Returns false if the result depends on the claims of the sender only, so that it is the same for all of his requests. */
  default boolean readsRequest() {
    return true;
  }

  /** Evaluates the condition. Never throws. */
  Answer test(RequestView request);
}
