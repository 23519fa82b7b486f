package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Alone;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.timing.TimingScript;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The latency of pages beside a flood of reports. The rounds with and without the flood alternate, and the best ones are compared. */
@Alone
final class TimingsFloodIT {
  private static final int ROUNDS = 5;
  private static final int PAGES = 400;
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

  /** Nanoseconds. Flood and pages have their clients on the cores of the gateway. */
  private static final long NOISE = TimeUnit.MILLISECONDS.toNanos(1);

  private static final String BODY = """
      {"view":"%s","part":1,"loaded":true,"times":{"ttfb":80,"load":200}}\
      """.formatted("A".repeat(240));

  private static final String PAGE = request(
      "GET /assets/page.html", "Accept: text/html", "User-Agent: Mozilla/5.0 Firefox/153.0");

  private static final String REPORT = request(
          "POST " + TimingScript.PATH,
          "Sec-Fetch-Site: same-origin",
          "Content-Type: application/json",
          "Content-Length: " + BODY.length())
      + BODY;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("public/assets/page.html", "<!DOCTYPE html><title>t</title>" + "<p>text".repeat(500))
      .listeners("policies: { timings: { inject: true, reportsPerNetwork: 1000000 } }");

  private static final LongAdder SENT = new LongAdder();

  @Test
  void aFloodOfReportsDoesNotDelayPages() throws Exception {
    long quiet = Long.MAX_VALUE;
    long flooded = Long.MAX_VALUE;
    pages();
    for (int round = 0; round < ROUNDS; round++) {
      quiet = Math.min(quiet, pages());
      AtomicBoolean isOver = new AtomicBoolean();
      Thread flood = new Thread(() -> flood(isOver), "flood");
      flood.start();
      flooded = Math.min(flooded, pages());
      isOver.set(true);
      flood.join();
    }
    System.out.printf(
        "timings: p99 of pages %.2f ms, beside %d reports %.2f ms%n",
        quiet / 1e6, SENT.sum(), flooded / 1e6);

    assertThat(SENT.sum()).isGreaterThan(ROUNDS * 100);
    assertThat(flooded).isLessThan(quiet + quiet / 10 + NOISE);
  }

  private static String request(String line, String... fields) {
    return line + " HTTP/1.1\r\nHost: localhost\r\n" + String.join("\r\n", fields) + "\r\n\r\n";
  }

  /** Returns the 99th percentile of the latency of pages. */
  private static long pages() {
    long[] nanos = new long[PAGES];
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      for (int i = 0; i < PAGES; i++) {
        long start = System.nanoTime();
        client.send(PAGE).read(false);
        nanos[i] = System.nanoTime() - start;
      }
    }
    Arrays.sort(nanos);
    return nanos[PAGES * 99 / 100];
  }

  private static void flood(AtomicBoolean isOver) {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      while (!isOver.get()) {
        client.send(REPORT).read(false);
        SENT.increment();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
