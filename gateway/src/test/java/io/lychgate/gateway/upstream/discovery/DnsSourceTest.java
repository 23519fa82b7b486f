package io.lychgate.gateway.upstream.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.DiscoveryConfig;
import io.lychgate.gateway.config.site.DiscoveryConfig.Dns;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.DnsServer;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponseCode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers that a real name server names. */
final class DnsSourceTest {
  private static final String APP = "app.test";

  private final DnsServer names = DnsServer.start();
  private final ConfiguredDiscovery discovery = new ConfiguredDiscovery();
  private final List<List<String>> reports = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    discovery.close();
    names.close();
  }

  private Dns dns(DiscoveryConfig.Type type, DiscoveryConfig.Family family, String name) {
    return new Dns(
        name,
        type,
        ServerConfig.Scheme.HTTP,
        type == DiscoveryConfig.Type.SRV ? 0 : 80,
        family,
        Duration.ofMillis(100),
        Duration.ofMinutes(5),
        List.of(names.address()));
  }

  private Discovery.Watch watch(Dns dns) {
    UpstreamConfig upstream = UpstreamConfig.of(
            "app", List.of(new ServerConfig(ServerConfig.Scheme.HTTP, "127.0.0.1", 1)))
        .of(dns);
    Discovery.Watch watch = discovery.watch(
        upstream, servers -> reports.add(servers.stream().map(Endpoint::id).toList()));
    watch.awaitResults(TimeUnit.SECONDS.toNanos(10));
    return watch;
  }

  private List<String> servers() {
    return reports.get(reports.size() - 1);
  }

  private static SourceStatus status(Discovery.Watch watch) {
    return watch.sources().get(0);
  }

  @Test
  void addressesOfBothFamiliesAreServers() {
    names.addresses(APP, 60, "10.0.0.1", "fd00::1");

    Discovery.Watch watch =
        watch(dns(DiscoveryConfig.Type.ADDRESS, DiscoveryConfig.Family.BOTH, APP));

    assertThat(servers())
        .containsExactly("http://app.test/10.0.0.1", "http://app.test/fd00:0:0:0:0:0:0:1");
    assertThat(status(watch).servers()).isEqualTo(2);
    assertThat(status(watch).problem()).isEmpty();
    watch.close();
  }

  @Test
  void unspecifiedAddressIsNoServer() {
    names.addresses(APP, 60, "0.0.0.0", "10.0.0.1", "::");

    watch(dns(DiscoveryConfig.Type.ADDRESS, DiscoveryConfig.Family.BOTH, APP)).close();

    assertThat(servers()).containsExactly("http://app.test/10.0.0.1");
  }

  @Test
  void unwantedFamilyIsNotAskedFor() {
    names.addresses(APP, 60, "10.0.0.1", "fd00::1");

    watch(dns(DiscoveryConfig.Type.ADDRESS, DiscoveryConfig.Family.IPV4, APP)).close();

    assertThat(servers()).containsExactly("http://app.test/10.0.0.1");
    assertThat(names.queries(DnsRecordType.AAAA, APP)).isZero();
  }

  @Test
  void changeIsFoundWhenTheTtlEndsAndNotBefore() {
    names.addresses(APP, 1, "10.0.0.1");
    Discovery.Watch watch =
        watch(dns(DiscoveryConfig.Type.ADDRESS, DiscoveryConfig.Family.IPV4, APP));
    long begin = System.nanoTime();

    names.addresses(APP, 1, "10.0.0.2");

    Await.until(() -> assertThat(servers()).containsExactly("http://app.test/10.0.0.2"));
    assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
    watch.close();
  }

  @Test
  void otherOrderOfTheSameAddressesIsNoChange() {
    names.addresses(APP, 0, "10.0.0.1", "10.0.0.2");
    Discovery.Watch watch =
        watch(dns(DiscoveryConfig.Type.ADDRESS, DiscoveryConfig.Family.IPV4, APP));
    int before = reports.size();

    names.addresses(APP, 0, "10.0.0.2", "10.0.0.1");
    long asked = names.queries(DnsRecordType.A, APP);
    Await.until(() -> assertThat(names.queries(DnsRecordType.A, APP)).isGreaterThan(asked + 2));

    assertThat(reports).hasSize(before);
    watch.close();
  }

  @Test
  void servicesHavePortsAndGroups() {
    names
        .services(
            "_http._tcp.app.test",
            60,
            DnsServer.service(10, 3, 8080, "a.test"),
            DnsServer.service(20, 1, 8081, "b.test"))
        .addresses("a.test", 60, "10.0.0.1")
        .addresses("b.test", 60, "10.0.0.2");

    watch(dns(DiscoveryConfig.Type.SRV, DiscoveryConfig.Family.BOTH, "_http._tcp.app.test"))
        .close();

    assertThat(servers())
        .containsExactly("http://a.test:8080/10.0.0.1", "http://b.test:8081/10.0.0.2");
  }

  @Test
  void hostOfAServiceThatFailsKeepsItsServers() {
    String name = "_http._tcp.app.test";
    names
        .services(
            name, 0, DnsServer.service(0, 1, 1, "a.test"), DnsServer.service(0, 1, 2, "b.test"))
        .addresses("a.test", 0, "10.0.0.1")
        .addresses("b.test", 0, "10.0.0.2");
    Discovery.Watch watch = watch(dns(DiscoveryConfig.Type.SRV, DiscoveryConfig.Family.IPV4, name));

    names.fail("b.test", DnsResponseCode.SERVFAIL).addresses("a.test", 0, "10.0.0.9");

    Await.until(() -> assertThat(servers())
        .containsExactly("http://a.test:1/10.0.0.9", "http://b.test:2/10.0.0.2"));
    Await.until(() ->
        assertThat(status(watch).problem()).isEqualTo("b.test: the name server failed or refused"));
    watch.close();
  }

  @Test
  void cutResponseIsAskedForOverTcp() {
    names.addresses(APP, 60, "10.0.0.1").cut(APP);

    watch(dns(DiscoveryConfig.Type.ADDRESS, DiscoveryConfig.Family.IPV4, APP)).close();

    assertThat(servers()).containsExactly("http://app.test/10.0.0.1");
  }

  @Test
  void failureKeepsTheLastAnswerAndEndsByItself() {
    names.addresses(APP, 0, "10.0.0.1");
    Discovery.Watch watch =
        watch(dns(DiscoveryConfig.Type.ADDRESS, DiscoveryConfig.Family.BOTH, APP));

    names.fail(APP, DnsResponseCode.SERVFAIL);
    Await.until(() -> assertThat(status(watch).problem())
        .isEqualTo("app.test: the name server failed or refused"));

    assertThat(servers()).containsExactly("http://app.test/10.0.0.1");
    assertThat(status(watch).servers()).isEqualTo(1);
    assertThat(status(watch).failures()).containsOnlyKeys(DiscoveryFailure.SERVER_FAILURE);
    names.addresses(APP, 0, "10.0.0.2");
    Await.until(() -> assertThat(servers()).containsExactly("http://app.test/10.0.0.2"));
    assertThat(status(watch).problem()).isEmpty();
    assertThat(status(watch).problemSince()).isNull();
    watch.close();
  }

  @Test
  void eachKindOfFailureHasItsReason() {
    names
        .fail("refused.test", DnsResponseCode.REFUSED)
        .addresses("empty.test", 60)
        .silence("silent.test");

    assertThat(failure("unknown.test")).containsOnlyKeys(DiscoveryFailure.NOT_FOUND);
    assertThat(failure("refused.test")).containsOnlyKeys(DiscoveryFailure.SERVER_FAILURE);
    assertThat(failure("empty.test")).containsOnlyKeys(DiscoveryFailure.EMPTY);
    assertThat(failure("silent.test")).containsOnlyKeys(DiscoveryFailure.TIMEOUT);
    assertThat(servers()).isEmpty();
  }

  private Map<DiscoveryFailure, Long> failure(String name) {
    Discovery.Watch watch =
        watch(dns(DiscoveryConfig.Type.ADDRESS, DiscoveryConfig.Family.BOTH, name));
    Map<DiscoveryFailure, Long> failures = status(watch).failures();
    watch.close();
    return failures;
  }

  @Test
  void familyThatFailsKeepsItsAddresses() {
    names.addresses(APP, 0, "10.0.0.1", "fd00::1");
    Discovery.Watch watch =
        watch(dns(DiscoveryConfig.Type.ADDRESS, DiscoveryConfig.Family.BOTH, APP));

    names.fail(APP, DnsResponseCode.SERVFAIL).ipv4(APP, 0, "10.0.0.2");

    Await.until(() -> assertThat(servers())
        .containsExactly("http://app.test/10.0.0.2", "http://app.test/fd00:0:0:0:0:0:0:1"));
    watch.close();
  }
}
