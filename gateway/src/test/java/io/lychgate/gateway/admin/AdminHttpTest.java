package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import io.lychgate.gateway.testkit.Http2Peer.StreamResponse;
import io.lychgate.gateway.testkit.LogLines;
import io.lychgate.gateway.testkit.NewestJdk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;

/** HTTP rules of the admin listener: heads, methods, conditions, floods of frames, probes. */
@NewestJdk
class AdminHttpTest {
  private static final int MAX_CONCURRENT_STREAMS = 3;
  private static final int MAX_HEADER_LIST_SIZE = 6;
  private static final int ENHANCE_YOUR_CALM = 11;

  @TempDir
  static Path directory;

  /** Shared by all tests; each test uses its own manifests. */
  private static AdminFixture admin;

  @BeforeAll
  static void start() throws Exception {
    admin = new AdminFixture(directory);
  }

  @AfterAll
  static void stop() {
    admin.close();
  }

  /** Armeria waits three seconds for the client to close, so this reads the response by its length. */
  private String raw(String head) throws Exception {
    Socket socket = AdminClient.trusting(directory.resolve("admin-cert.pem"))
        .getSocketFactory()
        .createSocket("127.0.0.1", admin.server.address().getPort());
    try (Http1Peer peer = Http1Peer.on(socket)) {
      Http1Peer.Response response =
          peer.send(head.replace("\n", "\r\n") + "\r\n").read();
      return response.head() + "\r\n\r\n" + response.body();
    }
  }

