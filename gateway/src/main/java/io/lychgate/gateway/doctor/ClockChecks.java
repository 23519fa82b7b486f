package io.lychgate.gateway.doctor;

import io.lychgate.gateway.store.ClockOffset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks of the clock: its source, and if it is set from a time server. */
final class ClockChecks {
  /** Sources that are read without a system call. */
  private static final Set<String> FAST =
      Set.of("tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter");

  /** Differences between two clocks that cookies, tickets and reports of a fleet tolerate. */
  private static final Duration TOLERANCE = Duration.ofSeconds(1);

  private final Kernel kernel;

  ClockChecks(Kernel kernel) {
    this.kernel = kernel;
  }

  List<Finding> run() {
    List<Finding> findings = new ArrayList<>();
    String source = kernel.clockSource();
    if (source.isEmpty()) {
      findings.add(Finding.skip("clock-source", "unknown on this system"));
    } else if (FAST.contains(source)) {
      findings.add(Finding.ok("clock-source", source));
    } else {
      findings.add(
          Finding.warn(
              "clock-source",
              source + " (expected: tsc)",
              "each reading of the time is a system call, about 0.001 ms, several for each request; echo tsc > "
                  + "/sys/devices/system/clocksource/clocksource0/current_clocksource, if the processor has a stable one"));
    }
    findings.add(
        kernel.isClockSynchronized()
            ? Finding.ok("clock", "a time service runs")
            : Finding.skip(
                "clock",
                "no time service was found, the offset is unknown: certificates, cookies and tickets need"
                    + " the right time; install chrony, or enable systemd-timesyncd"));
    return findings;
  }

  /** Returns the finding on the clock of the store's database, which is common to a fleet. */
  static Finding ofStore(ClockOffset offset) {
    long within = Math.max(1, offset.uncertainty().toMillis());
    String found =
        offset.ahead().toMillis() + " ms ahead of the clock of the store, within " + within + " ms";
    return offset.ahead().abs().minus(offset.uncertainty()).compareTo(TOLERANCE) > 0
        ? Finding.warn(
            "clock-offset",
            found + " (expected: less than " + TOLERANCE.toMillis() + ")",
            "events of nodes appear in the wrong order, and sessions end early or late; set both clocks from the same time server")
        : Finding.ok("clock-offset", found);
  }
}
