package io.lychgate.casper;

/** What the operator lets the gateway do. */
public enum PushMode {
  /** A push for clients that take one, a hint for the others. */
  AUTO,
  PUSH,
  HINTS,
  OFF
}
