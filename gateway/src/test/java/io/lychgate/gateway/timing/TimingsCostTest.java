package io.lychgate.gateway.timing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseEnd;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.NewestJdk;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The processor time of reports, from the bytes of a body to rows of SQLite, and the bound of those that wait. 10,000 reports a second on
 * one core are 100 µs for each.
 */
@NewestJdk
final class TimingsCostTest {
  private static final int REPORTS = 12_000;
  private static final double MICROS = 100;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final PageTimings timings = new PageTimings(InstantSource.system());
  private final Fields request =
      new Fields().add(HttpHeaderNames.USER_AGENT, "Mozilla/5.0 (X11) Firefox/153.0");

  @TempDir
  Path directory;

  private byte[] report(int number) {
    MeasuredView view = new MeasuredView(
        "",
        System.currentTimeMillis(),
        "shop.test",
        "pages",
        "/p" + number % 40,
        1,
        "h2",
        2,
        0,
        -1,
        false,
        List.of());
    ViewSeal.Made made = timings.seal().seal(view);
    timings.sent(made.view(), ResponseEnd.WHOLE, 5120);
    return ("{\"view\":\"" + made.viewId()
            + "\",\"part\":1,\"loaded\":true,\"proto\":\"h2\",\"net\":\"4g\","
            + "\"bytes\":5120,\"statics\":[12,3,1],\"failed\":0,\"early\":2,\"times\":{\"ttfb\":81.2,\"redirect\":0,"
            + "\"dns\":3,\"connect\":10,\"tls\":20.5,\"request\":30,\"response\":12,"
            + "\"first_paint\":920,\"fcp\":920,\"dcl\":950,\"load\":1300,\"statics\":800,\"lead\":11}}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private void send(int count) throws MalformedReportException {
    for (int i = 0; i < count; i++) {
      byte[] body = report(i);
      assertThat(timings.receive("shop.test", Map.of(), request, body, body.length))
          .isIn(ReportOutcome.TAKEN, ReportOutcome.NO_ROOM);
    }
  }

  @Test
  void tenThousandReportsASecondNeedLessThanOneCore() throws Exception {
    try (Store store = Store.open(
        StoreUrl.parse("jdbc:sqlite:t.db", directory), directory, InstantSource.system())) {
      TimingWriter writer = new TimingWriter(
          timings, () -> store, () -> "n", Map::of, Duration.ofDays(1), InstantSource.system());
      writer.start();
      long cpu = 0;
      // The first round warms the compiler.
      for (int round = 0; round < 3; round++) {
        long taken = timings.counts().get(ReportOutcome.TAKEN);
        long before = threads.getCurrentThreadCpuTime() + cpuOf("lychgate-timings");
        for (int i = 0; i < REPORTS; i += 1_000) {
          send(1_000);
          Await.until(() -> assertThat(timings.waiting()).isLessThan(4_000));
        }
        Await.until(
            () -> assertThat(timings.counts().get(ReportOutcome.TAKEN)).isEqualTo(taken + REPORTS));
        cpu = threads.getCurrentThreadCpuTime() + cpuOf("lychgate-timings") - before;
      }
      writer.close();

      double micros = cpu / 1e3 / REPORTS;
      assertThat(micros)
          .as("processor time of a report, with the page before it")
          .isLessThan(MICROS);
      System.out.printf("timings: %.1f µs of processor time for each report%n", micros);
    }
  }

  private long cpuOf(String name) {
    for (long id : threads.getAllThreadIds()) {
      var info = threads.getThreadInfo(id);
      if (info != null && info.getThreadName().equals(name)) {
        return threads.getThreadCpuTime(id);
      }
    }
    return 0;
  }

  @Test
  void aFloodWithoutAStoreIsBoundedAndCounted() throws Exception {
    send(PageTimings.MAX_WAITING);

    assertThat(timings.waiting()).isEqualTo(PageTimings.MAX_WAITING / 4 * 3);
  }
}
