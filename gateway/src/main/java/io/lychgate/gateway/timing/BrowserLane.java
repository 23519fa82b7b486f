package io.lychgate.gateway.timing;

import java.util.List;

/**
 * The browser's part of a page view: resources of the page's own origin. Stored as JSON.
 *
 * @param lost resources that the script did not send, and those that the gateway has dropped
 */
public record BrowserLane(int lost, List<Row> rows) {
  /** Resources of one page view. */
  static final int MAX_ROWS = 40;

  static final BrowserLane NONE = new BrowserLane(0, List.of());

  public BrowserLane {
    rows = List.copyOf(rows);
  }

  boolean isEmpty() {
    return rows.isEmpty() && lost == 0;
  }

  /**
   * One resource, by the PerformanceResourceTiming of the browser. Times are in ms since the navigation began.
   *
   * @param path path without query
   * @param start startTime
   * @param request requestStart
   * @param response responseStart
   * @param end responseEnd
   * @param size bits of the number of bytes on the wire, with header fields: 0 for none, 11 for 1024-2047
   * @param initiator initiatorType; {@code other} for an unknown one
   * @param protocol nextHopProtocol; empty if unknown
   * @param cache {@code network}, {@code stored} for one that needed no request, {@code revalidated} after a 304
   */
  public record Row(
      String path,
      double start,
      double request,
      double response,
      double end,
      int size,
      String initiator,
      String protocol,
      String cache) {}
}
