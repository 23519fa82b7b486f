package io.lychgate.gateway.push.priority;

import io.lychgate.scheduler.StatedPriority;
import io.netty.util.AsciiString;

/**
 * An operator's priority rule for some responses, checked and compiled.
 *
 * @param name empty if the rule has none
 * @param unlessUpstream true if the rule is ignored for a response with a Priority field from the upstream
 * @param field the stated priority as the response's Priority field, for caches and gateways in front
 */
public record PriorityRule(
    String name,
    PriorityMatch match,
    StatedPriority stated,
    boolean unlessUpstream,
    AsciiString field) {

  static PriorityRule of(
      String name, PriorityMatch match, StatedPriority stated, boolean unlessUpstream) {
    return new PriorityRule(name, match, stated, unlessUpstream, new AsciiString(stated.field()));
  }

  /** Returns the stated priority and its condition in words. */
  public String outcome() {
    return stated.field() + (unlessUpstream ? ", unless the upstream states a priority" : "");
  }
}
