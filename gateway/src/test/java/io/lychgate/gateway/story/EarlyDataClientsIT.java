package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.OtherClients;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.UdpRelay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests in early data (RFC 8470) of quic-go and quinn, several at once and large ones. */
class EarlyDataClientsIT extends EarlyClientsStory {
  private static final int COOKIE = 3000;
  private static final int BODY = 100_000;

  /** Delay before a client receives anything from the server. */
  private static final Duration DISTANCE = Duration.ofMillis(400);

  @TempDir
  private static Path tools;

  private UdpRelay relay;

  /** Each client supports the command {@code early}. */
  private enum Client {
    /** Its API for early streams allows a POST only with a declaration that it has no content. */
    QUIC_GO("DELETE"),
    QUINN("POST");

    private final String upload;

    Client(String upload) {
      this.upload = upload;
    }

    /** Returns the command without its requests. */
    List<String> command(Path certificate) throws Exception {
      return switch (this) {
        case QUIC_GO -> List.of(OtherClients.quicGo(tools), "early");
        case QUINN -> List.of(OtherClients.quinn(), "early", certificate.toString());
      };
    }
  }

  @BeforeEach
  void relay() {
    origin.otherwise(visit ->
        visit.respond(200, visit.path().equals("/upload") ? received(visit.body()) : "hello"));
    relay = UdpRelay.to(gateway.port("public"));
    relay.distance(DISTANCE);
  }

  private static String received(byte[] body) {
    return "o".repeat(body.length / 1000);
  }

  @AfterEach
  void stopRelay() {
    relay.close();
  }

  /** Sends all of these requests at once with the ClientHello. Returns the result of each, and whether early data was accepted. */
  private List<String> visit(Client client, List<String> requests) throws Exception {
    List<String> command = new ArrayList<>(client.command(directory.resolve("site.pem")));
    command.add("https://127.0.0.1:" + gateway.port("public"));
    command.add("https://127.0.0.1:" + relay.port());
    command.addAll(requests);
    Program.Ended ended = Program.run(tools, command.toArray(String[]::new));
    ended.expectGood();
    return ended.output().lines().toList();
  }

  private static List<String> gets(int count) {
    return IntStream.range(0, count).mapToObj(i -> "GET /early-" + i + " 0 0").toList();
  }

  /** Returns the output of clients for responses that are all served. */
  private static List<String> served(int count) {
    List<String> output = new ArrayList<>();
    IntStream.range(0, count).forEach(i -> output.add("GET /early-" + i + " 200 5"));
    output.add("accepted true");
    return output;
  }

  @ParameterizedTest
  @EnumSource
  void safeRequestGetsAResponseBeforeTheHandshakeEnds(Client client) throws Exception {
    relay.firstFlightOnly();

    assertThat(visit(client, gets(1))).isEqualTo(served(1));
    assertThat(origin.requestsFor("/early-0"))
        .singleElement()
        .asString()
        .containsIgnoringCase("early-data: 1");
  }

  @ParameterizedTest
  @EnumSource
  void threeConcurrentRequestsGetEarlyResponses(Client client) throws Exception {
    assertEarlyResponses(client, 3);
  }

  @ParameterizedTest
  @EnumSource
  void twentyConcurrentRequestsGetEarlyResponses(Client client) throws Exception {
    assertEarlyResponses(client, 20);
  }

  private void assertEarlyResponses(Client client, int count) throws Exception {
    relay.firstFlightOnly();

    assertThat(visit(client, gets(count))).isEqualTo(served(count));
    // The other request is that for the ticket.
    assertThat(origin.requests().stream().filter(head -> head.startsWith("GET /early-")))
        .hasSize(count)
        .allSatisfy(head -> assertThat(head).containsIgnoringCase("early-data: 1"));
    try (Handshakes meters = new Handshakes(gateway)) {
      assertThat(meters.earlyRequests("served")).isEqualTo(count);
      assertThat(meters.early("taken")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void headOfSeveralPacketsGetsAnEarlyResponse(Client client) throws Exception {
    relay.firstFlightOnly();

    assertThat(visit(client, List.of("GET /early-0 " + COOKIE + " 0"))).isEqualTo(served(1));
    assertThat(origin.requestsFor("/early-0"))
        .singleElement()
        .asString()
        .contains("Z".repeat(COOKIE));
  }

  @ParameterizedTest
  @EnumSource
  void uploadsWaitForTheHandshakeWhileOthersAreServed(Client client) throws Exception {
    relay.firstFlightOnly();

    assertThat(visit(
            client,
            List.of("GET /early-0 0 0", client.upload + " /upload 0 " + BODY, "GET /b 0 0")))
        .containsExactly(
            "GET /early-0 200 5", client.upload + " /upload none", "GET /b 200 5", "accepted true");
    assertThat(origin.requestsFor("/upload")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void delayedUploadArrivesCompleteAndOnce(Client client) throws Exception {
    assertThat(visit(client, List.of(client.upload + " /upload 0 " + BODY, "GET /early-0 0 0")))
        .containsExactly(
            client.upload + " /upload 200 " + BODY / 1000, "GET /early-0 200 5", "accepted true");
    assertThat(origin.requestsFor("/upload"))
        .singleElement()
        .asString()
        .doesNotContainIgnoringCase("early-data");
    try (Handshakes meters = new Handshakes(gateway)) {
      assertThat(meters.earlyRequests("held")).isEqualTo(1);
      assertThat(meters.earlyRequests("served")).isEqualTo(1);
    }
  }
}
