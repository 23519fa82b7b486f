package io.lychgate.gateway.upstream.balance;

import static io.lychgate.gateway.upstream.balance.BalancedServers.NONE;
import static io.lychgate.gateway.upstream.balance.BalancedServers.server;
import static io.lychgate.gateway.upstream.balance.BalancedServers.sticky;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.observe.count.StickyOutcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that stay on their server. */
final class StickyServersTest {
  private static final byte[] SECRET =
      "a secret of thirty-two bytes !!!".getBytes(StandardCharsets.UTF_8);

  private final BalancedServers app =
      new BalancedServers().with(sticky(), server(1), server(2), server(3));

  private String value(int port) {
    return Objects.requireNonNull(app.servers.stickyValue(app.state(port)));
  }

  private TestRequest with(String cookie) {
    TestRequest request = new TestRequest();
    request.fields.add(FieldNames.canonical("cookie"), cookie);
    request.affinity = app.servers.affinity(request.request(), 7);
    return request;
  }

  private int choose(String value) {
    return app.choose(with("pin=" + value));
  }

  private StickyOutcome outcome(String value, int servedBy) {
    Affinity affinity = with("pin=" + value).affinity;
    return app.servers.outcome(Objects.requireNonNull(affinity), app.state(servedBy));
  }

  private void assertCountsAsNone(String value) {
    assertThat(choose(value)).isNotEqualTo(choose(value));
    assertThat(outcome(value, 1)).isEqualTo(StickyOutcome.FORGED);
  }

  @Test
  void clientStaysOnItsServer() {
    for (int i = 0; i < 10; i++) {
      assertThat(choose(value(2))).isEqualTo(2);
    }
    assertThat(outcome(value(2), 2)).isEqualTo(StickyOutcome.KEPT);
  }

  @Test
  void clientWithoutCookieIsNew() {
    TestRequest request = with("other=1");

    assertThat(app.servers.outcome(Objects.requireNonNull(request.affinity), app.state(1)))
        .isEqualTo(StickyOutcome.NEW);
    assertThat(request.fields.value(0)).hasToString("other=1");
  }

  @Test
  void valueTellsNothingOfTheServer() {
    assertThat(value(1)).matches("[A-Za-z0-9_-]{32}").doesNotContain("10.0.0.1");
    assertThat(value(1)).isNotEqualTo(value(2));
  }

  @Test
  void serversDoNotSeeTheCookie() {
    assertThat(with("a=b; pin=" + value(1) + "; c=d").fields.value(0)).hasToString("a=b; c=d");
    assertThat(with("pin=" + value(1)).fields.size()).isZero();
  }

  @Test
  void anyChangeOfTheValueMakesItNone() {
    String value = value(2);
    for (int i = 0; i < value.length(); i++) {
      String changed =
          value.substring(0, i) + (value.charAt(i) == 'A' ? 'B' : 'A') + value.substring(i + 1);
      assertThat(outcome(changed, 2)).isEqualTo(StickyOutcome.FORGED);
      assertThat(choose(changed)).isNotEqualTo(choose(changed));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2",
        "10.0.0.1:2",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "\u00e4AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\""
      })
  void forgedValueCountsAsNone(String value) {
    assertCountsAsNone(value);
  }

  @Test
  void ownCookieCountsBesideOnesThatAnotherHostHasSetBeforeIt() {
    for (String tossed : List.of("", "A", "A".repeat(32), value(2).substring(1))) {
      TestRequest request = with("pin=" + tossed + "; a=b; pin=" + value(2));

      assertThat(app.choose(request)).isEqualTo(2);
      assertThat(app.servers.outcome(Objects.requireNonNull(request.affinity), app.state(2)))
          .isEqualTo(StickyOutcome.KEPT);
      assertThat(request.fields.get(FieldNames.canonical("cookie"))).hasToString("a=b");
    }
  }

  @Test
  void onlyAFewCookiesOfTheNameAreLookedAt() {
    assertThat(outcome("A; pin=".repeat(100) + value(2), 2)).isEqualTo(StickyOutcome.FORGED);
  }

  @Test
  void oversizedValueCountsAsNone() {
    assertCountsAsNone(value(2) + "A");
    assertCountsAsNone("A".repeat(100_000));
  }

  @Test
  void tagOfAnotherServerNeedsItsOwnSignature() {
    assertCountsAsNone(value(1).substring(0, 10) + value(2).substring(10));
  }

  @Test
  void valueOfAnotherUpstreamOrSecretCountsAsNone() {
    UpstreamServers other = new UpstreamServers("shop");
    other.configure(sticky());
    other.update(app.servers.current().endpoints());
    other.stickySecret(SECRET);
    app.servers.stickySecret(SECRET);
    String foreign =
        Objects.requireNonNull(other.stickyValue(other.current().servers().get(1)));
    assertCountsAsNone(foreign);
    String own = value(2);

    app.servers.stickySecret(new byte[32]);

    assertCountsAsNone(own);
  }

  @Test
  void gatewaysWithOneSecretAcceptEachOthersCookies() {
    BalancedServers second = new BalancedServers().with(sticky(), server(3), server(2), server(1));
    app.servers.stickySecret(SECRET);
    second.servers.stickySecret(SECRET);

    assertThat(second.servers.stickyValue(second.state(3))).isEqualTo(value(3));
  }

  @Test
  void drainingServerAndOneOfWeightZeroKeepTheirClients() {
    app.with(server(1), server(2), server(3, 0));
    app.drain(2);

    assertThat(app.choices(20)).containsOnly(1);
    assertThat(choose(value(2))).isEqualTo(2);
    assertThat(choose(value(3))).isEqualTo(3);
  }

  @Test
  void clientOfAServerThatIsOutMoves() {
    app.eject(2);
    assertThat(choose(value(2))).isNotEqualTo(2).isNotEqualTo(NONE);
    assertThat(outcome(value(2), 1)).isEqualTo(StickyOutcome.MOVED);

    app.enable(2);
    app.fail(2);
    assertThat(choose(value(2))).isNotEqualTo(2).isNotEqualTo(NONE);
  }

  @Test
  void clientOfAServerThatIsGoneMoves() {
    String value = value(3);

    app.with(server(1), server(2));

    assertThat(choose(value)).isNotEqualTo(NONE);
    assertThat(outcome(value, 1)).isEqualTo(StickyOutcome.MOVED);
  }

  @Test
  void failedAttemptGoesToAnotherServer() {
    TestRequest request = with("pin=" + value(2));
    request.avoided = app.state(2);

    assertThat(app.choose(request)).isNotEqualTo(2).isNotEqualTo(NONE);
  }

  @Test
  void reloadOfWeightsKeepsClients() {
    String value = value(2);

    app.with(server(1, 100), server(2, 1), server(3, 7));

    assertThat(choose(value)).isEqualTo(2);
  }
}
