package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.UdpRelay;
import io.lychgate.gateway.testkit.Visitor;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Debian's Chromium sends requests in early data (RFC 8470) when it returns to a known site over HTTP/3. */
final class EarlyDataBrowserIT extends EarlyClientsStory {
  /** The first visit supplies a ticket. */
  private static final int VISITS = 3;

  /** Visits from a long distance, so that requests are read before the end of the handshake. */
  private List<String> visits() {
    try (UdpRelay relay = UdpRelay.to(gateway.port("public"))) {
      relay.distance(Duration.ofMillis(400));
      return Visitor.http3Visits(
          Visitor.chromium(),
          directory.resolve("site.pem"),
          "https://" + NAME + ":" + relay.port() + "/page.html",
          VISITS);
    }
  }

  @Test
  void earlyRequestsGetResponsesBeforeTheHandshakeEnds() {
    origin.otherwise(visit -> visit.respond(200, "<p>page", "Content-Type: text/html"));

    assertThat(visits()).containsExactly("h3", "h3", "h3");
    assertThat(early()).hasSize(VISITS - 1);
  }

  @Test
  void retriesWhenTheUpstreamRequiresTheHandshake() {
    origin.otherwise(visit -> {
      if (visit.field("early-data").isEmpty()) {
        visit.respond(200, "<p>page", "Content-Type: text/html");
      } else {
        visit.respond(425, "later");
      }
    });

    assertThat(visits()).containsExactly("h3", "h3", "h3");
    assertThat(early())
        .isNotEmpty()
        .allSatisfy(head -> assertThat(requestsWithLineOf(head))
            .hasSize(2)
            .last()
            .matches(again -> !isEarly(again)));
  }

  /** Returns the heads of early requests for the page. */
  private List<String> early() {
    return IntStream.range(0, VISITS)
        .mapToObj(visit -> origin.requestsFor("/page.html?" + visit))
        .flatMap(List::stream)
        .filter(EarlyDataBrowserIT::isEarly)
        .toList();
  }

  private List<String> requestsWithLineOf(String head) {
    return origin.requestsFor(head.split(" ", 3)[1]);
  }

  private static boolean isEarly(String head) {
    return head.lines().anyMatch("early-data: 1"::equalsIgnoreCase);
  }
}
