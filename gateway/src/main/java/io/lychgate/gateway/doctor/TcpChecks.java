package io.lychgate.gateway.doctor;

import io.netty.channel.epoll.Epoll;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** Checks of the settings by which TCP sends responses: windows, congestion control and the queue of unsent bytes. */
final class TcpChecks {
  private static final String SLOW_START = "net.ipv4.tcp_slow_start_after_idle";
  private static final String CONGESTION = "net.ipv4.tcp_congestion_control";
  private static final String NOT_SENT = "net.ipv4.tcp_notsent_lowat";

  /** Bytes of a segment on a path of 1500 bytes with timestamps. */
  private static final int SEGMENT_BYTES = 1448;

  /** RFC 6928: the initial window of Linux in segments. */
  private static final int INITIAL_SEGMENTS = 10;

  /** The initial window of large content networks. */
  private static final int LARGE_SEGMENTS = 30;

  /** Bytes of the first response of a usual page: HTML, style and script that block rendering, compressed. */
  private static final int PAGE_BYTES = 100_000;

  /** A response after a pause. A window of this size has been reached before. */
  private static final int WARM_BYTES = 100_000;

  /** A share of lost packets that is usual on mobile links. */
  private static final double LOSS = 0.01;

  /** The constant of Mathis et al. 1997: rate = 1.22 × segment / (round trip × √loss). */
  private static final double MATHIS = 1.22;

  /** Bytes of unsent data above which an urgent response waits for less urgent ones. */
  private static final long LOW_WATER = 128 * 1024;

  private static final Set<String> GOOD = Set.of("cubic", "bbr", "bbr2", "bbr3");

  private final Kernel kernel;
  private final RoundTrips roundTrips;
  private final boolean setsLowWater;
  private final List<Finding> findings = new ArrayList<>();

  TcpChecks(Kernel kernel, RoundTrips roundTrips) {
    this(kernel, roundTrips, Epoll.isAvailable());
  }

  /** @param setsLowWater true if the gateway sets TCP_NOTSENT_LOWAT on its own sockets */
  TcpChecks(Kernel kernel, RoundTrips roundTrips, boolean setsLowWater) {
    this.kernel = kernel;
    this.roundTrips = roundTrips;
    this.setsLowWater = setsLowWater;
  }

  List<Finding> run() {
    slowStartAfterIdle();
    initialWindow();
    congestionControl();
    unsentBytes();
    return findings;
  }

  /** Returns the round trips that slow start takes for a response: the window doubles in each. */
  static int roundTripsFor(int bytes, int initialSegments) {
    int trips = 1;
    long sent = (long) initialSegments * SEGMENT_BYTES;
    long window = sent;
    while (sent < bytes) {
      window *= 2;
      sent += window;
      trips++;
    }
    return trips;
  }

  private void slowStartAfterIdle() {
    OptionalLong value = kernel.setting("net/ipv4/tcp_slow_start_after_idle");
    if (value.isEmpty()) {
      findings.add(Finding.skip(SLOW_START, "no such setting on this system"));
    } else if (value.getAsLong() != 0) {
      int trips = roundTripsFor(WARM_BYTES, INITIAL_SEGMENTS) - 1;
      findings.add(Finding.warn(
          SLOW_START,
          "1",
          "a connection that paused returns to slow start: its next " + WARM_BYTES / 1000
              + " KB take up to " + trips + " round trips more, " + roundTrips.cost(trips)
              + "; sysctl -w " + SLOW_START + "=0"));
    } else {
      findings.add(Finding.ok(SLOW_START, "0"));
    }
  }

  /** The initial window belongs to a route. Files of the kernel do not show it. */
  private void initialWindow() {
    if (kernel.setting("net/ipv4/tcp_slow_start_after_idle").isEmpty()) {
      findings.add(Finding.skip("initial-window", "no such setting on this system"));
      return;
    }
    int usual = roundTripsFor(PAGE_BYTES, INITIAL_SEGMENTS);
    int large = roundTripsFor(PAGE_BYTES, LARGE_SEGMENTS);
    findings.add(new Finding(
        "initial-window",
        Finding.Status.OK,
        INITIAL_SEGMENTS + " segments unless a route has initcwnd: the first " + PAGE_BYTES / 1000
            + " KB take " + usual + " round trips, " + roundTrips.cost(usual),
        LARGE_SEGMENTS + " segments save " + (usual - large) + ", " + roundTrips.cost(usual - large)
            + ", and lose packets on narrow links; ip route change default via GATEWAY dev DEVICE initcwnd "
            + LARGE_SEGMENTS + "; HTTP/3 has quic.initialWindowPackets"));
  }

  private void congestionControl() {
    String control = kernel.text("net/ipv4/tcp_congestion_control");
    if (control.isEmpty()) {
      findings.add(Finding.skip(CONGESTION, "no such setting on this system"));
      return;
    }
    if (control.startsWith("bbr")) {
      findings.add(Finding.ok(CONGESTION, control));
      return;
    }
    String rate = roundTrips.rate(seconds -> MATHIS * SEGMENT_BYTES / (seconds * Math.sqrt(LOSS)));
    String cost = "where 1 % of packets is lost, a connection stays at about " + rate
        + ", bbr does not; sysctl -w " + CONGESTION + "=bbr net.core.default_qdisc=fq";
    boolean mustLoad = !kernel.text("net/ipv4/tcp_available_congestion_control").contains("bbr");
    String advice = mustLoad ? cost + " (modprobe tcp_bbr first)" : cost;
    findings.add(
        GOOD.contains(control)
            ? new Finding(CONGESTION, Finding.Status.OK, control, advice)
            : Finding.warn(CONGESTION, control + " (expected: cubic or bbr)", advice));
  }

  private void unsentBytes() {
    OptionalLong value = kernel.setting("net/ipv4/tcp_notsent_lowat");
    if (value.isEmpty()) {
      findings.add(Finding.skip(NOT_SENT, "no such setting on this system"));
    } else if (setsLowWater) {
      findings.add(Finding.ok(
          NOT_SENT, value.getAsLong() + "; the gateway sets its own value on sockets of clients"));
    } else if (value.getAsLong() > LOW_WATER) {
      findings.add(Finding.warn(
          NOT_SENT,
          value.getAsLong() + " (expected: at most " + LOW_WATER + ")",
          "urgent responses wait behind all bytes that the kernel holds already: up to a window, which is sent in "
              + roundTrips.cost(1) + "; sysctl -w " + NOT_SENT + "=" + LOW_WATER));
    } else {
      findings.add(Finding.ok(NOT_SENT, Long.toString(value.getAsLong())));
    }
  }
}
