package io.lychgate.gateway.timing;

import io.lychgate.gateway.store.ViewSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page view with the times of its resources by the browser and by the gateway, on the browser's clock: ms since the navigation began.
 *
 * @param clock null unless both have measured the page
 * @param rows the page first, then its resources by their start
 * @param lostInBrowser resources that the browser did not report, or that were dropped from its report
 * @param lostInGateway requests that the gateway did not keep
 */
public record Waterfall(
    @Nullable Clock clock, List<Row> rows, int lostInBrowser, int lostInGateway) {
  /** Ms by which a request of the same path may be outside of the browser's times for it, beside the error of the clocks. */
  private static final double SLACK = 100;

  public Waterfall {
    rows = List.copyOf(rows);
  }

  /**
   * The gateway's clock beside that of the browser.
   *
   * @param offset ms since the navigation began at which the gateway received the request of the page
   * @param error ms by which the offset may be wrong: the way of the request may have been faster or slower than that of the response
   */
  public record Clock(double offset, double error) {}

  /** One resource. One of the two lanes may be missing. */
  public record Row(
      String path,
      boolean page,
      BrowserLane.@Nullable Row browser,
      GatewayLane.@Nullable Row gateway) {
    double start() {
      return browser != null ? browser.start() : gateway != null ? gateway.received() : 0;
    }
  }

  /** Joins the two lanes of a page view. */
  public static Waterfall of(
      ViewSample view, @Nullable BrowserLane browser, @Nullable GatewayLane gateway) {
    BrowserLane.Row page = browser == null ? null : page(view);
    GatewayLane.Row served = gateway == null
        ? null
        : gateway.rows().stream().filter(GatewayLane.Row::page).findFirst().orElse(null);
    Clock clock = page == null || served == null ? null : clock(page, served);
    List<GatewayLane.Row> left = new ArrayList<>();
    if (gateway != null && (clock != null || browser == null)) {
      double offset = clock == null ? 0 : clock.offset();
      gateway.rows().stream()
          .filter(each -> !each.page())
          .map(each -> each.later(offset))
          .forEach(left::add);
    }
    List<Row> rows = new ArrayList<>();
    String connection = served == null ? "" : served.connection();
    if (browser != null) {
      double error = (clock == null ? 0 : clock.error()) + SLACK;
      List<BrowserLane.Row> reported = browser.rows();
      GatewayLane.@Nullable Row[] found = match(reported, left, connection, error);
      for (int i = 0; i < found.length; i++) {
        rows.add(new Row(reported.get(i).path(), false, reported.get(i), found[i]));
      }
    }
    // Another page may be open at the same address, so requests on other connections need the
    // browser's word.
    left.stream()
        .filter(each -> each.connection().equals(connection))
        .map(each -> new Row(each.path(), false, null, each))
        .forEach(rows::add);
    rows.sort(Comparator.comparingDouble(Row::start));
    if (page != null || served != null) {
      double offset = clock == null ? 0 : clock.offset();
      rows.add(0, new Row(view.page(), true, page, served == null ? null : served.later(offset)));
    }
    return new Waterfall(
        clock, rows, browser == null ? 0 : browser.lost(), gateway == null ? 0 : gateway.lost());
  }

  /** Returns the page itself by the browser's report; null if it has no times. */
  private static BrowserLane.@Nullable Row page(ViewSample view) {
    double first = view.time("ttfb");
    if (Double.isNaN(first)) {
      return null;
    }
    double request = first - orZero(view.time("request"));
    double end = first + orZero(view.time("response"));
    int size = view.bytes() <= 0 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(view.bytes());
    return new BrowserLane.Row(
        view.page(), 0, request, first, end, size, "navigation", view.nextHop(), "network");
  }

  private static double orZero(double time) {
    return Double.isNaN(time) ? 0 : time;
  }

  /**
   * The time in which neither the gateway had the request nor the browser the response is shared by the two ways. This is how NTP sets
   * clocks (RFC 5905 section 8).
   */
  private static @Nullable Clock clock(BrowserLane.Row page, GatewayLane.Row served) {
    Double head = served.head();
    if (head == null) {
      return null;
    }
    double inBrowser = page.response() - page.request();
    double ways = Math.max(0, inBrowser - (head - served.received()));
    return new Clock(tenth(page.request() + ways / 2 - served.received()), tenth(ways / 2));
  }

  private static double tenth(double millis) {
    return Math.round(millis * 10) / 10.0;
  }

  private static boolean isStored(BrowserLane.Row row) {
    return row.cache().equals("stored");
  }

  /**
   * Removes the requests that served these resources, and returns them; null for one without. A resource that came ahead of the page is
   * in the browser's cache when the page wants it, so loads from the network choose first.
   */
  private static GatewayLane.@Nullable Row[] match(
      List<BrowserLane.Row> reported, List<GatewayLane.Row> left, String connection, double error) {
    GatewayLane.@Nullable Row[] found = new GatewayLane.@Nullable Row[reported.size()];
    for (boolean isOfCache : new boolean[] {false, true}) {
      for (int i = 0; i < found.length; i++) {
        if (isStored(reported.get(i)) == isOfCache) {
          found[i] = take(left, reported.get(i), connection, error);
        }
      }
    }
    return found;
  }

  /** Removes the request that served this resource, and returns it; null if none did. */
  private static GatewayLane.@Nullable Row take(
      List<GatewayLane.Row> left, BrowserLane.Row wanted, String connection, double error) {
    GatewayLane.Row best = left.stream()
        .filter(each -> each.path().equals(wanted.path()))
        .filter(each -> !isStored(wanted) || each.connection().equals(connection))
        .filter(each -> each.received() <= wanted.end() + error)
        .filter(
            each -> isStored(wanted) || each.pushed() || each.received() >= wanted.start() - error)
        .min(Comparator.comparing((GatewayLane.Row each) -> !each.connection().equals(connection))
            .thenComparingDouble(each -> Math.abs(each.received() - wanted.request())))
        .orElse(null);
    if (best != null) {
      left.remove(best);
    }
    return best;
  }
}
