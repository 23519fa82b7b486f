package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.timing.TimingScript;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pages beside a flood of reports. {@code lychgate bench abuse} measures their latency: attack {@code h1-reports}. */
final class TimingsFloodIT {
  private static final int PAGES = 300;
  private static final int CLIENTS = 3;

  /** Reports of one client in flight. */
  private static final int PIPELINED = 50;

  /** Each client sends at least so many: together more than the allowance of three minutes. */
  private static final int REPORTS = 500;

  private static final int ALLOWED = 200;
  private static final long MEMORY = 32 << 20;
  private static final Pattern VIEW = Pattern.compile("view;desc=\"([A-Za-z0-9_-]+)\"");
  private static final String HTML = "<!DOCTYPE html><title>t</title>" + "<p>text".repeat(500);

  private static final String PAGE = request(
      "GET /assets/page.html", "Accept: text/html", "User-Agent: Mozilla/5.0 Firefox/153.0");

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("public/assets/page.html", HTML)
      .listeners("policies: { timings: { inject: true, reportsPerNetwork: " + ALLOWED + " } }");

  private static String request(String line, String... fields) {
    return line + " HTTP/1.1\r\nHost: localhost\r\n" + String.join("\r\n", fields) + "\r\n\r\n";
  }

  private static String report(String view) {
    String body = "{\"view\":\"" + view
        + "\",\"part\":1,\"loaded\":true,\"times\":{\"ttfb\":80,\"load\":200}}";
    return request(
            "POST " + TimingScript.PATH,
            "Sec-Fetch-Site: same-origin",
            "Content-Type: application/json",
            "Content-Length: " + body.length())
        + body;
  }

  /** The responses to the reports of one client, by status. */
  private static final class Responses {
    private long accepted;
    private long limited;

    long all() {
      return accepted + limited;
    }

    /** Sends reports over one connection, and reads the responses, until the pages are over. */
    void flood(Http1Peer client, String report, AtomicBoolean isOver) {
      while (!isOver.get() || all() < REPORTS) {
        client.send(report.repeat(PIPELINED));
        for (int i = 0; i < PIPELINED; i++) {
          count(client.read());
        }
      }
    }

    private void count(Http1Peer.Response response) {
      assertThat(response.status()).isIn(204, 429);
      assertThat(response.head()).as("refused reports end no connection").doesNotContain("close");
      if (response.status() == 204) {
        accepted++;
      } else {
        limited++;
      }
    }
  }

  private static long memory() {
    var metric = ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric();
    return metric.usedDirectMemory() + metric.usedHeapMemory();
  }

  private static double reports(String outcome) {
    return GATEWAY
        .process()
        .metric("lychgate_timings_reports_total", "outcome=\"" + outcome + "\"");
  }

  @Test
  void pagesAreServedBesideAFloodWhoseReportsAreAllCounted() throws Exception {
    ExecutorService floods = Executors.newFixedThreadPool(CLIENTS);
    AtomicBoolean isOver = new AtomicBoolean();
    List<Future<Responses>> flooding = new ArrayList<>();
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Matcher view = VIEW.matcher(client.send(PAGE).read().head());
      assertThat(view.find()).isTrue();
      long before = memory();
      for (int i = 0; i < CLIENTS; i++) {
        Responses responses = new Responses();
        flooding.add(floods.submit(() -> {
          try (Http1Peer flooder = GATEWAY.connectHttp1()) {
            responses.flood(flooder, report(view.group(1)), isOver);
          }
          return responses;
        }));
      }

      for (int i = 0; i < PAGES; i++) {
        Http1Peer.Response page = client.send(PAGE).read();
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.complete()).isTrue();
        assertThat(page.body()).endsWith("<p>text<p>text");
        assertThat(memory() - before).isLessThan(MEMORY);
      }
    } finally {
      isOver.set(true);
      floods.shutdown();
    }
    long accepted = 0;
    long limited = 0;
    for (Future<Responses> one : flooding) {
      Responses responses = one.get();
      accepted += responses.accepted;
      limited += responses.limited;
    }

    assertThat(limited).isPositive();
    assertThat(reports("rate")).isEqualTo((double) limited);
    long counted = accepted;
    Await.until(() -> assertThat(reports("taken") + reports("replayed") + reports("no_room"))
        .isEqualTo((double) counted));
    assertThat(reports("taken")).isLessThanOrEqualTo(1);
    assertThat(GATEWAY.process().metric("lychgate_timings_waiting")).isLessThan(PAGES);
  }
}
