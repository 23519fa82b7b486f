package io.lychgate.gateway.push.priority;

/** Whether a rule is for a response. */
enum Fit {
  YES,
  NO,
  /** It depends on something that is not known yet. Only of responses that somebody asks about before there is one. */
  OPEN
}
