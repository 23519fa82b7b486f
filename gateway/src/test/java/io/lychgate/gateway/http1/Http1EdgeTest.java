package io.lychgate.gateway.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions of an HTTP/1.1 connection: which requests it rejects, how it frames bodies, and whether it stays open. */
final class Http1EdgeTest {
  private static final String HOST = "Host: localhost\r\n";
  private static final String CHUNKED =
      "POST / HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n";

  private static final String SOCKET = "GET /socket HTTP/1.1\r\n"
      + HOST
      + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

  private final EmbeddedConnection connection = new EmbeddedConnection();

  @AfterEach
  void close() {
    connection.close();
  }

  private static String get(String path, String... fields) {
    return "GET " + path + " HTTP/1.1\r\n" + HOST + String.join("", fields) + "\r\n";
  }

  // Rejected requests.

  record Refused(String name, int status, String request) {
    @Override
    public String toString() {
      return name + " -> " + status;
    }
  }

  static Stream<Refused> refused() {
    return Stream.of(
        new Refused("no Host", 400, "GET / HTTP/1.1\r\n\r\n"),
        new Refused("two Hosts", 400, "GET / HTTP/1.1\r\n" + HOST + HOST + "\r\n"),
        new Refused("target without a slash", 400, get("a")),
        new Refused("scheme of another port", 400, get("https://localhost/")),
        new Refused("version in lower case", 400, "GET / http/1.1\r\n" + HOST + "\r\n"),
        new Refused("two spaces before the target", 400, "GET  / HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refused("two spaces before the version", 400, "GET /  HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refused("tab before the target", 400, "GET\t/ HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refused("tab before the version", 400, "GET /\tHTTP/1.1\r\n" + HOST + "\r\n"),
        new Refused("tab and space", 400, "GET\t / HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refused("return before the version", 400, "GET /\rHTTP/1.1\r\n" + HOST + "\r\n"),
        new Refused("space after the version", 400, "GET / HTTP/1.1 \r\n" + HOST + "\r\n"),
        new Refused("control instead of a request line", 400, "\u000b\r\n" + HOST + "\r\n"),
        new Refused("target with a space", 400, "GET /a b HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refused("no version", 400, "GET /\r\n" + HOST + "\r\n"),
        new Refused("HTTP/1.2", 505, "GET / HTTP/1.2\r\n" + HOST + "\r\n"),
        new Refused("HTTP/2.0", 505, "GET / HTTP/2.0\r\n" + HOST + "\r\n"),
        new Refused("folded line", 400, get("/", "X: a\r\n", " b\r\n")),
        new Refused("folded first line", 400, "GET / HTTP/1.1\r\n " + HOST + "\r\n"),
        new Refused("space before a colon", 400, get("/", "X : a\r\n")),
        new Refused("method that is no token", 400, "G(T / HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refused("two lengths", 400, get("/", "Content-Length: 1\r\n", "Content-Length: 2\r\n")),
        new Refused("length with a sign", 400, get("/", "Content-Length: +1\r\n")),
        new Refused("length and chunks", 400, CHUNKED + "Content-Length: 3\r\n\r\n0\r\n\r\n"),
        new Refused("unknown coding", 501, get("/", "Transfer-Encoding: gzip, chunked\r\n")),
        new Refused("target too long", 414, get("/" + "a".repeat(9_000))),
        new Refused("field too long", 431, get("/", "X: " + "a".repeat(40_000) + "\r\n")),
        new Refused("too many fields", 431, get("/", "X: a\r\n".repeat(150))),
        new Refused("unknown expectation", 417, get("/", "Expect: a-miracle\r\n")),
        new Refused("CONNECT", 501, "CONNECT localhost:1 HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refused("host of no site", 421, "GET / HTTP/1.1\r\nHost: other\r\n\r\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void refused(Refused refused) {
    connection.send(refused.request());

    assertThat(connection.received()).startsWith("HTTP/1.1 " + refused.status() + " ");
    assertThat(connection.requests()).isZero();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "an unreadable head | GET / HTTP/1.1~X : a~~ | false",
        "a head without Host | GET / HTTP/1.1~~ | false",
        "another version | GET / HTTP/1.2~Host: localhost~~ | false",
        "a host of no site | GET / HTTP/1.1~Host: other~~ | true",
        "an unknown expectation | GET / HTTP/1.1~Host: localhost~Expect: x~~ | true",
      })
  void onlyARequestWithAKnownEndKeepsTheConnectionAfterItsRefusal(
      String name, String request, boolean stays) {
    connection.send(request.replace("~", "\r\n"));

    assertThat(connection.received().contains("connection: close")).as(name).isNotEqualTo(stays);
    assertThat(connection.isOpen()).as(name).isEqualTo(stays);
  }

  @Test
  void nothingBehindAnUnreadableHeadIsARequest() {
    connection.send("GET / HTTP/1.1\r\nX : a\r\n\r\n" + get("/smuggled"));

    assertThat(connection.requests()).isZero();
    assertThat(connection.received().split("HTTP/1.1 ", -1)).hasSize(1 + 1);
  }

  // Accepted requests.

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "/a?b=1 | Host: localhost | localhost | /a?b=1",
        "http://localhost/a | Host: other | localhost | /a",
        "HTTP://localhost | Host: other | localhost | /",
        "http://localhost?q | Host: other | localhost | /?q",
        "http://localhost:80/ | Host: other | localhost:80 | /",
      })
  void anAbsoluteTargetReplacesTheHost(String target, String host, String authority, String path) {
    connection.send("GET " + target + " HTTP/1.1\r\n" + host + "\r\n\r\n");

    assertThat(connection.last().request().authority()).hasToString(authority);
    assertThat(connection.last().request().path()).hasToString(path);
    assertThat(connection.last().request().fields().contains(HttpHeaderNames.HOST))
        .isFalse();
  }

  @Test
  void emptyLinesBeforeARequestAreIgnored() {
    connection.send("\r\n\r\n" + get("/"));

    assertThat(connection.requests()).isOne();
  }

  @Test
  void aHeadMayArriveByteByByte() {
    for (char each : get("/slow", "X: a\r\n").toCharArray()) {
      connection.send(String.valueOf(each));
    }

    assertThat(connection.last().request().path()).hasToString("/slow");
    assertThat(connection.last().hasBody()).isFalse();
  }

  // Chunks and lengths of a request.

  @Test
  void chunksOfARequestReachTheRouteWithoutTheirFraming() {
    connection.send(CHUNKED + "\r\n3;name=value\r\nabc\r\n");
    assertThat(connection.last().isEnded()).isFalse();

    connection.send("A\r\n0123456789\r\n0\r\nX-Sum: 7\r\n\r\n");

    assertThat(connection.last().body()).isEqualTo("abc0123456789");
    assertThat(connection.last().trailers().get(AsciiString.of("x-sum"))).hasToString("7");
    assertThat(connection.last().isEnded()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "zz~abc",
    "-1~abc",
    "+3~abc~0~~",
    "3 3~abc~0~~",
    "''~abc",
    "0x3~abc~0~~",
    "ffffffffffffffffff~abc",
    "3~abcd~0~~",
    "3~abc~0~Content-Length: 3~~",
    "3~abc~0~X : y~~"
  })
  void aMalformedChunkIsABadRequestThatEndsTheConnection(String chunks) {
    connection.send(CHUNKED + "\r\n" + chunks.replace("~", "\r\n"));

    assertThat(connection.received()).startsWith("HTTP/1.1 400 ").contains("connection: close\r\n");
    assertThat(connection.last().isCancelled()).isTrue();
    assertThat(connection.isOpen()).isFalse();
  }

  @Test
  void bytesBehindTheLengthAreTheNextRequest() {
    connection.send("POST /1 HTTP/1.1\r\n" + HOST + "Content-Length: 3\r\n\r\nabc" + get("/2"));
    assertThat(connection.last().body()).isEqualTo("abc");
    assertThat(connection.requests()).isOne();

    connection.last().respond(200, "one");

    assertThat(connection.received()).endsWith("\r\n\r\none");
    assertThat(connection.last().request().path()).hasToString("/2");
  }

  @Test
  void pipelinedRequestsAreServedOneAfterTheOther() {
    connection.send(get("/1") + get("/2") + get("/3"));
    for (int i = 1; i <= 3; i++) {
      assertThat(connection.requests()).isEqualTo(i);
      assertThat(connection.last().request().path()).hasToString("/" + i);
      connection.last().respond(200, "page " + i);

      assertThat(connection.received()).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\npage " + i);
    }
  }

  @Test
  void aPipelinedRequestIsRefusedAfterTheResponseBeforeIt() {
    connection.send(get("/1") + "GET /2 HTTP/1.1\r\nX : a\r\n\r\n" + get("/3"));
    assertThat(connection.received()).isEmpty();

    connection.last().respond(200, "page");

    String received = connection.received();
    assertThat(received).startsWith("HTTP/1.1 200 ");
    assertThat(received.indexOf("HTTP/1.1 400 ")).isGreaterThan(received.indexOf("page"));
    assertThat(connection.requests()).isOne();
    assertThat(connection.isOpen()).isFalse();
  }

  @Test
  void theRestOfABodyIsNoRequestAfterAnEarlyResponse() {
    connection.send("POST / HTTP/1.1\r\n" + HOST + "Content-Length: 100\r\n\r\n");
    connection.last().respond(200, "early");

    connection.send(get("/smuggled") + "a".repeat(100 - get("/smuggled").length()) + get("/next"));

    assertThat(connection.requests()).isEqualTo(2);
    assertThat(connection.last().request().path()).hasToString("/next");
  }

  // Framing of a response.

  @Test
  void aResponseOfUnknownLengthIsChunked() {
    connection.send(get("/"));
    connection.last().head(200, false);
    connection.last().data("abc", false);
    connection.last().data("0123456789", true);

    assertThat(connection.received())
        .contains("transfer-encoding: chunked\r\n")
        .endsWith("\r\n\r\n3\r\nabc\r\na\r\n0123456789\r\n0\r\n\r\n");
    assertThat(connection.isOpen()).isTrue();
  }

  @Test
  void trailersFollowTheLastChunk() {
    connection.send(get("/"));
    connection.last().head(200, false);
    connection.last().data("abc", false);
    connection.last().trailers("x-sum", "7");

    assertThat(connection.received()).endsWith("3\r\nabc\r\n0\r\nx-sum: 7\r\n\r\n");
  }

  @Test
  void trailersOfABodyWithALengthAreDropped() {
    connection.send(get("/"));
    connection.last().head(200, false, "content-length", "3");
    connection.last().data("abc", false);
    connection.last().trailers("x-sum", "7");

    assertThat(connection.received()).endsWith("\r\n\r\nabc").doesNotContain("x-sum");
    assertThat(connection.isOpen()).isTrue();
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "GET, 200, content-length: 0",
    "GET, 404, content-length: 0",
    "GET, 204, ''",
    "GET, 304, ''",
    "HEAD, 200, ''",
  })
  void aResponseWithoutABodySaysSoWhereTheClientCannotKnow(
      String method, int status, String framing) {
    connection.send(method + " / HTTP/1.1\r\n" + HOST + "\r\n");
    connection.last().head(status, true);

    String head = connection.received();
    assertThat(head).startsWith("HTTP/1.1 " + status + " ").doesNotContain("transfer-encoding");
    if (framing.isEmpty()) {
      assertThat(head).doesNotContain("content-length");
    } else {
      assertThat(head).contains(framing + "\r\n");
    }
  }

  // The end of a connection.

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "HTTP/1.1, '', true, ''",
    "HTTP/1.1, keep-alive, true, ''",
    "HTTP/1.1, close, false, close",
    "HTTP/1.1, 'x, Close', false, close",
    "HTTP/1.0, '', false, close",
    "HTTP/1.0, keep-alive, true, keep-alive",
    "HTTP/1.0, close, false, close",
  })
  void theClientDecidesWhetherTheConnectionStaysOpen(
      String version, String field, boolean stays, String stated) {
    String line = field.isEmpty() ? "" : "Connection: " + field + "\r\n";
    connection.send("GET / " + version + "\r\n" + HOST + line + "\r\n");
    connection.last().respond(200, "page");

    String received = connection.received();
    assertThat(received).endsWith("\r\n\r\npage");
    assertThat(received.contains("connection: ")).isNotEqualTo(stated.isEmpty());
    assertThat(received).contains(stated.isEmpty() ? "" : "connection: " + stated + "\r\n");
    assertThat(connection.isOpen()).isEqualTo(stays);
  }

  @Test
  void theEndOfTheConnectionEndsABodyOfUnknownLengthForHttp10() {
    connection.send("GET / HTTP/1.0\r\n" + HOST + "Connection: keep-alive\r\n\r\n");
    connection.last().head(200, false);
    connection.last().data("page", true);

    assertThat(connection.received())
        .contains("connection: close\r\n")
        .doesNotContain("transfer-encoding")
        .endsWith("\r\n\r\npage");
    assertThat(connection.isOpen()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"200, true", "302, true", "400, false", "500, false"})
  void anEarlyErrorEndsTheConnectionAndAnEarlySuccessWaitsForTheRest(int status, boolean stays) {
    connection.send("POST / HTTP/1.1\r\n" + HOST + "Content-Length: 5\r\n\r\nab");
    connection.last().respond(status, "early");

    assertThat(connection.received().contains("connection: close")).isNotEqualTo(stays);
    assertThat(connection.isOpen()).isEqualTo(stays);
    if (stays) {
      connection.send("cde" + get("/next"));
      assertThat(connection.requests()).isEqualTo(2);
    }
  }

  @Test
  void aDrainingConnectionEndsAfterTheRequestInProgress() {
    connection.send(get("/") + get("/next"));
    connection.drain();
    assertThat(connection.isOpen()).isTrue();

    connection.last().respond(200, "page");

    assertThat(connection.received()).contains("connection: close\r\n").endsWith("page");
    assertThat(connection.isOpen()).isFalse();
    assertThat(connection.requests()).isOne();
  }

  @Test
  void anIdleConnectionDrainsAtOnce() {
    connection.send(get("/"));
    connection.last().respond(200, "page");
    connection.drain();

    assertThat(connection.isOpen()).isFalse();
  }

  @Test
  void anIdleConnectionThatDrainsSoonServesOneMoreRequest() {
    connection.send(get("/"));
    connection.last().respond(200, "page");
    connection.drainSoon();
    assertThat(connection.isOpen()).isTrue();
    var unused = connection.received();

    connection.send(get("/last") + get("/beyond"));
    connection.last().respond(200, "last");

    assertThat(connection.received()).contains("connection: close\r\n").endsWith("last");
    assertThat(connection.requests()).isEqualTo(2);
    assertThat(connection.isOpen()).isFalse();
  }

  @Test
  void aLongRestOfARequestEndsTheConnection() {
    connection.send("POST / HTTP/1.1\r\n" + HOST + "Content-Length: 1000000\r\n\r\n");
    connection.last().respond(200, "early");
    connection.send("a".repeat(256 * 1024));
    assertThat(connection.isOpen()).isTrue();

    connection.send("a");

    assertThat(connection.isOpen()).isFalse();
  }

  // Expect and Upgrade.

  @Test
  void aClientThatWaitsGets100BeforeItsBody() {
    connection.send(
        "POST / HTTP/1.1\r\n" + HOST + "Expect: 100-Continue\r\nContent-Length: 3\r\n\r\n");

    assertThat(connection.received()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
    connection.send("abc");
    assertThat(connection.last().body()).isEqualTo("abc");
  }

  @Test
  void anHttp10ClientNeverGets100() {
    connection.send(
        "POST / HTTP/1.0\r\n" + HOST + "Expect: 100-continue\r\nContent-Length: 3\r\n\r\n");

    assertThat(connection.received()).isEmpty();
    assertThat(connection.requests()).isOne();
  }

  @ParameterizedTest
  @CsvSource({"websocket", "h2c", "HTTP/2.0"})
  void anUpgradeThatNoRouteOffersIsIgnored(String protocol) {
    connection.send(get("/", "Connection: Upgrade\r\n", "Upgrade: " + protocol + "\r\n"));
    connection.last().respond(200, "page");

    assertThat(connection.received()).startsWith("HTTP/1.1 200 ");
    assertThat(connection.isOpen()).isTrue();
  }

  @Test
  void bytesAfterASwitchOfProtocolsAreNoRequest() {
    connection.send(SOCKET);
    connection.last().upgrade();
    assertThat(connection.received())
        .startsWith("HTTP/1.1 101 ")
        .contains("connection: upgrade\r\n", "upgrade: websocket\r\n");

    connection.send(get("/smuggled"));

    assertThat(connection.last().body()).isEqualTo(get("/smuggled"));
    assertThat(connection.requests()).isOne();
  }

  @ParameterizedTest
  @ValueSource(strings = {"G", "GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n"})
  void bytesBeforeTheSwitchOfProtocolsEndTheConnection(String early) {
    connection.send(SOCKET + early);
    connection.last().upgrade();

    assertThat(connection.received()).isEmpty();
    assertThat(connection.isOpen()).isFalse();
    assertThat(connection.last().isCancelled()).isTrue();
  }
}
