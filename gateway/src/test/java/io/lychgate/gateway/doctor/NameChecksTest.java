package io.lychgate.gateway.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.file.ConfigReader;
import io.netty.resolver.ResolvedAddressTypes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Findings on the names of servers. */
final class NameChecksTest {
  private static final String V4 = "192.0.2.1";
  private static final String V6 = "2001:db8::1";

  @TempDir
  Path directory;

  private List<Finding> findings(String server, NameChecks.Lookup lookup) throws IOException {
    Path file = Files.writeString(directory.resolve("gateway.yaml"), """
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        upstreams: { app: { servers: [ "%s" ] } }
        sites: [ { hosts: [ a.example ], routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ] } ]
        """.formatted(server));
    return new NameChecks(new Kernel(directory), lookup)
        .run(ConfigReader.of(Map.of()).read(file).value());
  }

  private static List<InetAddress> only(
      ResolvedAddressTypes wanted, ResolvedAddressTypes asked, String address)
      throws UnknownHostException {
    return wanted == asked ? List.of(InetAddress.getByName(address)) : List.of();
  }

  @Test
  void timesBothFamilies() throws IOException {
    List<Finding> findings = findings(
        "http://app.example:80",
        (name, family) -> only(ResolvedAddressTypes.IPV4_ONLY, family, V4));

    assertThat(findings)
        .singleElement()
        .hasToString("ok    dns           app.example: A 1 in "
            + findings.get(0).found().replaceAll(".*A 1 in (\\d+ ms), AAAA.*", "$1")
            + ", AAAA none in "
            + findings.get(0).found().replaceAll(".*none in ", ""));
  }

  @Test
  void warnsOfIpv6AddressesThatThisMachineCannotReach() throws IOException {
    NameChecks.Lookup both = (name, family) ->
        List.of(InetAddress.getByName(family == ResolvedAddressTypes.IPV4_ONLY ? V4 : V6));
    assertThat(findings("http://app.example:80", both).get(0).toString())
        .startsWith("warn ")
        .contains("no global IPv6 address");

    Files.createDirectories(directory.resolve("net"));
    Files.writeString(
        directory.resolve("net/if_inet6"), "20010db8000000000000000000000002 02 40 00 80 eth0\n");
    assertThat(findings("http://app.example:80", both).get(0).status())
        .isEqualTo(Finding.Status.OK);
  }

  @Test
  void failsForANameWithoutAddress() throws IOException {
    assertThat(findings("http://app.example:80", (name, family) -> {
              throw new UnknownHostException(name);
            })
            .get(0)
            .toString())
        .startsWith("fail  dns ")
        .contains("app.example: A none in ", "502");
  }

  @Test
  void hasNothingToDoForAddresses() throws IOException {
    assertThat(
            findings("http://127.0.0.1:80", (name, family) -> List.of()).get(0).status())
        .isEqualTo(Finding.Status.SKIP);
  }
}
