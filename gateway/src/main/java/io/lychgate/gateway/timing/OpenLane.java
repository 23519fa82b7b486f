package io.lychgate.gateway.timing;

import java.util.ArrayList;
import java.util.List;

/** The gateway's part of one page view while its requests come. Bounded. Thread-safe: a page may load over connections of several loops. */
public final class OpenLane {
  /** Requests of one page view: some 20 KB. The browser reports at most 40 resources. */
  static final int MAX_REQUESTS = 60;

  private final String id;
  private final String site;
  private final long at;
  private final String authority;
  private final long startNanos;
  private final List<LaneRequest> requests = new ArrayList<>();
  private int lost;
  private volatile long closesNanos;

  /**
   * @param id id of the view
   * @param at ms since 1970: when the head of the page was sent
   * @param authority host and port of the page
   * @param startNanos when the request of the page has arrived
   */
  public OpenLane(String id, String site, long at, String authority, long startNanos) {
    this.id = id;
    this.site = site;
    this.at = at;
    this.authority = authority;
    this.startNanos = startNanos;
    this.closesNanos = startNanos + ViewLanes.WINDOW.toNanos();
  }

  String id() {
    return id;
  }

  String site() {
    return site;
  }

  long at() {
    return at;
  }

  public String authority() {
    return authority;
  }

  /** Adds a request that has ended. */
  public synchronized void add(LaneRequest request) {
    if (requests.size() < MAX_REQUESTS || request.isPage()) {
      requests.add(request);
    } else {
      lost++;
    }
  }

  /** Closes the lane at this time at the latest. */
  void closeBy(long nanos) {
    if (nanos - closesNanos < 0) {
      closesNanos = nanos;
    }
  }

  boolean isOver(long nowNanos) {
    return nowNanos - closesNanos >= 0;
  }

  /** Returns what the lane has, with times since the request of the page. */
  synchronized GatewayLane toLane() {
    return new GatewayLane(
        lost,
        requests.stream().map(each -> GatewayLane.Row.of(each, startNanos)).toList());
  }
}
