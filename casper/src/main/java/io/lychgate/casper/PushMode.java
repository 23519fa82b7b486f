package io.lychgate.casper;

/** The ways of early sending that the operator enables. */
public enum PushMode {
  /** A push for clients that take one, a hint for the others. */
  AUTO,
  PUSH,
  HINTS,
  OFF
}
