package io.lychgate.gateway.experiment;

import io.lychgate.gateway.message.ArmAssignment;
import io.lychgate.gateway.message.Treatment;
import java.util.List;

/**
 * The arms of one client on one route.
 *
 * @param running the same arms, in the same order
 * @param treatment the values of all of these arms, and of decided experiments
 * @param network keyed hash of the client's network, by which guardrails count; that of a visitor without an address
 */
public record Assigned(
    List<ArmAssignment> arms, List<RunningArm> running, Treatment treatment, long network) {
  /** No arm, and nothing in place of the configuration. */
  public static final Assigned NONE = new Assigned(List.of(), List.of(), Treatment.NONE, 0);

  public Assigned {
    arms = List.copyOf(arms);
    running = List.copyOf(running);
  }
}
