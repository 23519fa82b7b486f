package io.lychgate.gateway.timing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseEnd;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.TestClock;
import io.lychgate.gateway.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports that come late or never, and the resources in reports. */
final class PageTimingsTest {
  private static final String TIMES =
      "\"times\":{\"ttfb\":80,\"fcp\":100,\"dcl\":150,\"load\":200}}";

  private final TestClock clock = new TestClock();
  private final PageTimings timings = new PageTimings(clock);

  @TempDir
  Path directory;

  private ViewSeal.Made page(boolean hasWaterfall) {
    return page("shop.test", hasWaterfall);
  }

  private ViewSeal.Made page(String site, boolean hasWaterfall) {
    return timings
        .seal()
        .seal(new MeasuredView(
            "", clock.millis(), site, "pages", "/a", 1, "h2", 0, 0, -1, hasWaterfall, List.of()));
  }

  private ReportOutcome report(ViewSeal.Made page, String members) throws MalformedReportException {
    byte[] body = ("{\"view\":\"" + page.viewId() + "\",\"part\":1,\"loaded\":true," + members
            + TIMES)
        .getBytes(StandardCharsets.UTF_8);
    return timings.receive(page.view().site(), Map.of(), new Fields(), body, body.length);
  }

  private long resources(ResourceOutcome outcome) {
    return timings.counts().get(outcome);
  }

  @Test
  void aReportThatIsDelayedByADayIsLate() throws Exception {
    ViewSeal.Made page = page(true);
    clock.advance(Duration.ofHours(1));
    assertThat(report(page, "")).isEqualTo(ReportOutcome.TAKEN);
    clock.advance(Duration.ofSeconds(1));
    assertThat(report(page, "")).isEqualTo(ReportOutcome.LATE);
    clock.advance(Duration.ofDays(1));
    assertThat(report(page, "\"rows\":[],")).isEqualTo(ReportOutcome.LATE);

    clock.advance(Duration.ofDays(-2));
    assertThat(report(page, "")).as("from the future").isEqualTo(ReportOutcome.LATE);
    assertThat(timings.waiting()).isEqualTo(1);
  }

  @Test
  void aPageWithoutAReportIsAViewAfterAnHour() throws Exception {
    try (Store store =
        Store.open(StoreUrl.parse("jdbc:sqlite:t.db", directory), directory, clock)) {
      TimingWriter writer =
          new TimingWriter(timings, () -> store, () -> "n", Map::of, Duration.ofDays(30), clock);
      writer.start();
      try {
        ViewSeal.Made silent = page(false);
        ViewSeal.Made reported = page(false);
        timings.sent(silent.view(), ResponseEnd.WHOLE, 900);
        timings.sent(reported.view(), ResponseEnd.WHOLE, 900);
        assertThat(report(reported, "")).isEqualTo(ReportOutcome.TAKEN);
        Await.until(() -> assertThat(store.views().find(reported.view().id())).isPresent());
        assertThat(store.views().find(silent.view().id())).isEmpty();

        clock.advance(Duration.ofMinutes(61));
        Await.until(() -> assertThat(store.views().find(silent.view().id()))
            .hasValueSatisfying(view -> assertThat(view.outcome()).isEqualTo("unreported")));
        assertThat(store.views().find(reported.view().id()).orElseThrow().outcome())
            .isEqualTo("loaded");
      } finally {
        writer.close();
      }
    }
  }

  @Test
  void bothLanesOfAViewReachTheStore() throws Exception {
    try (Store store =
        Store.open(StoreUrl.parse("jdbc:sqlite:t.db", directory), directory, clock)) {
      ViewSeal.Made page = page(true);
      String id = page.view().id();
      timings
          .lanes()
          .open(1, new OpenLane(id, "shop.test", clock.millis(), "shop.test", System.nanoTime()));
      assertThat(report(page, "\"rows\":[[\"/a.css\",90,91,110,115,11,\"link\",\"h2\",0]],"))
          .isEqualTo(ReportOutcome.TAKEN);
      TimingWriter writer =
          new TimingWriter(timings, () -> store, () -> "n", Map::of, Duration.ofDays(30), clock);
      writer.start();
      try {
        Await.until(() -> assertThat(store.waterfalls().find(id)).hasValueSatisfying(row -> {
          assertThat(row.browser()).contains("/a.css");
          assertThat(row.gateway()).isNotNull();
        }));
      } finally {
        writer.close();
      }
    }
  }

  @Test
  void resourcesOfAPageWithoutAWaterfallAreDropped() throws Exception {
    String row = "[\"/a.css\",90,91,110,115,11,\"link\",\"h2\",0]";

    assertThat(report(page(false), "\"rows\":[" + row + "," + row + "],"))
        .isEqualTo(ReportOutcome.TAKEN);

    assertThat(resources(ResourceOutcome.NOT_SAMPLED)).isEqualTo(2);
    assertThat(resources(ResourceOutcome.TAKEN)).isZero();
  }

