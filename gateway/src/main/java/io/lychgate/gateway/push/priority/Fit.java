package io.lychgate.gateway.push.priority;

/** The result of matching a rule with a response. */
enum Fit {
  YES,
  NO,
  /** The match depends on a fact that is not yet known. Occurs only in queries made before the response. */
  OPEN
}
