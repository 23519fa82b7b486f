package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Visitor;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Debian's Chromium sends requests in early data (RFC 8470) when it comes back to a site that it knows over HTTP/3. */
final class EarlyDataBrowserIT extends EarlyClientsStory {
  /** The first gives it a ticket. */
  private static final int VISITS = 3;

  private List<String> visits() {
    return Visitor.http3Visits(
        Visitor.chromium(),
        directory.resolve("site.pem"),
        "https://" + NAME + ":" + gateway.port("public") + "/page.html",
        VISITS);
  }

  @Test
  void itSendsEarlyDataWhenItComesBack() {
    origin.otherwise(visit -> visit.respond(200, "<p>page", "Content-Type: text/html"));

    assertThat(visits()).containsExactly("h3", "h3", "h3");
    try (Handshakes meters = new Handshakes(gateway)) {
      assertThat(meters.early("taken")).isPositive();
    }
  }

  @Test
  void itAsksAgainWhenTheUpstreamWantsTheHandshakeFirst() {
    origin.otherwise(visit -> {
      if (visit.field("early-data").isEmpty()) {
        visit.respond(200, "<p>page", "Content-Type: text/html");
      } else {
        visit.respond(425, "later");
      }
    });

    assertThat(visits()).containsExactly("h3", "h3", "h3");
    assertThat(early())
        .allSatisfy(head -> assertThat(requestsWithLineOf(head))
            .hasSize(2)
            .last()
            .matches(again -> !isEarly(again)));
  }

  /** Heads of those requests for the page that came early. The gateway need not see one in time. */
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
