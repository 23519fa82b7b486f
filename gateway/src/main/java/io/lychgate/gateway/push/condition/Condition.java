package io.lychgate.gateway.push.condition;

/** A condition of a rule, compiled and type-checked. Thread-safe. */
public interface Condition {

  /** What became of asking it. */
  enum Answer {
    TRUE,
    FALSE,
    /** It could not be evaluated for this request: a key that is not there, a division by zero, too many steps. */
    FAILED
  }

  /** The expression as it was written. */
  String text();

  /** Never throws. */
  Answer test(RequestView request);
}
