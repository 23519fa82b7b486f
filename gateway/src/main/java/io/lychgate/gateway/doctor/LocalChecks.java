package io.lychgate.gateway.doctor;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.observe.UdpBuffers;
import io.netty.channel.epoll.Epoll;
import io.netty.handler.codec.quic.Quic;
import io.netty.handler.ssl.OpenSsl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Checks of what the gateway needs from a machine. */
final class LocalChecks {
  private static final int OLDEST_JAVA = 17;

  /** From this version on, options of the launcher keep Netty's buffers cheap and make object headers smaller. */
  private static final int BEST_JAVA = 25;

  private final Kernel kernel;
  private final RoundTrips roundTrips;
  private final List<Finding> findings = new ArrayList<>();

  private LocalChecks(Kernel kernel, RoundTrips roundTrips) {
    this.kernel = kernel;
    this.roundTrips = roundTrips;
  }

  /** @param roundTrips the round-trip times of visitors, at which settings have their cost */
  static LocalChecks ofThisMachine(RoundTrips roundTrips) {
    return new LocalChecks(Kernel.ofThisMachine(), roundTrips);
  }

  /** Returns the checks for a kernel with the values of a test. */
  static LocalChecks of(Kernel kernel, RoundTrips roundTrips) {
    return new LocalChecks(kernel, roundTrips);
  }

  List<Finding> run() {
    java();
    library(
        "epoll",
        Epoll.isAvailable() ? null : Epoll.unavailabilityCause(),
        "falling back to NIO: one listening socket per port instead of one per core");
    library(
        "tls-library",
        OpenSsl.isAvailable() ? null : OpenSsl.unavailabilityCause(),
        "falling back to Java's TLS: a handshake costs about five times the CPU");
    library(
        "quic-library",
        Quic.isAvailable() ? null : Quic.unavailabilityCause(),
        "HTTP/1.1 and HTTP/2 are served, HTTP/3 is not; use a platform that has one: linux, osx or windows on x86_64, linux or osx on aarch64");
    findings.addAll(new LimitChecks(kernel, roundTrips).run());
    findings.add(udpBuffers(kernel));
    findings.addAll(new TcpChecks(kernel, roundTrips).run());
    findings.addAll(new ClockChecks(kernel).run());
    return findings;
  }

  private void java() {
    int version = Runtime.version().feature();
    String found = Runtime.version() + " (" + System.getProperty("java.vm.name") + ")";
    if (version < OLDEST_JAVA) {
      findings.add(Finding.fail("java", found, "install " + OLDEST_JAVA + " or newer"));
    } else if (version < BEST_JAVA) {
      findings.add(
          Finding.warn("java", found, "it works; " + BEST_JAVA + " needs less memory and CPU"));
    } else {
      findings.add(Finding.ok("java", found));
    }
  }

  private void library(String step, @Nullable Throwable missing, String without) {
    findings.add(
        missing == null
            ? Finding.ok(step, "loaded")
            : Finding.warn(step, "not available: " + Kernel.oneLine(missing), without));
  }

  /** Checks if QUIC gets the socket buffers that it requests. */
  static Finding udpBuffers(Kernel kernel) {
    OptionalLong receive = kernel.setting("net/core/rmem_max");
    OptionalLong send = kernel.setting("net/core/wmem_max");
    if (receive.isEmpty() || send.isEmpty()) {
      return probedBuffers();
    }
    String found =
        "net.core.rmem_max " + receive.getAsLong() + ", net.core.wmem_max " + send.getAsLong();
    long wanted = Kernel.UDP_BUFFER_BYTES;
    return receive.getAsLong() >= wanted && send.getAsLong() >= wanted
        ? Finding.ok("udp-buffers", found)
        : Finding.warn(
            "udp-buffers",
            found + " (expected: at least " + wanted + " each)",
            "packets of HTTP/3 are lost while a loop is busy, and each loss costs at least a round trip; sysctl -w net.core.rmem_max="
                + wanted + " net.core.wmem_max=" + wanted);
  }

  /** Checks by opening a socket: in a container the settings are not visible, but they apply. */
  private static Finding probedBuffers() {
    UdpBuffers given;
    try {
      given = UdpBuffers.probe(Limits.UDP_BUFFER_BYTES);
    } catch (IOException e) {
      return Finding.skip("udp-buffers", Kernel.oneLine(e));
    }
    String found = given.receiveBytes() + " bytes to receive, " + given.sendBytes() + " to send";
    return given.areCapped()
        ? Finding.warn(
            "udp-buffers",
            found + " (expected: " + given.wantedBytes() + " each)",
            "packets of HTTP/3 are lost while a loop is busy; on the host: " + given.remedy())
        : Finding.ok("udp-buffers", found);
  }
}
