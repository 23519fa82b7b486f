package io.lychgate.gateway.upstream.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ServerOverridesTest {
  private static final ServerOverride EJECT =
      new ServerOverride(ServerOverride.Kind.EJECT, "broken disk", "anna", Instant.EPOCH);
  private static final ServerOverride DRAIN =
      new ServerOverride(ServerOverride.Kind.DRAIN, "", "anna", Instant.EPOCH);

  private final ServerOverrides overrides = new ServerOverrides();
  private final UpstreamServers servers = new UpstreamServers("app", overrides);

  private void update(int... ports) {
    servers.update(IntStream.of(ports)
        .mapToObj(port -> Endpoint.of(new ServerConfig(ServerConfig.Scheme.HTTP, "10.0.0.1", port)))
        .toList());
  }

  private static String server(int port) {
    return "http://10.0.0.1:" + port;
  }

  private List<Intake> intakes() {
    return servers.current().servers().stream().map(server -> server.intake(1)).toList();
  }

  @Test
  void decisionIsInForceAtOnceAndUntilItIsRemoved() {
    update(1, 2);

    overrides.set("app", server(1), EJECT);
    assertThat(intakes()).containsExactly(Intake.NONE, Intake.ALL);
    overrides.set("app", server(1), DRAIN);
    assertThat(intakes()).containsExactly(Intake.RETURNING, Intake.ALL);
    overrides.set("app", server(1), null);
    assertThat(intakes()).containsExactly(Intake.ALL, Intake.ALL);
  }

  @Test
  void decisionOnAnotherUpstreamIsIgnored() {
    update(1);

    overrides.set("other", server(1), EJECT);

    assertThat(intakes()).containsExactly(Intake.ALL);
  }

  @Test
  void serverThatReturnsHasItsDecisionAgain() {
    update(1, 2);
    overrides.set("app", server(1), EJECT);
    update(2);

    update(2, 1);

    assertThat(intakes()).containsExactly(Intake.ALL, Intake.NONE);
  }

  @Test
  void decisionMayPrecedeItsServer() {
    overrides.set("app", server(1), EJECT);

    update(1);

    assertThat(intakes()).containsExactly(Intake.NONE);
  }

  @Test
  void listsAllDecisions() {
    overrides.set("app", server(1), EJECT);
    overrides.set("api", server(1), DRAIN);
    overrides.set("api", server(2), DRAIN);
    overrides.set("api", server(2), null);

    assertThat(overrides.all())
        .containsExactlyInAnyOrder(
            new ServerOverrides.Entry("app", server(1), EJECT),
            new ServerOverrides.Entry("api", server(1), DRAIN));
  }

  @Test
  void removedUpstreamFollowsNoMore() {
    update(1);
    servers.close();

    overrides.set("app", server(1), EJECT);

    assertThat(intakes()).containsExactly(Intake.ALL);
  }
}
