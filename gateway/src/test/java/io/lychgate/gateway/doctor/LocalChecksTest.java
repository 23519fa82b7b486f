package io.lychgate.gateway.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    return LocalChecks.of(new Kernel(proc)).run().stream()
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
