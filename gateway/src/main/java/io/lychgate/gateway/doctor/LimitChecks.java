package io.lychgate.gateway.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Checks of limits on connections: open files, queues of new connections, local ports. */
final class LimitChecks {
  /** Descriptors. Two for each exchange (client and upstream), and some for files: 10 000 visitors. */
  private static final long MANY_FILES = 65_536;

  /** Connections that the kernel holds before the gateway accepts them. The listener requests this number. */
  private static final long BACKLOG = 4096;

  /** Local ports. Fewer are used up by a few hundred new connections a second to one server. */
  private static final long MANY_PORTS = 16_384;

  private static final String WIDE_RANGE = "10240 65535";

  /** Seconds for which a closed connection keeps its port (TIME_WAIT in Linux). */
  private static final long PORT_REST_SECONDS = 60;

  private final Kernel kernel;
  private final RoundTrips roundTrips;
  private final List<Finding> findings = new ArrayList<>();

  LimitChecks(Kernel kernel, RoundTrips roundTrips) {
    this.kernel = kernel;
    this.roundTrips = roundTrips;
  }

  List<Finding> run() {
    openFiles();
    queue("net/core/somaxconn");
    queue("net/ipv4/tcp_max_syn_backlog");
    localPorts();
    return findings;
  }

  private void openFiles() {
    OptionalLong limit = kernel.maxOpenFiles();
    if (limit.isEmpty()) {
      findings.add(Finding.skip("open-files", "unknown on this system"));
    } else if (limit.getAsLong() < MANY_FILES) {
      findings.add(Finding.warn(
          "open-files",
          limit.getAsLong() + " (expected: at least " + MANY_FILES + ")",
          "above about " + limit.getAsLong() / 2
              + " exchanges at once, new connections wait until others close; ulimit -n "
              + MANY_FILES + ", or LimitNOFILE=" + MANY_FILES + " in the systemd unit"));
    } else {
      findings.add(Finding.ok("open-files", Long.toString(limit.getAsLong())));
    }
  }

  /** A client whose SYN is dropped sends it again after a second, then after two (RFC 6298 sections 2 and 5). */
  private void queue(String name) {
    String key = name.replace('/', '.');
    OptionalLong value = kernel.setting(name);
    if (value.isEmpty()) {
      findings.add(Finding.skip(key, "no such setting on this system"));
    } else if (value.getAsLong() < BACKLOG) {
      findings.add(Finding.warn(
          key,
          value.getAsLong() + " (expected: at least " + BACKLOG + ")",
          "in a burst, each connection above it starts 1000 ms or more later, instead of "
              + roundTrips.cost(1) + "; sysctl -w " + key + "=" + BACKLOG));
    } else {
      findings.add(Finding.ok(key, Long.toString(value.getAsLong())));
    }
  }

  private void localPorts() {
    String key = "net.ipv4.ip_local_port_range";
    String[] range = kernel.text("net/ipv4/ip_local_port_range").split("\\s+", 2);
    long ports;
    try {
      ports = range.length == 2 ? Long.parseLong(range[1]) - Long.parseLong(range[0]) + 1 : -1;
    } catch (NumberFormatException e) {
      ports = -1;
    }
    if (ports < 0) {
      findings.add(Finding.skip(key, "no such setting on this system"));
      return;
    }
    String found = ports + " local ports for connections to one address and port of a server";
    if (ports < MANY_PORTS) {
      findings.add(Finding.warn(
          key,
          found + " (expected: at least " + MANY_PORTS + ")",
          "above " + ports / PORT_REST_SECONDS
              + " new connections a second to one server, connects fail and requests get 502; sysctl -w "
              + key + "=\"" + WIDE_RANGE + "\""));
    } else {
      findings.add(Finding.ok(key, found));
    }
  }
}
