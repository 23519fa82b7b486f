package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.netty.handler.codec.http3.Http3Headers;
import org.junit.jupiter.api.Test;

/** Requests in early data (RFC 8470) of aioquic. */
class EarlyDataIT extends EarlyDataStory {
  private static final int COPIES = 4;

  @Test
  void safeRequestGetsAResponseBeforeTheHandshakeEnds() throws Exception {
    relay.firstFlightOnly();

    assertThat(visit("GET", "/early")).isEqualTo("status 200\naccepted true");
    assertThat(origin.requestsFor("/early"))
        .singleElement()
        .asString()
        .containsIgnoringCase("early-data: 1");
  }

  @Test
  void countsTheHandshakeBeforeWhoseEndARequestCame() throws Exception {
    assertThat(visit("GET", "/early")).isEqualTo("status 200\naccepted true");

    Await.until(
        () -> assertThat(gateway.observatory().sum(Measure.HANDSHAKES_EARLY, WireProtocol.HTTP_3))
            .isEqualTo(1));
    assertThat(gateway.observatory().sum(Measure.HANDSHAKES_RESUMED, WireProtocol.HTTP_3))
        .isEqualTo(1);
  }

  @Test
  void unsafeRequestsWaitForTheHandshake() throws Exception {
    relay.firstFlightOnly();

    assertThat(visit("DELETE", "/early")).isEqualTo("status none\naccepted true");
    assertThat(origin.requestsFor("/early")).isEmpty();
  }

  @Test
  void routesWaitForTheHandshakeByDefault() throws Exception {
    relay.firstFlightOnly();

    assertThat(visit("GET", "/late")).isEqualTo("status none\naccepted true");
    assertThat(origin.requestsFor("/late")).isEmpty();
  }

  @Test
  void delayedRequestIsServedNormally() throws Exception {
    assertThat(visit("DELETE", "/early")).isEqualTo("status 200\naccepted true");
    assertThat(visit("GET", "/late")).isEqualTo("status 200\naccepted true");
    assertThat(origin.requestsFor("/early"))
        .singleElement()
        .asString()
        .doesNotContainIgnoringCase("early-data");
    assertThat(origin.requestsFor("/late"))
        .singleElement()
        .asString()
        .doesNotContainIgnoringCase("early-data");
  }

  @Test
  void replayedPacketsReachNoUpstream() throws Exception {
    assertThat(visit("GET", "/early")).isEqualTo("status 200\naccepted true");
    // Until then, copies are packets of their original connection.
    Await.until(() -> assertThat(gateway.openConnections()).isZero());
    for (int i = 0; i < COPIES; i++) {
      relay.repeat();
    }

    // On the same loop, the next copy is another packet of the connection that the first copy
    // opened.
    Await.until(() -> assertThat(connections("late")).isPositive());
    settle();
    assertThat(origin.requestsFor("/early")).hasSize(1);
    assertThat(connections("taken")).isEqualTo(1);
  }

  @Test
  void upstreamMayRequireTheHandshake() throws Exception {
    origin.on("/early", visit -> visit.respond(425, "later"));

    assertThat(visit("GET", "/early")).isEqualTo("status 425\naccepted true");
  }

  @Test
  void disabledEarlyDataIsRejected() throws Exception {
    isOn = false;
    gateway.apply(config());

    assertThat(visit("GET", "/early")).isEqualTo("status 200\naccepted false");
    assertThat(origin.requestsFor("/early"))
        .singleElement()
        .asString()
        .doesNotContainIgnoringCase("early-data");
  }

  @Test
  void requestsWithEarlyDataFieldAreServedOnlyByRoutesWithEarlyData() throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("public"))) {
      assertThat(sendEarly(client, "GET", "/late").await().status()).isEqualTo(425);
      assertThat(sendEarly(client, "GET", "/early").await().status()).isEqualTo(200);
    }
    assertThat(origin.requestsFor("/late")).isEmpty();
    assertThat(origin.requestsFor("/early"))
        .singleElement()
        .asString()
        .containsIgnoringCase("early-data: 1");
  }

  /** Requests that the gateway would not have sent early itself: here they cannot wait. */
  @Test
  void unsafeRequestsWithEarlyDataFieldAreServedByNoRoute() throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("public"))) {
      assertThat(sendEarly(client, "DELETE", "/early").await().status()).isEqualTo(425);
      assertThat(sendEarly(client, "POST", "/early").await().status()).isEqualTo(425);
    }
    assertThat(origin.requestsFor("/early")).isEmpty();
  }

  private static Http3Request sendEarly(Http3Client client, String method, String path)
      throws Exception {
    Http3Headers head = Http3Request.head(method, path);
    head.add("early-data", "1");
    Http3Request request = client.open();
    request.headers(head, true);
    return request;
  }
}
