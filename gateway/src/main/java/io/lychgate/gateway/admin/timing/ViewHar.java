package io.lychgate.gateway.admin.timing;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.lychgate.gateway.admin.har.HarCreator;
import io.lychgate.gateway.admin.har.HarRequest;
import io.lychgate.gateway.admin.har.HarResponse;
import io.lychgate.gateway.admin.har.HarTimings;
import io.lychgate.gateway.store.ViewSample;
import io.lychgate.gateway.timing.BrowserLane;
import io.lychgate.gateway.timing.GatewayLane;
import io.lychgate.gateway.timing.Waterfall;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page view as an HTTP archive, HAR 1.2. Each entry has the times of the browser where there are some, and those of the gateway in
 * {@code _gateway}. Header fields, cookies and queries are not recorded.
 */
record ViewHar(Log log) {
  private static final int UNKNOWN_SIZE = -1;
  private static final String PAGE = "page_1";

  static ViewHar of(ViewSample view, Waterfall waterfall, String version) {
    double started = waterfall.rows().stream()
        .filter(row -> row.page() && row.gateway() != null)
        .findFirst()
        .map(Waterfall.Row::gateway)
        .map(row -> row.head() == null ? row.received() : (double) row.head())
        .orElseGet(() -> Double.isNaN(view.time("ttfb")) ? 0 : view.time("ttfb"));
    // The gateway noted the time of the day when the head of the page left.
    Instant navigation =
        Instant.ofEpochMilli(view.at()).minusNanos((long) (Math.max(0, started) * 1e6));
    return new ViewHar(new Log(
        HarCreator.FORMAT,
        HarCreator.gateway(version),
        List.of(new Page(
            moment(navigation, 0),
            PAGE,
            "https://" + view.site() + view.page(),
            new PageTimings(orNone(view.time("dcl")), orNone(view.time("load"))))),
        waterfall.rows().stream().map(row -> Entry.of(row, view, navigation)).toList(),
        waterfall.clock(),
        note(waterfall)));
  }

  private static String note(Waterfall waterfall) {
    Waterfall.Clock clock = waterfall.clock();
    return clock == null
        ? "Only one of the two lanes is here: the times are on its clock."
        : "Times in _gateway are on the browser's clock, and may be wrong by " + clock.error()
            + " ms in either direction.";
  }

  private static String moment(Instant navigation, double millis) {
    return navigation
        .plusNanos((long) (millis * 1e6))
        .truncatedTo(ChronoUnit.MICROS)
        .toString();
  }

  private static double orNone(double millis) {
    return Double.isNaN(millis) ? HarTimings.NOT_APPLICABLE : millis;
  }

  /** The root of the format. */
  record Log(
      String version,
      HarCreator creator,
      List<Page> pages,
      List<Entry> entries,

      @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("_clock")
      Waterfall.@Nullable Clock clock,

      String comment) {}

  /** The page. */
  record Page(String startedDateTime, String id, String title, PageTimings pageTimings) {}

  /** Ends of the events of the page; -1 if unknown. */
  record PageTimings(double onContentLoad, double onLoad) {}

  /** One resource. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Entry(
      String pageref,
      String startedDateTime,
      double time,
      HarRequest request,
      HarResponse response,
      Map<String, Object> cache,
      HarTimings timings,
      @Nullable String connection,
      @JsonProperty("_initiator") @Nullable String initiator,
      @JsonProperty("_cacheState") @Nullable String cacheState,
      @JsonProperty("_sizeBits") @Nullable Integer sizeBits,
      @JsonProperty("_gateway") GatewayLane.@Nullable Row gateway) {
    static Entry of(Waterfall.Row row, ViewSample view, Instant navigation) {
      BrowserLane.Row browser = row.browser();
      GatewayLane.Row gateway = row.gateway();
      HarTimings timings = timings(browser, gateway);
      double start = browser != null ? browser.start() : gateway == null ? 0 : gateway.received();
      String protocol =
          browser == null || browser.protocol().isEmpty() ? view.protocol() : browser.protocol();
      return new Entry(
          PAGE,
          moment(navigation, start),
          rounded(timings.sum()),
          HarRequest.of("GET", "https://" + view.site() + row.path(), protocol),
          gateway == null
              ? HarResponse.of(0, protocol, UNKNOWN_SIZE, "")
              : HarResponse.of(gateway.status(), protocol, gateway.bytes(), ""),
          Map.of(),
          timings,
          gateway == null ? null : gateway.connection(),
          browser == null ? null : browser.initiator(),
          browser == null ? null : browser.cache(),
          browser == null ? null : (Integer) browser.size(),
          gateway);
    }

    private static HarTimings timings(
        BrowserLane.@Nullable Row browser, GatewayLane.@Nullable Row gateway) {
      if (browser != null) {
        return HarTimings.of(
            rounded(browser.request() - browser.start()),
            rounded(browser.response() - browser.request()),
            rounded(browser.end() - browser.response()));
      }
      if (gateway == null) {
        return HarTimings.of(HarTimings.NOT_APPLICABLE, 0, 0);
      }
      Double head = gateway.head();
      double first = head == null ? gateway.end() : head;
      return HarTimings.of(
          HarTimings.NOT_APPLICABLE,
          rounded(first - gateway.received()),
          rounded(gateway.end() - first));
    }

    /** Returns milliseconds with three digits, and no negative ones: the clocks of the lanes differ. */
    private static double rounded(double millis) {
      return Math.max(0, Math.round(millis * 1000) / 1000.0);
    }
  }
}
