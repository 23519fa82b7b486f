package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests in early data that wait for the end of their handshake, which may never come. */
class EarlyHeldIT extends EarlyDataStory {
  /** Timeout of a handshake that does not end. */
  private static final Duration SHORT = Duration.ofSeconds(1);

  /** Shorter than the retransmission timeout of a client. */
  private static final Duration FLIGHT = Duration.ofMillis(150);

  /** Timeout in seconds of a client that must see the result. */
  private static final String PATIENCE = "20";

  private static final int BODY = 60_000;

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "TRACE", "QUERY", "CONNECT"})
  void unsafeMethodsReachNoUpstream(String method) throws Exception {
    relay.firstFlightOnly();

    assertThat(visit(method, "/early")).isEqualTo("status none\naccepted true");

    assertThat(requests("held")).isEqualTo(1);
    assertThat(requests("served")).isZero();
    assertThat(origin.requestsFor("/early")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/below/../late", "/below/%2e%2e/late", "/below/x/../../late", "/below/..//late"})
  void earlyDataIsHeldByTheRouteOfTheNormalPath(String path) throws Exception {
    relay.firstFlightOnly();

    assertThat(visit("GET", path)).isEqualTo("status none\naccepted true");

    assertThat(requests("held")).isEqualTo(1);
    assertThat(requests("served")).isZero();
    assertThat(origin.requestsFor("/late")).isEmpty();
  }

  @Test
  void earlyDataIsServedForEachSpellingOfThePath() throws Exception {
    relay.firstFlightOnly();

    assertThat(visit("GET", "/x/../%65arly")).isEqualTo("status 200\naccepted true");
  }

  @Test
  void bodiesAreCompleteAndInOrder() throws Exception {
    List<Integer> bodies = new CopyOnWriteArrayList<>();
    origin.on("/early", visit -> {
      bodies.add(visit.body().length);
      visit.respond(200, "thanks");
    });

    assertThat(
            send("POST,/early," + BODY + ",1000,fin", "GET,/early,0,0,fin", "PUT,/early,5,1,fin"))
        .isEqualTo("status 200\nstatus 200\nstatus 200\naccepted true");

    assertThat(bodies).containsExactlyInAnyOrder(BODY, 0, 5);
    assertThat(requests("held")).isEqualTo(2);
    assertThat(requests("served")).isEqualTo(1);
    assertThat(origin.requestsFor("/early").stream().filter(head -> head.contains("early-data")))
        .singleElement()
        .asString()
        .startsWith("GET ");
  }

  @Test
  void severalSafeRequestsGetResponsesBeforeTheHandshakeEnds() throws Exception {
    relay.firstFlightOnly();

    assertThat(send("GET,/early,0,0,fin", "OPTIONS,/early,0,0,fin", "POST,/early,10,10,fin"))
        .isEqualTo("status 200\nstatus 200\nstatus none\naccepted true");
  }

  @Test
  void requestWithTooManyHeldFramesMustBeRetried() throws Exception {
    // All frames are in one datagram: nothing more is read while the first are held.
    relay.passOnly(1);

    // H3_REQUEST_REJECTED.
    assertThat(send("POST,/early,300,0,fin")).isEqualTo("reset 0x10b\naccepted true");
    assertThat(origin.requestsFor("/early")).isEmpty();

    relay.passOnly(Integer.MAX_VALUE);
    assertThat(send("POST,/early,200,1,fin")).isEqualTo("status 200\naccepted true");
  }

  @Test
  void cancelledRequestLeavesNothing() throws Exception {
    assertThat(send("POST,/early,500,100,reset", "GET,/early,0,0,fin"))
        .isEqualTo("taken back\nstatus 200\naccepted true");

    Await.until(() -> assertThat(gateway.openConnections()).isZero());
  }

  @Test
  void failedHandshakeEndsHeldAndServedRequests() throws Exception {
    handshake = SHORT;
    gateway.apply(config());
    // The flight has several datagrams: all arrive before the first response.
    relay.distance(FLIGHT);
    relay.firstFlightOnly();
    origin.on("/early", visit -> {
      // The response is in progress when the timeout of the handshake expires.
      visit.send("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nbegun");
      visit.hang();
    });

    try (Handshakes meters = new Handshakes(gateway)) {
      assertThat(send("GET,/early,0,0,fin", "POST,/early,3000,100,fin", "GET,/late,0,0,fin"))
          .startsWith("status 200\nstatus none\nstatus none");
      Await.until(() -> assertThat(gateway.openConnections()).isZero());

      assertThat(meters.failed("public")).isEqualTo(1);
      // The connection for the ticket.
      assertThat(meters.full("h3")).isEqualTo(1);
      assertThat(meters.resumed("h3")).isZero();
      assertThat(meters.early("taken")).isEqualTo(1);
      assertThat(meters.earlyRequests("served")).isEqualTo(1);
      assertThat(meters.earlyRequests("held")).isEqualTo(2);
    }
    assertThat(origin.requests()).hasSize(2);
  }

  @Test
  void earlyDataBeforeItsClientHelloIsServedOnce() throws Exception {
    assertThat(play("early_reordered.py", url(gateway.port("public")), "GET", "/early"))
        .matches("status 200\ntoo soon [1-9]");

    assertThat(origin.requestsFor("/early")).hasSize(1);
  }

  @Test
  void disablingEarlyDataKeepsWaitingRequests() throws Exception {
    relay.firstFlightOnly();
    FutureTask<String> waiting = new FutureTask<>(() -> play(
        "early.py", url(gateway.port("public")), url(relay.port()), "DELETE", "/early", PATIENCE));
    new Thread(waiting).start();
    Await.within(Duration.ofMinutes(1), () -> assertThat(requests("held")).isEqualTo(1));

    isOn = false;
    gateway.apply(config());
    relay.everything();

    assertThat(waiting.get()).isEqualTo("status 200\naccepted true");
    assertThat(origin.requestsFor("/early")).hasSize(1);
  }

  @Test
  void accessLogMarksEarlyRequests() throws Exception {
    assertThat(send("GET,/early,0,0,fin", "GET,/late,0,0,fin"))
        .isEqualTo("status 200\nstatus 200\naccepted true");

    Await.until(() -> {
      List<String> lines = Files.readAllLines(log());
      assertThat(lines).hasSize(3);
      assertThat(lines.stream().filter(line -> line.contains("\"early_data\":true")))
          .singleElement()
          .asString()
          .contains("/early");
    });
  }

  private String send(String... requests) throws Exception {
    String[] arguments = new String[requests.length + 2];
    arguments[0] = url(gateway.port("public"));
    arguments[1] = url(relay.port());
    System.arraycopy(requests, 0, arguments, 2, requests.length);
    return play("early_streams.py", arguments);
  }
}
