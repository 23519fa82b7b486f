package io.lychgate.gateway.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.ClockOffset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Findings on limits and settings of the kernel, and on ports of containers. */
final class LocalChecksTest {
  @TempDir
  Path proc;

  private void set(String name, String value) throws IOException {
    Path file = proc.resolve("sys").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, value + "\n");
  }

  private String finding(String step) {
    return finding(step, RoundTrips.typical());
  }

  private String finding(String step, RoundTrips roundTrips) {
    return LocalChecks.of(new Kernel(proc, proc.resolve("sysfs"), proc.resolve("run")), roundTrips)
        .run()
        .stream()
        .filter(one -> one.step().equals(step))
        .map(Finding::toString)
        .findFirst()
        .orElse("none");
  }

  @Test
  void warnsOfSocketBuffersCappedByTheKernel() throws IOException {
    set("net/core/rmem_max", "212992");
    set("net/core/wmem_max", "4194304");

    assertThat(finding("udp-buffers"))
        .startsWith("warn ")
        .contains("net.core.rmem_max 212992", "sysctl -w net.core.rmem_max=2097152");
    set("net/core/rmem_max", "2097152");
    assertThat(finding("udp-buffers")).startsWith("ok ");
  }

  @Test
  void warnsOfFewFilesAndSlowRestarts() throws IOException {
    Files.createDirectories(proc.resolve("self"));
    Files.writeString(proc.resolve("self/limits"), """
        Limit                     Soft Limit           Hard Limit           Units
        Max open files            1024                 524288               files
        """);
    set("net/ipv4/tcp_slow_start_after_idle", "1");

    assertThat(finding("open-files")).startsWith("warn  open-files    1024 (expected: ");
    assertThat(finding("net.ipv4.tcp_slow_start_after_idle")).startsWith("warn ");
    set("net/ipv4/tcp_slow_start_after_idle", "0");
    assertThat(finding("net.ipv4.tcp_slow_start_after_idle")).startsWith("ok ");
  }

  @Test
  void givesTheCostOfSlowStartAtTheRoundTripsOfVisitors() throws IOException {
    set("net/ipv4/tcp_slow_start_after_idle", "1");

    assertThat(finding("net.ipv4.tcp_slow_start_after_idle"))
        .contains(
            "up to 2 round trips more, 40/100/300 ms at a round trip of 20/50/150 ms (assumed)",
            "sysctl -w net.ipv4.tcp_slow_start_after_idle=0");
    assertThat(finding("net.ipv4.tcp_slow_start_after_idle", RoundTrips.measured(42)))
        .contains("84 ms at a round trip of 42 ms (measured)");
    assertThat(finding("initial-window", RoundTrips.measured(42)))
        .startsWith("ok ")
        .contains("the first 100 KB take 3 round trips, 126 ms", "initcwnd 30");
  }

  @Test
  void namesTheRateOfCongestionControlWithLoss() throws IOException {
    set("net/ipv4/tcp_congestion_control", "reno");
    set("net/ipv4/tcp_available_congestion_control", "reno cubic");

    assertThat(finding("net.ipv4.tcp_congestion_control", RoundTrips.measured(50)))
        .startsWith("warn ")
        .contains("353 KB/s", "bbr", "modprobe tcp_bbr");
    set("net/ipv4/tcp_congestion_control", "cubic");
    assertThat(finding("net.ipv4.tcp_congestion_control")).startsWith("ok ");
    set("net/ipv4/tcp_congestion_control", "bbr");
    assertThat(finding("net.ipv4.tcp_congestion_control")).startsWith("ok ").doesNotContain("->");
  }

  @Test
  void warnsOfUnsentBytesOnlyIfTheGatewayDoesNotLimitThem() throws IOException {
    set("net/ipv4/tcp_notsent_lowat", "4294967295");
    Kernel kernel = new Kernel(proc);

    assertThat(new TcpChecks(kernel, RoundTrips.typical(), true).run().get(3).status())
        .isEqualTo(Finding.Status.OK);
    assertThat(new TcpChecks(kernel, RoundTrips.typical(), false).run().get(3).toString())
        .startsWith("warn ")
        .contains("sysctl -w net.ipv4.tcp_notsent_lowat=131072");
  }

  @Test
  void warnsOfShortQueuesAndFewPorts() throws IOException {
    set("net/core/somaxconn", "128");
    set("net/ipv4/tcp_max_syn_backlog", "4096");
    set("net/ipv4/ip_local_port_range", "60000\t60999");

    assertThat(finding("net.core.somaxconn"))
        .startsWith("warn ")
        .contains("1000 ms", "sysctl -w net.core.somaxconn=4096");
    assertThat(finding("net.ipv4.tcp_max_syn_backlog")).startsWith("ok ");
    assertThat(finding("net.ipv4.ip_local_port_range"))
        .startsWith("warn ")
        .contains("1000 local ports", "above 16 new connections a second", "10240 65535");
  }

  @Test
  void judgesTheClock() throws IOException {
    Path source = proc.resolve("sysfs/devices/system/clocksource/clocksource0/current_clocksource");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "hpet\n");
    assertThat(finding("clock-source")).startsWith("warn ").contains("hpet (expected: tsc)");
    Files.writeString(source, "tsc\n");
    assertThat(finding("clock-source")).startsWith("ok ");

    assertThat(finding("clock")).startsWith("skip ").contains("unknown");
    Files.createDirectories(proc.resolve("run/systemd/timesync"));
    Files.createFile(proc.resolve("run/systemd/timesync/synchronized"));
    assertThat(finding("clock")).startsWith("ok ");
    assertThat(ClockChecks.ofStore(new ClockOffset(Duration.ofSeconds(-3), Duration.ofMillis(4)))
            .toString())
        .startsWith("warn  clock-offset  -3000 ms ahead");
    assertThat(ClockChecks.ofStore(new ClockOffset(Duration.ofMillis(3), Duration.ofMillis(4)))
            .status())
        .isEqualTo(Finding.Status.OK);
  }

  @Test
  void readsTheMeanRoundTripFromMetrics() {
    String metrics = """
        lychgate_quic_round_trip_seconds_count{congestion="cubic",listener="a"} 3.0
        lychgate_quic_round_trip_seconds_sum{congestion="cubic",listener="a"} 0.09
        lychgate_quic_round_trip_seconds_count{congestion="cubic",listener="b"} 1.0
        lychgate_quic_round_trip_seconds_sum{congestion="cubic",listener="b"} 0.03
        """;

    assertThat(RunningGateway.mean(metrics)).contains(RoundTrips.measured(30));
    assertThat(RunningGateway.mean("lychgate_quic_round_trip_seconds_count 0.0\n"))
        .isEmpty();
  }

  @Test
  void reportsNothingForUnavailableSettings() {
    assertThat(finding("open-files")).startsWith("skip ");
    assertThat(finding("net.core.somaxconn")).startsWith("skip ");
  }

  @Test
  void probesSocketBuffersIfSettingsAreHidden() {
    assertThat(finding("udp-buffers"))
        .doesNotStartWith("skip ")
        .contains("bytes to receive", "to send");
  }

  @Test
  void readsTheRealKernelInOneCall() throws IOException {
    Path real = Path.of("/proc/sys/net/core/somaxconn");
    org.junit.jupiter.api.Assumptions.assumeTrue(Files.exists(real));

    String text = Files.readAllLines(real).get(0);

    assertThat(Kernel.ofThisMachine().setting("net/core/somaxconn"))
        .hasValue(Long.parseLong(text.strip()));
  }

  @Test
  void findsContainersThatPublishTcpOnly() {
    String tcpOnly = "web\t0.0.0.0:443->8443/tcp, [::]:443->8443/tcp, 0.0.0.0:9443->9443/tcp";

    assertThat(PublishedPorts.judge(List.of("db\t5432/tcp", tcpOnly), 443).toString())
        .startsWith("fail  container     web publishes 443 by TCP only -> add -p 443:PORT/udp");
    assertThat(PublishedPorts.judge(List.of(tcpOnly + ", 0.0.0.0:443->8443/udp"), 443)
            .status())
        .isEqualTo(Finding.Status.OK);
    assertThat(PublishedPorts.judge(List.of(tcpOnly), 8443).status())
        .isEqualTo(Finding.Status.SKIP);
  }
}