  private Http2Peer http2() {
    return Http2Peer.connectTls(admin.server.address().getPort());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /healthz HTTP/1.1\nHost: localhost\nHost: localhost\nConnection: close\n",
        "GET /healthz HTTP/1.1\nHost: localhost\nHost: attacker.example\nConnection: close\n",
        "GET /healthz HTTP/1.1\nhost: attacker.example\nHOST: localhost\nConnection: close\n",
        "GET https://localhost/healthz HTTP/1.1\nHost: attacker.example\nConnection: close\n",
        "GET https://attacker.example/healthz HTTP/1.1\nHost: localhost\nConnection: close\n",
        "FOO /healthz HTTP/1.1\nHost: localhost\nHost: localhost\nConnection: close\n",
      })
  void severalHostsAreRejected(String head) throws Exception {
    assertThat(raw(head)).startsWith("HTTP/1.1 400 ").contains("\"code\":\"malformed\"");
  }

  @Test
  void hostEqualToTheTargetIsServed() throws Exception {
    assertThat(raw("GET https://localhost/healthz HTTP/1.1\nHost: LOCALHOST\nConnection: close\n"))
        .startsWith("HTTP/1.1 200 ");
  }

  @ParameterizedTest
  @CsvSource({
    // :authority, host, host
    "localhost, attacker.example, ''",
    "localhost, localhost, localhost",
    "'', localhost, attacker.example",
  })
  void conflictingHostsAreRejectedOverHttp2(String authority, String host, String second) {
    try (Http2Peer peer = http2()) {
      List<String> fields =
          new ArrayList<>(List.of(":method", "GET", ":scheme", "https", ":path", "/healthz"));
      if (!authority.isEmpty()) {
        fields.addAll(List.of(":authority", authority));
      }
      for (String each : new String[] {host, second}) {
        if (!each.isEmpty()) {
          fields.addAll(List.of("host", each));
        }
      }
      peer.headers(1, true, fields.toArray(String[]::new));

      assertThat(peer.readResponse(1).status()).isEqualTo(400);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "FOO, /api/v1/manifests, 501, 'GET, HEAD, POST'",
    "PROPFIND, /api/v1/manifests/shop, 501, 'DELETE, GET, HEAD'",
    "get, /api/v1/manifests, 501, 'GET, HEAD, POST'",
    "FOO, /metrics, 501, 'GET, HEAD'",
    "FOO, /, 501, 'GET, HEAD'",
    "FOO, /healthz, 501, 'GET, HEAD'",
    "TRACE, /api/v1/manifests, 405, 'GET, HEAD, POST'",
    "OPTIONS, /api/v1/session, 405, 'DELETE, GET, HEAD, POST'",
    "PUT, /metrics, 405, 'GET, HEAD'",
    "POST, /healthz, 405, 'GET, HEAD'",
    "DELETE, /readyz, 405, 'GET, HEAD'",
    "POST, /, 405, 'GET, HEAD'",
    "PUT, /index.html, 405, 'GET, HEAD'",
  })
  void refusalOfAnUnsupportedMethodListsTheAllowedOnes(
      String method, String path, int status, String allowed) throws Exception {
    String one = raw(method + " " + path + " HTTP/1.1\nHost: localhost\nConnection: close\n");
    assertThat(one).startsWith("HTTP/1.1 " + status + " ");
    assertThat(allowIn(one)).containsExactlyInAnyOrder(allowed.split(", "));
    try (Http2Peer peer = http2()) {
      peer.headers(
          1, true, ":method", method, ":scheme", "https", ":authority", "localhost", ":path", path);
      StreamResponse two = peer.readResponse(1);
      assertThat(two.status()).isEqualTo(status);
      assertThat(allowIn(two.head())).containsExactlyInAnyOrder(allowed.split(", "));
    }
  }

  private static String[] allowIn(String head) {
    return head.lines()
        .filter(line -> line.startsWith("allow: "))
        .findFirst()
        .orElse("allow: none")
        .substring("allow: ".length())
        .split(", ");
  }

  @Test
  void connectIsNotImplemented() throws Exception {
    assertThat(raw("CONNECT localhost:443 HTTP/1.1\nHost: localhost:443\nConnection: close\n"))
        .startsWith("HTTP/1.1 501 ");
    try (Http2Peer peer = http2()) {
      peer.headers(1, true, ":method", "CONNECT", ":authority", "localhost:443");
      assertThat(peer.readResponse(1).status()).isEqualTo(501);
    }
  }

  @Test
  void clientCannotSetTheFieldThatCarriesUnknownMethods() {
    AdminClient user = admin.as(Role.VIEWER);

    assertThat(user.get("/api/v1/session", "x-lychgate-method", "FOO").status()).isEqualTo(200);
    assertThat(user.get("/api/v1/session", "x-lychgate-malformed", "no").status())
        .isEqualTo(200);
  }

  @Test
  void http2LimitsEqualThoseOfTheDataPath() {
    try (Http2Peer peer = http2()) {
      Frame settings = peer.readUntil(frame -> frame.type() == Http2Peer.SETTINGS);
      ByteBuffer payload = ByteBuffer.wrap(settings.payload());
      Map<Integer, Integer> values = new HashMap<>();
      while (payload.hasRemaining()) {
        values.put((int) payload.getShort(), payload.getInt());
      }
      assertThat(values)
          .containsEntry(MAX_CONCURRENT_STREAMS, 100)
          .containsEntry(MAX_HEADER_LIST_SIZE, 32 * 1024);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "6, 0, 8, 2000", // PING
    "4, 0, 0, 2000", // SETTINGS
    "2, 1, 5, 5000", // PRIORITY
    "8, 0, 4, 20000", // WINDOW_UPDATE
    "32, 0, 8, 2000", // unknown
  })
  void frameFloodClosesTheConnection(int type, int stream, int length, int frames)
      throws Exception {
    byte[] payload = new byte[length];
    if (length > 0) {
      payload[length - 1] = 1;
    }
    byte[] frame = Http2Peer.frame(type, 0, stream, payload);
    ByteBuffer flood = ByteBuffer.allocate(frame.length * frames);
    for (int i = 0; i < frames; i++) {
      flood.put(frame);
    }
    try (Http2Peer peer = http2()) {
      sendUntilClosed(peer, flood.array());
      Frame goaway = peer.readUntil(each -> each.type() == Http2Peer.GOAWAY);

      assertThat(goaway.errorCode()).isEqualTo(ENHANCE_YOUR_CALM);
    }
    assertThat(admin.client().get("/healthz").status()).isEqualTo(200);
  }

  @Test
  void continuationFloodClosesTheConnection() throws Exception {
    byte[] head = Http2Peer.section(
        ":method", "GET", ":scheme", "https", ":authority", "localhost", ":path", "/healthz");
    ByteArrayOutputStream flood = new ByteArrayOutputStream();
    flood.write(Http2Peer.frame(Http2Peer.HEADERS, 0, 1, head));
    for (int i = 0; i < 2000; i++) {
      flood.write(Http2Peer.frame(Http2Peer.CONTINUATION, 0, 1, new byte[0]));
    }

    assertEndsTheConnection(flood);
  }

  @Test
  void emptyDataFloodClosesTheConnection() throws Exception {
    byte[] head = Http2Peer.section(
        ":method", "POST", ":scheme", "https", ":authority", "localhost", ":path", "/healthz");
    ByteArrayOutputStream flood = new ByteArrayOutputStream();
    flood.write(Http2Peer.frame(Http2Peer.HEADERS, Http2Peer.END_HEADERS, 1, head));
    for (int i = 0; i < 2000; i++) {
      flood.write(Http2Peer.frame(Http2Peer.DATA, 0, 1, new byte[0]));
    }

    assertEndsTheConnection(flood);
  }

  @Test
  void headAboveTheLimitIsRejectedAndTheConnectionStaysOpen() throws Exception {
    try (Http2Peer peer = http2()) {
      byte[] head = Http2Peer.section(
          ":method",
          "GET",
          ":scheme",
          "https",
          ":authority",
          "localhost",
          ":path",
          "/healthz",
          "x-large",
          "a".repeat(36_000));
      int most = 16_000;
      peer.sendRaw(
          Http2Peer.frame(Http2Peer.HEADERS, Http2Peer.END_STREAM, 1, Arrays.copyOf(head, most)));
      for (int from = most; from < head.length; from += most) {
        int to = Math.min(head.length, from + most);
        int flags = to == head.length ? Http2Peer.END_HEADERS : 0;
        peer.sendRaw(
            Http2Peer.frame(Http2Peer.CONTINUATION, flags, 1, Arrays.copyOfRange(head, from, to)));
      }
      assertThat(peer.readResponse(1).status()).isEqualTo(431);
      peer.headers(
          3,
          true,
          ":method",
          "GET",
          ":scheme",
          "https",
          ":authority",
          "localhost",
          ":path",
          "/healthz");
      assertThat(peer.readResponse(3).status()).isEqualTo(200);
    }
    assertThat(raw("GET /healthz HTTP/1.1\nHost: localhost\nx-large: " + "a".repeat(40_000) + "\n"))
        .startsWith("HTTP/1.1 431 ");
  }

  /** With another code, clients discard the response (RFC 9113 section 8.1). */
  @ParameterizedTest
  @CsvSource({"/, 405", "/healthz, 405", "/api/v1/none, 404", "/api/v1/session, 403"})
  void resetAfterAnEarlyResponseHasNoError(String path, int status) throws Exception {
    try (Http2Peer peer = http2()) {
      peer.headers(1, false, postHead(path, "content-type", "text/plain"));

      assertThat(peer.readResponse(1).status()).isEqualTo(status);
      assertThat(peer.readUntil(each -> each.type() == Http2Peer.RST_STREAM).errorCode())
          .isZero();
    }
  }

  /** WINDOW_UPDATE of 0 makes the server reset the stream while its work goes on (CVE-2025-55163). */
  @Test
  void errorsThatResetStreamsCloseTheConnection() throws Exception {
    try (Http2Peer peer = http2()) {
      byte[] head = Http2Peer.section(
          ":method", "GET", ":scheme", "https", ":authority", "localhost", ":path", "/healthz");
      int flags = Http2Peer.END_HEADERS | Http2Peer.END_STREAM;
      int last = 0;
      for (int stream = 1; stream < 1000 && last != Http2Peer.GOAWAY; stream += 2) {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(Http2Peer.frame(Http2Peer.HEADERS, flags, stream, head));
        both.write(Http2Peer.frame(Http2Peer.WINDOW_UPDATE, 0, stream, new byte[4]));
        // The reset that is one too many comes before the GOAWAY.
        sendUntilClosed(peer, both.toByteArray());
        last = peer.readUntil(
                each -> each.type() == Http2Peer.RST_STREAM || each.type() == Http2Peer.GOAWAY)
            .type();
      }

      assertThat(last).isEqualTo(Http2Peer.GOAWAY);
      assertThat(peer.trace().get(peer.trace().size() - 1).errorCode())
          .isEqualTo(ENHANCE_YOUR_CALM);
    }
  }

  @Test
  void floodOfStreamsAboveTheLimitClosesTheConnection() throws Exception {
    byte[] head = Http2Peer.section(
        ":method", "POST", ":scheme", "https", ":authority", "localhost", ":path", "/healthz");
    ByteArrayOutputStream flood = new ByteArrayOutputStream();
    for (int stream = 1; stream < 2400; stream += 2) {
      flood.write(Http2Peer.frame(Http2Peer.HEADERS, Http2Peer.END_HEADERS, stream, head));
    }

    assertEndsTheConnection(flood);
  }

  @Test
  void resetFloodClosesTheConnection() throws Exception {
    try (Http2Peer peer = http2()) {
      byte[] head = Http2Peer.section(
          ":method", "GET", ":scheme", "https", ":authority", "localhost", ":path", "/healthz");
      ByteArrayOutputStream flood = new ByteArrayOutputStream();
      for (int stream = 1; stream < 1200; stream += 2) {
        flood.write(Http2Peer.frame(Http2Peer.HEADERS, Http2Peer.END_HEADERS, stream, head));
        flood.write(Http2Peer.frame(Http2Peer.RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8}));
      }
      sendUntilClosed(peer, flood.toByteArray());
      Frame goaway = peer.readUntil(each -> each.type() == Http2Peer.GOAWAY);

      assertThat(goaway.errorCode()).isEqualTo(ENHANCE_YOUR_CALM);
    }
  }

  /** Ignores write errors: the gateway may close the connection before it has read everything. */
  private void assertEndsTheConnection(ByteArrayOutputStream flood) throws Exception {
    try (Http2Peer peer = http2()) {
      sendUntilClosed(peer, flood.toByteArray());

      assertThat(peer.readUntil(each -> each.type() == Http2Peer.GOAWAY).errorCode())
          .isEqualTo(ENHANCE_YOUR_CALM);
    }
  }

  private static void sendUntilClosed(Http2Peer peer, byte[] bytes) {
    try {
      peer.sendRaw(bytes);
    } catch (RuntimeException e) {
      assertThat(e).hasRootCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void editWithAnAsteriskAppliesToAnyExistingVersion() {
    AdminClient user = admin.as(Role.ADMIN);
    user.post("/api/v1/manifests", Map.of("name", "asterisk", "text", "rules: []"));
    Map<String, String> text = Map.of("text", "rules: [] # 2");

    assertThat(
            user.put("/api/v1/manifests/asterisk/draft", text, "if-match", "*").header("etag"))
        .isEqualTo("\"2\"");
    assertThat(user.post("/api/v1/manifests/asterisk/publish", "{}", "if-match", "*")
            .status())
        .isEqualTo(200);
    assertThat(user.delete("/api/v1/manifests/asterisk", "if-match", " * ").status())
        .isEqualTo(200);
    // The status is 404 without the condition too (RFC 9110 13.2.1).
    assertThat(user.put("/api/v1/manifests/none/draft", text, "if-match", "*").status())
        .isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"1\" | 200",
        "\"7\", \"1\" | 200",
        ", \"7\" ,, \"1\" | 200",
        "\"7\", \"8\" | 412",
        "W/\"1\" | 412",
        "\"one\" | 412",
        "1 | 400",
        "\"1 | 400",
        "*, \"1\" | 400",
        ", | 400",
      })
  void ifMatchComparesAListOfTagsStrongly(String condition, int status) {
    AdminClient user = admin.as(Role.ADMIN);
    String name = "list-" + Integer.toHexString(condition.hashCode());
    user.post("/api/v1/manifests", Map.of("name", name, "text", "rules: []"));

    assertThat(user.put(
                "/api/v1/manifests/" + name + "/draft",
                Map.of("text", "rules: [] # 2"),
                "if-match",
                condition)
            .status())
        .isEqualTo(status);
  }

  @Test
  void ifNoneMatchAppliesToReadsAndWrites() {
    AdminClient user = admin.as(Role.ADMIN);
    user.post("/api/v1/manifests", Map.of("name", "shop", "text", "rules: []"));

    for (String held : new String[] {"\"1\"", "W/\"1\"", "\"5\", \"1\"", "*"}) {
      assertThat(user.get("/api/v1/manifests/shop", "if-none-match", held).status())
          .as(held)
          .isEqualTo(304);
    }
    assertThat(user.get("/api/v1/manifests/shop", "if-none-match", "\"2\"").status())
        .isEqualTo(200);
    assertThat(user.put(
                "/api/v1/manifests/shop/draft",
                Map.of("text", ""),
                "if-match",
                "\"1\"",
                "if-none-match",
                "*")
            .status())
        .isEqualTo(412);
  }

  /** RFC 9110 13.1.1: the method must not be performed if the condition is false, whatever the method is. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"\"1\" | 200", "* | 200", "\"7\", \"1\" | 200", "\"7\" | 412", "W/\"1\" | 412"})
  void ifMatchAppliesToReads(String condition, int status) {
    AdminClient user = admin.as(Role.ADMIN);
    user.post("/api/v1/manifests", Map.of("name", "shop", "text", "rules: []"));

    AdminClient.Reply read = user.get("/api/v1/manifests/shop", "if-match", condition);

    assertThat(read.status()).isEqualTo(status);
    assertThat(read.header("etag")).isEqualTo("\"1\"");
    // It precedes If-None-Match (RFC 9110 13.2.2).
    assertThat(user.get("/api/v1/manifests/shop", "if-match", condition, "if-none-match", "\"1\"")
            .status())
        .isEqualTo(status == 200 ? 304 : 412);
  }

  @Test
  void ifMatchDoesNotGuardTheReadingOfAList() {
    AdminClient user = admin.as(Role.ADMIN);
    String tag = user.get("/api/v1/users").header("etag");

    assertThat(tag).startsWith("W/");
    assertThat(user.get("/api/v1/users", "if-match", tag).status()).isEqualTo(200);
    assertThat(user.get("/api/v1/users", "if-match", "\"1\"").status()).isEqualTo(200);
    assertThat(user.get("/api/v1/users", "if-match", "*").status()).isEqualTo(200);
  }

  /** RFC 9110 13.1.1: a tag cannot match what has none, and the asterisk matches what exists. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"1\" | 412",
        "W/\"1\" | 412",
        "\"\" | 412",
        "\"7\", \"1\" | 412",
        "x | 400",
        "* | 200",
        " * | 200"
      })
  void ifMatchGuardsChangesOfWhatHasNoVersion(String condition, int status) {
    AdminClient user = admin.as(Role.ADMIN);
    Map<String, Object> note = Map.of("kind", "note", "text", "before");
    String events = "/api/v1/history/events";
    AdminClient.Reply kept = user.post(events, note);
    String event = events + "/" + kept.json().get("id").stringValue();
    user.post("/api/v1/manifests", Map.of("name", "shop", "text", "rules: []"));
    String[] match = {"if-match", condition};

    List<AdminClient.Reply> replies = List.of(
        user.post(events, note, match),
        user.put(event, Map.of("kind", "note", "text", "after"), match),
        user.put("/api/v1/manifests/shop/managed-by", Map.of("managedBy", "git"), match),
        user.put("/api/v1/manifests/shop/managed-by", "{\"managedBy\": null}", match),
        user.post("/api/v1/cache:purge", Map.of("url", "https://www.example.com/"), match),
        user.delete(event, match));

    assertThat(replies)
        .extracting(reply -> reply.status() / 100 == 2 ? 200 : reply.status())
        .as(replies.toString())
        .containsOnly(status);
  }

  /** RFC 9110 13.2.1: conditions are ignored if the status is another one than 2xx or 412 without them. */
  @Test
  void refusalOfTheSenderPrecedesIfMatch() {
    String[] match = {"if-match", "\"1\""};

    assertThat(admin.client().post("/api/v1/tokens", Map.of(), match).status()).isEqualTo(401);
    assertThat(admin.as(Role.VIEWER).post("/api/v1/backups", Map.of(), match).status())
        .isEqualTo(403);
    assertThat(admin.as(Role.VIEWER).post("/api/v1/tokens", Map.of(), match).code())
        .isEqualTo("stale");
  }

  @Test
  void ifMatchDoesNotGuardWhatChangesNothing() {
    AdminClient user = admin.as(Role.ADMIN);

    assertThat(user.post(
                "/api/v1/manifests:validate", Map.of("text", "rules: []"), "if-match", "\"1\"")
            .status())
        .isEqualTo(200);
  }

  @Test
  void ifNoneMatchAppliesToAllChanges() {
    AdminClient user = admin.as(Role.ADMIN);
    user.post("/api/v1/manifests", Map.of("name", "shop", "text", "rules: []"));
    Map<String, Object> viewer = Map.of("grants", List.of(Map.of("role", "viewer")));
    user.post("/api/v1/users", Map.of("name", "ann", "grants", viewer.get("grants")));

    for (String held : new String[] {"*", "\"1\"", "W/\"1\""}) {
      assertThat(user.send(
                  "PATCH", "/api/v1/users/ann", viewer, "if-match", "*", "if-none-match", held)
              .status())
          .as(held)
          .isEqualTo(412);
    }
    // It exists, so this alone is a false condition.
    assertThat(user.put("/api/v1/manifests/shop/draft", Map.of("text", ""), "if-none-match", "*")
            .status())
        .isEqualTo(412);
    assertThat(
            user.put("/api/v1/manifests/shop/draft", Map.of("text", ""), "if-none-match", "\"7\"")
                .status())
        .isEqualTo(428);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 100\n\n{\"name\":",
        "Transfer-Encoding: chunked\n\n",
        "Transfer-Encoding: chunked\n\n5\n{\"n",
        "Transfer-Encoding: chunked\n\n5\n{\"nam\n",
        "Transfer-Encoding: chunked\n\n5\n{\"nam\n0\n",
      })
  void bodyThatTheClientCutsOffIsNoFailureOfTheGateway(String rest) throws Exception {
    try (LogLines lines = LogLines.of(Logger.ROOT_LOGGER_NAME)) {
      Socket socket = AdminClient.trusting(directory.resolve("admin-cert.pem"))
          .getSocketFactory()
          .createSocket("127.0.0.1", admin.server.address().getPort());
      try (Http1Peer peer = Http1Peer.on(socket)) {
        peer.send((postSession() + rest).replace("\n", "\r\n"));
        awaitRequests(1);
      }
      awaitRequests(0);

      assertThat(lines.with("failed")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "ffffffff", "x", "-1"})
  void chunkOfAWrongLengthIsNoFailureOfTheGateway(String size) throws Exception {
    try (LogLines lines = LogLines.of(Logger.ROOT_LOGGER_NAME)) {
      String response =
          raw(postSession() + "Transfer-Encoding: chunked\n\n" + size + "\n{\"name\":\n");

      assertThat(response).startsWith("HTTP/1.1 400 ");
      assertThat(lines.with("failed")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8})
  void streamThatTheClientResetsIsNoFailureOfTheGateway(int code) throws IOException {
    try (LogLines lines = LogLines.of(Logger.ROOT_LOGGER_NAME);
        Http2Peer peer = http2()) {
      peer.headers(1, false, postSessionHead());
      peer.data(1, false, new byte[10]);
      awaitRequests(1);
      peer.send(Http2Peer.RST_STREAM, 0, 1, new byte[] {0, 0, 0, (byte) code});
      awaitRequests(0);
      peer.headers(3, false, postSessionHead());
      peer.data(3, false, new byte[10]);
      awaitRequests(1);
      peer.socket().close();
      awaitRequests(0);

      assertThat(lines.with("failed")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 20})
  void bodyOfAnotherLengthThanItsHeadSaysIsMalformedOverHttp2(int length) {
    try (LogLines lines = LogLines.of(Logger.ROOT_LOGGER_NAME);
        Http2Peer peer = http2()) {
      List<String> head = new ArrayList<>(List.of(postSessionHead()));
      head.addAll(List.of("content-length", "10"));
      peer.headers(1, false, head.toArray(String[]::new));
      peer.data(1, true, new byte[length]);

      Frame end = peer.readUntil(each -> each.stream() == 1);
      assertThat(end.type() == Http2Peer.RST_STREAM || end.fields().contains(":status: 400"))
          .as(end.toString())
          .isTrue();
      assertThat(lines.with("failed")).isEmpty();
    }
  }

  private static String postSession() {
    return "POST /api/v1/session HTTP/1.1\nHost: localhost\nX-Lychgate-CSRF: 1\nContent-Type: application/json\n";
  }

  private static String[] postSessionHead() {
    return postHead("/api/v1/session", "x-lychgate-csrf", "1", "content-type", "application/json");
  }

  private static String[] postHead(String path, String... more) {
    List<String> head = new ArrayList<>(
        List.of(":method", "POST", ":scheme", "https", ":authority", "localhost", ":path", path));
    head.addAll(List.of(more));
    return head.toArray(String[]::new);
  }

  private static void awaitRequests(int number) {
    Await.until(() -> assertThat(admin.server.activeRequests()).isEqualTo(number));
  }

  @Test
  void probesNeedNoLoginAndReportWhyTheGatewayIsNotReady() {
    AdminClient anyone = admin.client();

    assertThat(anyone.get("/healthz").text()).isEqualTo("ok\n");
    assertThat(anyone.get("/readyz").status()).isEqualTo(503);
    assertThat(anyone.get("/readyz").json().at("/checks/listeners/state").stringValue())
        .isEqualTo("failed");
    admin.readiness.listenersBound();
    admin.readiness.snapshotLoaded();
    assertThat(anyone.get("/readyz").json().get("status").stringValue()).isEqualTo("ready");
    admin.readiness.followStore(() -> "the store is read-only");
    assertThat(anyone.get("/readyz").status()).isEqualTo(200);
    assertThat(anyone.get("/readyz").json().at("/checks/store/reason").stringValue())
        .isEqualTo("the store is read-only");
    admin.readiness.drainBegan();
    assertThat(anyone.get("/readyz").status()).isEqualTo(503);
    assertThat(anyone.get("/readyz").json().at("/checks/drain/reason").stringValue())
        .contains("draining");
    assertThat(anyone.get("/healthz").status()).isEqualTo(200);
  }
}
