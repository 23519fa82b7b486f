package io.lychgate.casper;

/** The way in which an asset may be sent early. */
public enum Delivery {
  /** A push for clients that take one, a hint for the others. */
  AUTO,
  PUSH,
  HINT
}
