package io.lychgate.gateway.upstream.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.upstream.discovery.DnsLookUp.Service;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class NamedServersTest {
  private static final Map<String, List<InetAddress>> ADDRESSES = Map.of(
      "a.test", List.of(address("10.0.0.1")),
      "b.test", List.of(address("fd00::2"), address("10.0.0.2")));

  private static InetAddress address(String text) {
    return NetUtil.createInetAddressFromIpAddressString(text);
  }

  private static List<Endpoint> servers(Service... services) {
    return NamedServers.of(
        ServerConfig.Scheme.HTTP,
        List.of(services),
        host -> ADDRESSES.getOrDefault(host, List.of()));
  }

  @Test
  void eachAddressIsAServerWithAnIdOfItsOwn() {
    assertThat(servers(new Service(0, 1, 8080, "b.test")))
        .extracting(Endpoint::id)
        .containsExactly("http://b.test:8080/fd00:0:0:0:0:0:0:2", "http://b.test:8080/10.0.0.2");
  }

  @Test
  void prioritiesBecomeNumbersOfGroupsInTheirOrder() {
    assertThat(servers(new Service(500, 1, 1, "a.test"), new Service(20, 1, 2, "a.test")))
        .extracting(endpoint -> endpoint.server().priority())
        .containsExactly(1, 0);
  }

  @Test
  void weightsKeepTheirProportionAndZeroStaysSmall() {
    assertThat(servers(
            new Service(0, 60_000, 1, "a.test"),
            new Service(0, 30_000, 2, "a.test"),
            new Service(0, 0, 3, "a.test")))
        .extracting(endpoint -> endpoint.server().weight())
        .containsExactly(1000, 500, 1);
    assertThat(servers(new Service(0, 7, 1, "a.test")).get(0).server().weight()).isEqualTo(7);
  }

  @Test
  void hostWithoutAddressesHasNoServer() {
    assertThat(servers(new Service(0, 1, 80, "unknown.test"))).isEmpty();
  }
}
