package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** OPTIONS about the server as a whole (RFC 9110 section 9.3.7) and the other requests around it. */
final class ServerOptionsIT {
  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension().site("""
          - hosts: [ star.test ]
              routes:
                - { match: { path: "*", methods: [ GET ] }, proxy: { upstream: app } }
                - { match: { path: "*", methods: [ POST ] }, redirect: { to: "https://x.test{path}" } }
          """.strip());

  @ParameterizedTest
  @CsvSource({
    "*, localhost",
    "*, star.test",
    "http://localhost, localhost",
    "http://star.test:8080, star.test:8080"
  })
  void serverRespondsItself(String target, String host) {
    int before = GATEWAY.origin().requests().size();
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Http1Peer.Response response = client.send(options(target, host)).read();

      assertThat(response.status()).isEqualTo(200);
      assertThat(response.has("content-length: 0")).isTrue();
      assertThat(client.send(options(target, host)).read().status()).isEqualTo(200);
    }
    assertThat(GATEWAY.origin().requests()).hasSize(before);
  }

  @Test
  void serverRespondsItselfOverHttp2() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.headers(
          1,
          true,
          ":method",
          "OPTIONS",
          ":scheme",
          "http",
          ":authority",
          "localhost",
          ":path",
          "*");

      assertThat(client.readResponse(1).status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource({"http://localhost/, /", "http://localhost?a=1, /?a=1", "/, /"})
  void optionsOfAResourceAreForwarded(String target, String forwarded) {
    GATEWAY.origin().otherwise(visit -> visit.respond(200, visit.target()));
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      assertThat(client.send(options(target, "localhost")).read().body()).isEqualTo(forwarded);
    }
  }

  /** RFC 9110 section 7.6.2. The field has no meaning for other methods, and a malformed one limits nothing. */
  @ParameterizedTest
  @CsvSource({
    "OPTIONS, 2, 1",
    "OPTIONS, 1, 0",
    "OPTIONS, 007, 6",
    "OPTIONS, x, x",
    "GET, 2, 2",
    "GET, 0, 0"
  })
  void maxForwardsCountsTheGateway(String method, String sent, String forwarded) {
    GATEWAY.origin().otherwise(visit -> visit.respond(200, visit.head()));
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Http1Peer.Response response = client.send(limited(method, sent)).read();

      assertThat(response.body()).containsIgnoringCase("max-forwards: " + forwarded);
    }
  }

  @Test
  void requestWithoutForwardsLeftIsNotForwarded() {
    int before = GATEWAY.origin().requests().size();
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Http1Peer.Response response = client.send(limited("OPTIONS", "0")).read();

      assertThat(response.status()).isEqualTo(200);
      assertThat(response.body()).isEmpty();
    }
    assertThat(GATEWAY.origin().requests()).hasSize(before);
  }

  private static String limited(String method, String forwards) {
    return method + " /x HTTP/1.1\r\nHost: localhost\r\nMax-Forwards: " + forwards + "\r\n\r\n";
  }

  @Test
  void unknownHostIsMisdirected() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      assertThat(client.send(options("*", "other.test")).read().status()).isEqualTo(421);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"*/", "*?", "**"})
  void otherTargetsWithAnAsteriskAreMalformed(String target) {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      assertThat(client.send(options(target, "localhost")).read().status()).isEqualTo(400);
    }
  }

  private static String options(String target, String host) {
    return "OPTIONS " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
  }
}
