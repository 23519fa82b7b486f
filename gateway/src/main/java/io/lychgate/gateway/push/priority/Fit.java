package io.lychgate.gateway.push.priority;

/** Whether a rule is for a response. */
enum Fit {
  YES,
  NO,
  /** It depends on something that is not known yet. Only for queries before there is a response. */
  OPEN
}
