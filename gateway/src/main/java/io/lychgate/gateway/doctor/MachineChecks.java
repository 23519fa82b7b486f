package io.lychgate.gateway.doctor;

import java.util.List;

/** The checks of {@code lychgate doctor} on this machine, for a running gateway. */
public final class MachineChecks {

  private MachineChecks() {}

  /** Runs the checks. Takes some milliseconds, and reads files of the kernel. */
  public static List<Finding> run() {
    return List.copyOf(LocalChecks.ofThisMachine(RoundTrips.typical()).run());
  }
}
