package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.policy.OidcPolicy;
import io.lychgate.gateway.listen.tls.SharedSecrets;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways that share one store and its clock. */
class FleetSecretsTest {
  @TempDir
  Path directory;

  private final List<SharedSecrets> first = new ArrayList<>();
  private final List<SharedSecrets> second = new ArrayList<>();
  private final List<byte[]> stickySecrets = new ArrayList<>();
  private final List<List<byte[]>> sessionSecrets = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final InstantSource clock = () -> now;
  private Store store;

  @BeforeEach
  void open() {
    store = Store.open(StoreUrl.parse("jdbc:sqlite:test.db", directory), directory, clock);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private FleetSecrets gateway(List<SharedSecrets> into) {
    return new FleetSecrets(
        store::secrets, into::add, stickySecrets::add, sessionSecrets::add, views -> {}, clock);
  }

  @Test
  void gatewaysOfOneStoreShareTheirSecrets() {
    gateway(first).look();
    gateway(second).look();

    assertThat(second.get(0).quic()).isEqualTo(first.get(0).quic());
    assertThat(second.get(0).tickets()).containsExactlyElementsOf(first.get(0).tickets());
    assertThat(stickySecrets).hasSize(2);
    assertThat(stickySecrets.get(1))
        .isEqualTo(stickySecrets.get(0))
        .hasSizeGreaterThanOrEqualTo(32);
  }

  @Test
  void ticketKeysStayInUseForFourPeriods() {
    FleetSecrets gateway = gateway(first);
    gateway.look();
    gateway.look();
    assertThat(first).hasSize(1);
    byte[] before = first.get(0).tickets().get(0);

    for (int period = 1; period <= 4; period++) {
      now = now.plus(FleetSecrets.PERIOD);
      gateway.look();
      assertThat(first).hasSize(period + 1);
      assertThat(first.get(period).tickets()).contains(before);
      assertThat(first.get(period).tickets().get(0)).isNotEqualTo(before);
      assertThat(first.get(period).quic()).isEqualTo(first.get(0).quic());
    }
    now = now.plus(FleetSecrets.PERIOD);
    gateway.look();

    assertThat(first.get(5).tickets()).doesNotContain(before);
  }

  @Test
  void sessionsOpenForTheLongestLifetimeOnEachGateway() {
    FleetSecrets gateway = gateway(first);
    gateway.look();
    gateway(second).look();
    byte[] before = sessionSecrets.get(0).get(0);
    assertThat(sessionSecrets.get(1)).containsExactlyElementsOf(sessionSecrets.get(0));

    now = now.plus(OidcPolicy.Lifetime.MAX);
    gateway.look();

    assertThat(sessionSecrets.get(2)).contains(before);
    assertThat(sessionSecrets.get(2).get(0)).isNotEqualTo(before);
    now = now.plus(FleetSecrets.SESSION_PERIOD.multipliedBy(2));
    gateway.look();
    assertThat(sessionSecrets.get(3)).doesNotContain(before);
  }

  @Test
  void gatewayWithASlowClockReadsTicketsOfOthers() {
    gateway(first).look();
    now = now.plus(FleetSecrets.PERIOD);
    gateway(second).look();

    assertThat(first.get(0).tickets()).contains(second.get(0).tickets().get(0));
  }

  @Test
  void withoutAStoreNothingChanges() {
    FleetSecrets cutOff = gateway(first);
    store.close();

    cutOff.look();

    assertThat(first).isEmpty();
  }
}
