package io.lychgate.gateway.push.priority;

import io.lychgate.scheduler.StatedPriority;
import io.netty.util.AsciiString;

/**
 * What an operator wants of the order of some responses, checked and compiled.
 *
 * @param name empty if it has none
 * @param unlessUpstream whether it holds its tongue for a response that has a Priority field of its own
 * @param field what it states, as the Priority field of the response says it to caches and gateways in front
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

  /** What it states and when, for a person. */
  public String outcome() {
    return stated.field() + (unlessUpstream ? ", unless the upstream states a priority" : "");
  }
}
