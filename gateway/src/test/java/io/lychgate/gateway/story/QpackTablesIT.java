package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.listener.QpackConfig;
import io.lychgate.gateway.config.listener.QpackTables;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pem.CertificateFiles;
import io.lychgate.gateway.testkit.Aioquic;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dynamic tables of QPACK between a running gateway and aioquic, whose QPACK is ls-qpack ({@code src/test/e2e/http3/qpack.py}). */
class QpackTablesIT {
  private static final ScriptedOrigin ORIGIN = ScriptedOrigin.start();

  @TempDir
  private static Path directory;

  private static String python = "";

  private List<int[]> heads = new ArrayList<>();
  private List<String> output = List.of();

  @BeforeAll
  static void start() throws Exception {
    python = Aioquic.python();
    ORIGIN.on(
        "/page",
        visit -> visit.respond(
            200,
            "page",
            "Content-Type: text/html; charset=utf-8",
            "Cache-Control: private, max-age=0, must-revalidate",
            "Content-Security-Policy: default-src 'self'; img-src 'self' https://img.example.net",
            "Strict-Transport-Security: max-age=63072000; includeSubDomains; preload",
            "Permissions-Policy: geolocation=(), camera=(), microphone=()",
            "Referrer-Policy: strict-origin-when-cross-origin",
            "X-Content-Type-Options: nosniff",
            "Set-Cookie: session=0123456789abcdef; Path=/; Secure; HttpOnly",
            "X-Request-Id: 7b6f0d9a-0b7e-4a53-9f0c-7f0f0e7f9f11"));
  }

  @AfterAll
  static void stop() {
    ORIGIN.close();
  }

  @BeforeEach
  void reset() {
    heads = new ArrayList<>();
  }

  @Test
  void secondResponseIsShorterThanTheFirst() throws Exception {
    play(QpackTables.RESPONSES, 16, 4096, 16, 6, 0);

    // The first response refers to entries inserted with it.
    assertThat(bytesOfResponse(0) + bytesOfInsertions(0)).isGreaterThan(350);
    assertThat(bytesOfResponse(1)).isLessThan(100);
    assertThat(bytesOfInsertions(5)).isEqualTo(bytesOfInsertions(0));
    assertThat(bytesOfRequest(5)).isEqualTo(bytesOfRequest(0));
    assertThat(settings()).isEqualTo("settings None None");
  }

  @Test
  void responseRefersToAcknowledgedEntries() throws Exception {
    play(QpackTables.RESPONSES, 0, 4096, 0, 4, 0);

    assertThat(bytesOfResponse(0)).isGreaterThan(350);
    assertThat(bytesOfResponse(1)).isLessThan(100);
  }

  @Test
  void thirdRequestIsShorterThanTheFirst() throws Exception {
    int before = ORIGIN.requestsFor("/page").size();

    play(QpackTables.REQUESTS, 0, 4096, 16, 6, 0);

    assertThat(bytesOfRequest(5)).isLessThan(bytesOfRequest(0) / 4);
    assertThat(bytesOfResponse(5)).isEqualTo(bytesOfResponse(0));
    assertThat(settings()).isEqualTo("settings 4096 0");
    List<String> requests = ORIGIN.requestsFor("/page");
    assertThat(requests.subList(before, requests.size()))
        .hasSize(6)
        .allMatch(head -> head.contains("session=0123456789abcdef0123456789abcdef; theme=dark")
            && head.contains("de,en-US;q=0.7,en;q=0.3"));
  }

  @Test
  void nothingIsInsertedUnlessEnabled() throws Exception {
    play(QpackTables.OFF, 16, 4096, 16, 3, 0);

    assertThat(bytesOfResponse(2)).isEqualTo(bytesOfResponse(0));
    assertThat(bytesOfRequest(2)).isEqualTo(bytesOfRequest(0));
    assertThat(output).contains("instructions - 0");
    assertThat(settings()).isEqualTo("settings None None");
  }

  @Test
  void clientMayOfferMoreThanIsUsed() throws Exception {
    play(QpackTables.BOTH, 16, 1 << 30, 100, 5, 0);

    // RFC 9204 4.3.1: Set Dynamic Table Capacity of 4096.
    assertThat(output).anyMatch(line -> line.startsWith("instructions 3fe11f"));
    assertThat(bytesOfResponse(4)).isLessThan(100);
  }

  @Test
  void clientMayOfferLess() throws Exception {
    play(QpackTables.BOTH, 16, 200, 1, 5, 20);
    play(QpackTables.BOTH, 16, 0, 0, 5, 20);
  }

  @Test
  void noStreamIsBlockedIfTheLimitIsZero() throws Exception {
    // ls-qpack ends the connection when a section needs missing insertions.
    play(QpackTables.BOTH, 0, 4096, 100, 3, 40);
    play(QpackTables.BOTH, 16, 4096, 0, 3, 40);
  }

  @Test
  void concurrentAndCancelledStreamsAreServed() throws Exception {
    play(QpackTables.BOTH, 16, 4096, 16, 2, 90);
    play(QpackTables.BOTH, 3, 4096, 2, 0, 90);
  }

  /** Plays requests and checks that every response had the same fields. */
  private void play(
      QpackTables tables, int blocked, int offered, int offeredBlocked, int inOrder, int atOnce)
      throws Exception {
    TlsConfig tls = TlsConfig.of(CertificateFiles.write(directory, "site"));
    QpackConfig qpack = new QpackConfig(tables, Limits.QPACK_CAPACITY_BYTES, blocked);
    try (TestGateway gateway = TestGateway.start(
        Http3Story.config(Http3Story.listener(tls, qpack), ORIGIN.port(), directory))) {
      Program.Ended ended = Program.run(
          directory,
          python,
          Aioquic.program("qpack.py"),
          "https://127.0.0.1:" + gateway.port("public"),
          "" + offered,
          "" + offeredBlocked,
          "" + inOrder,
          "" + atOnce);
      ended.expectGood();
      output = ended.output().lines().toList();
      List<String[]> all = output.stream()
          .filter(line -> line.startsWith("head "))
          .map(line -> line.split(" "))
          .toList();
      assertThat(all).hasSize(inOrder + atOnce - (atOnce + 4) / 5);
      assertThat(all).allMatch(words -> words[4].equals(all.get(0)[4]));
      for (String[] words : all) {
        heads.add(Arrays.stream(words, 1, 4).mapToInt(Integer::parseInt).toArray());
      }
    }
  }

  private int bytesOfRequest(int index) {
    return heads.get(index)[0];
  }

  private int bytesOfResponse(int index) {
    return heads.get(index)[1];
  }

  /** Bytes on the gateway's encoder stream until the response arrived. */
  private int bytesOfInsertions(int index) {
    return heads.get(index)[2];
  }

  private String settings() {
    return output.get(output.size() - 1);
  }
}
