package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class H2loadReportTest {

  @Test
  void readsARunOverHttp2() throws IOException {
    assertThat(H2loadReport.parse(recorded("h2load-h2.txt")))
        .contains(new H2loadReport(
            20_000, 20_000, 91_609.49, "h2", "TLSv1.2 ECDHE-ECDSA-AES128-GCM-SHA256"));
  }

  @Test
  void readsARunOverHttp1() throws IOException {
    H2loadReport report = H2loadReport.parse(recorded("h2load-h1.txt")).orElseThrow();

    assertThat(report.protocol()).isEqualTo("http/1.1");
    assertThat(report.requestsPerSecond()).isEqualTo(54_696.82);
    assertThat(report.isWhole(0)).isTrue();
  }

  @Test
  void isNotWholeIfSomeResponsesAreNot2xx() throws IOException {
    String output = recorded("h2load-h2.txt").replace("20000 2xx, 0 3xx", "19999 2xx, 1 3xx");

    assertThat(H2loadReport.parse(output))
        .hasValueSatisfying(report -> assertThat(report.isWhole(0)).isFalse());
  }

  @Test
  void isWholeIfTheOtherResponsesFollowA103() throws IOException {
    String output = recorded("h2load-h2.txt").replace("20000 2xx, 0 3xx", "19999 2xx, 1 3xx");

    assertThat(H2loadReport.parse(output))
        .hasValueSatisfying(report -> assertThat(report.isWhole(1)).isTrue());
  }

  @Test
  void isNotWholeIfSomeResponsesBreakTheProtocol() throws IOException {
    String output = recorded("h2load-h2.txt").replace("20000 succeeded", "0 succeeded");

    assertThat(H2loadReport.parse(output))
        .hasValueSatisfying(report -> assertThat(report.succeeded()).isZero());
  }

  @Test
  void isAsRequestedWithTheProtocolAndSuiteOfTheArguments() {
    assertThat(report("h2", "TLSv1.3 TLS_AES_128_GCM_SHA256")
            .isAsRequested(arguments("https:", "-m20")))
        .isTrue();
    assertThat(report("http/1.1", "TLSv1.3 TLS_AES_128_GCM_SHA256")
            .isAsRequested(arguments("https:", "--h1")))
        .isTrue();
    assertThat(report("", "").isAsRequested(arguments("http:", "--h1"))).isTrue();
  }

  @Test
  void isNotAsRequestedWithAnotherProtocolOrSuite() {
    assertThat(report("http/1.1", "TLSv1.3 TLS_AES_128_GCM_SHA256")
            .isAsRequested(arguments("https:", "-m20")))
        .isFalse();
    assertThat(report("h2", "TLSv1.3 TLS_AES_256_GCM_SHA384")
            .isAsRequested(arguments("https:", "-m20")))
        .isFalse();
    assertThat(report("h2", "TLSv1.2 ECDHE-ECDSA-AES128-GCM-SHA256")
            .isAsRequested(arguments("https:", "-m20")))
        .isFalse();
  }

  private static H2loadReport report(String protocol, String cipher) {
    return new H2loadReport(1, 1, 1, protocol, cipher);
  }

  private static List<String> arguments(String scheme, String option) {
    return List.of(
        "-n1", option, "--tls13-ciphers=TLS_AES_128_GCM_SHA256", scheme + "//localhost/");
  }

  @Test
  void isNotWholeWithoutAListener() {
    String output = """
        finished in 1.46ms, 0.00 req/s, 0B/s
        requests: 50 total, 0 started, 0 done, 0 succeeded, 50 failed, 50 errored, 0 timeout
        status codes: 0 2xx, 0 3xx, 0 4xx, 0 5xx
        """;

    assertThat(H2loadReport.parse(output))
        .contains(new H2loadReport(50, 0, 0, "", ""))
        .hasValueSatisfying(report -> assertThat(report.isWhole(0)).isFalse());
  }

  @Test
  void isAbsentIfTheRunDidNotEnd() {
    assertThat(H2loadReport.parse("starting benchmark...\nprogress: 10% done\n"))
        .isEmpty();
    assertThat(H2loadReport.parse("")).isEmpty();
  }

  private static String recorded(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(H2loadReportTest.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