  @Test
  void lanesThatWaitAreBounded() throws Exception {
    String row = "\"rows\":[[\"/a.css\",90,91,110,115,11,\"link\",\"h2\",0]],";
    for (int i = 0; i < PageTimings.MAX_WAITING_LANES + 3; i++) {
      assertThat(report(page(true), row)).isEqualTo(ReportOutcome.TAKEN);
    }

    int most = PageTimings.MAX_WAITING_LANES / 4 * 3;
    assertThat(resources(ResourceOutcome.TAKEN)).isEqualTo(most);
    assertThat(resources(ResourceOutcome.NO_ROOM))
        .isEqualTo(PageTimings.MAX_WAITING_LANES + 3 - most);
    assertThat(report(page("other.test", true), row)).isEqualTo(ReportOutcome.TAKEN);
    assertThat(resources(ResourceOutcome.TAKEN)).as("those of another site").isEqualTo(most + 1);
  }

  @Test
  void aFloodOfOneSiteLeavesRoomForTheOthers() throws Exception {
    ViewSeal.Made busy = page("busy.test", false);
    ReportOutcome last = ReportOutcome.TAKEN;
    for (int i = 0; i <= PageTimings.MAX_WAITING; i++) {
      last = report(busy, "");
    }
    assertThat(last).isEqualTo(ReportOutcome.NO_ROOM);
    int flood = timings.waiting();
    assertThat(flood).isEqualTo(PageTimings.MAX_WAITING / 4 * 3);

    ViewSeal.Made other = page("other.test", false);
    while (report(other, "") == ReportOutcome.TAKEN) {
      assertThat(timings.waiting()).isLessThan(PageTimings.MAX_WAITING);
    }
    assertThat(timings.waiting() - flood).isEqualTo((PageTimings.MAX_WAITING - flood) / 4 * 3);

    while (timings.poll() != null) {
      assertThat(timings.waiting()).isLessThan(PageTimings.MAX_WAITING);
    }
    assertThat(timings.waiting()).isZero();
    assertThat(report(busy, "")).isEqualTo(ReportOutcome.TAKEN);
  }

  @Test
  void hostileResourcesAreDroppedByReasonAndTheReportCounts() throws Exception {
    String good = "[\"/a.css\",90,91,110,115,11,\"link\",\"h2\",0]";
    String rows = String.join(
        ",",
        good,
        "[\"/nan\",90,NaN,110,115,11,\"link\",\"h2\",0]",
        "[\"/far\",90,91,110,1e400,11,\"link\",\"h2\",0]",
        "[\"/negative\",-1,91,110,115,11,\"link\",\"h2\",0]",
        "[\"/reverse\",90,91,80,115,11,\"link\",\"h2\",0]",
        "[\"https://evil.test/x\",90,91,110,115,11,\"link\",\"h2\",0]",
        "[\"//evil.test/x\",90,91,110,115,11,\"link\",\"h2\",0]",
        "[\"/a?token=1\",90,91,110,115,11,\"link\",\"h2\",0]",
        "[\"/" + "n".repeat(1500) + "\",90,91,110,115,11,\"link\",\"h2\",0]",
        "[]",
        "{\"path\":\"/a\"}",
        "\"/a.css\"",
        "[\"/a\",\"90\",91,110,115,11,\"link\",\"h2\",0]",
        "[\"/a\",90,91,110,115,11,\"link\",\"h2\",0,0]");

    assertThat(report(page(true), "\"rows\":[" + rows + "],\"more\":7,"))
        .isEqualTo(ReportOutcome.TAKEN);

    assertThat(resources(ResourceOutcome.TAKEN)).isEqualTo(1);
    assertThat(resources(ResourceOutcome.ABSURD)).isEqualTo(4);
    assertThat(resources(ResourceOutcome.OTHER_ORIGIN)).isEqualTo(3);
    assertThat(resources(ResourceOutcome.TOO_LONG)).isEqualTo(1);
    assertThat(resources(ResourceOutcome.MALFORMED)).isEqualTo(5);
    TimingEvent.Reported waiting = (TimingEvent.Reported) Objects.requireNonNull(timings.poll());
    assertThat(waiting.lane().lost()).isEqualTo(7 + 13);
    assertThat(waiting.lane().rows()).extracting(BrowserLane.Row::path).containsExactly("/a.css");
  }

  @Test
  void resourcesBeyondFortyAreCounted() throws Exception {
    String row = "[\"/a\",1,1,2,3,1,\"img\",\"h3\",2]";

    assertThat(report(page(true), "\"rows\":[" + (row + ",").repeat(199) + row + "],"))
        .isEqualTo(ReportOutcome.TAKEN);

    assertThat(resources(ResourceOutcome.TAKEN)).isEqualTo(40);
    assertThat(resources(ResourceOutcome.TOO_MANY)).isEqualTo(160);
  }
}
