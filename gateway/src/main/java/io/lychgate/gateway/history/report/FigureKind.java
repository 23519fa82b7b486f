package io.lychgate.gateway.history.report;

import static io.lychgate.gateway.observe.census.Measure.ABORTED;
import static io.lychgate.gateway.observe.census.Measure.BYTES_OUT;
import static io.lychgate.gateway.observe.census.Measure.CPU_NANOS;
import static io.lychgate.gateway.observe.census.Measure.HANDSHAKES_FULL;
import static io.lychgate.gateway.observe.census.Measure.HANDSHAKES_RESUMED;
import static io.lychgate.gateway.observe.census.Measure.HANDSHAKE_NANOS;
import static io.lychgate.gateway.observe.census.Measure.OPENED;
import static io.lychgate.gateway.observe.census.Measure.PAGE_VIEWS;
import static io.lychgate.gateway.observe.census.Measure.REQUESTS;
import static io.lychgate.gateway.observe.census.Measure.SERVER_ERRORS;

import io.lychgate.gateway.observe.census.Measure;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** A figure of the report: a ratio of two sums of counters, or a quantile of the time to first byte. */
enum FigureKind {
  OPENED_PER_VIEW("opened-per-view", "Connections opened", "connections", OPENED, PAGE_VIEWS),
  OPENED_PER_REQUEST("opened-per-request", "Connections opened", "connections", OPENED, REQUESTS),
  FULL_PER_VIEW("full-per-view", "Full handshakes", "handshakes", HANDSHAKES_FULL, PAGE_VIEWS),
  FULL_PER_REQUEST("full-per-request", "Full handshakes", "handshakes", HANDSHAKES_FULL, REQUESTS),
  RESUMED_PER_VIEW(
      "resumed-per-view", "Resumed handshakes", "handshakes", HANDSHAKES_RESUMED, PAGE_VIEWS),
  RESUMED_PER_REQUEST(
      "resumed-per-request", "Resumed handshakes", "handshakes", HANDSHAKES_RESUMED, REQUESTS),
  CPU_PER_VIEW("cpu-per-view", "CPU time of the event loops", "seconds", CPU_NANOS, PAGE_VIEWS),
  CPU_PER_REQUEST("cpu-per-request", "CPU time of the event loops", "seconds", CPU_NANOS, REQUESTS),
  HANDSHAKE_CPU_PER_VIEW(
      "handshake-cpu-per-view", "CPU time of handshakes", "seconds", HANDSHAKE_NANOS, PAGE_VIEWS),
  HANDSHAKE_CPU_PER_REQUEST(
      "handshake-cpu-per-request", "CPU time of handshakes", "seconds", HANDSHAKE_NANOS, REQUESTS),
  BYTES_PER_VIEW("bytes-per-view", "Bytes of responses", "bytes", BYTES_OUT, PAGE_VIEWS),
  BYTES_PER_REQUEST("bytes-per-request", "Bytes of responses", "bytes", BYTES_OUT, REQUESTS),
  REQUESTS_PER_CONNECTION(
      "requests-per-connection", "Requests per connection", "requests", REQUESTS, OPENED),
  ERROR_SHARE(
      "error-share",
      "Share of requests that failed (5xx) or were aborted",
      "share",
      SERVER_ERRORS,
      ABORTED,
      REQUESTS),
  FIRST_BYTE_P50("first-byte-p50", "Time to first byte, median", 0.5),
  FIRST_BYTE_P95("first-byte-p95", "Time to first byte, 95th percentile", 0.95),
  FIRST_BYTE_P99("first-byte-p99", "Time to first byte, 99th percentile", 0.99);

  /** Page views, requests or connections that a figure is divided by: fewer make no figure. */
  static final int LEAST_VIEWS = 100;

  private static final int LEAST_REQUESTS = 100;
  private static final int LEAST_CONNECTIONS = 25;

  /** Events of both windows together, such as errors: the interval of fewer is not reliable. */
  private static final int LEAST_EVENTS = 50;

  /** Requests that are slower than a quantile. */
  private static final int LEAST_SLOWER = 20;

  private final String id;
  private final String label;
  private final String unit;
  private final @Nullable Measure counted;
  private final @Nullable Measure also;
  private final @Nullable Measure over;
  private final double quantile;

  FigureKind(String id, String label, String unit, Measure counted, Measure over) {
    this(id, label, unit, counted, null, over);
  }

  FigureKind(
      String id, String label, String unit, Measure counted, @Nullable Measure also, Measure over) {
    this.id = id;
    this.label = label;
    this.unit = unit;
    this.counted = counted;
    this.also = also;
    this.over = over;
    this.quantile = Double.NaN;
  }

  FigureKind(String id, String label, double quantile) {
    this.id = id;
    this.label = label;
    this.unit = "milliseconds";
    this.counted = null;
    this.also = null;
    this.over = null;
    this.quantile = quantile;
  }

  String id() {
    return id;
  }

  String label() {
    return label;
  }

  String unit() {
    return unit;
  }

  /** Returns the amount that the figure is for, as in the admin API; null for shares and quantiles. */
  @Nullable
  String per() {
    if (over == PAGE_VIEWS) {
      return "1000-page-views";
    }
    if (over == OPENED) {
      return "connection";
    }
    return over == REQUESTS && this != ERROR_SHARE ? "1000-requests" : null;
  }

  /** Returns the label with the amount, in the middle of a sentence. */
  String phrase() {
    String name = label.startsWith("CPU")
        ? label
        : Character.toLowerCase(label.charAt(0)) + label.substring(1);
    String per = per();
    if (per == null || over == OPENED) {
      return name;
    }
    return name + (over == PAGE_VIEWS ? " per 1,000 page views" : " per 1,000 requests");
  }

  /** Returns the figure in its unit; NaN if there is none. */
  double value(Traffic.Sums sums) {
    if (over == null) {
      return sums.firstByteMillis(quantile);
    }
    double factor = per() == null || over == OPENED ? 1 : 1000;
    return numerator(sums) / sums.get(over) * (unit.equals("seconds") ? factor / 1e9 : factor);
  }

  /** Returns the logarithm of the figure up to a constant. Half an event more keeps it finite if there is none. */
  double log(Traffic.Sums sums) {
    return over == null
        ? Math.log(sums.firstByteMillis(quantile))
        : Math.log((numerator(sums) + 0.5) / sums.get(over));
  }

  /** Returns the share that one block adds to the logarithm of the figure; 0 for quantiles. */
  double influence(Traffic traffic, int block) {
    if (over == null) {
      return 0;
    }
    double all = numerator(traffic::sum);
    double here = numerator(measure -> traffic.sum(measure, block, block + 1));
    double share = traffic.sum(over, block, block + 1) / traffic.sum(over);
    return all == 0 ? 0 : here / all - share;
  }

  private double numerator(Traffic.Sums sums) {
    return numerator(sums::get);
  }

  private double numerator(ToDoubleFunction<Measure> sums) {
    return (counted == null ? 0 : sums.applyAsDouble(counted))
        + (also == null ? 0 : sums.applyAsDouble(also));
  }

  /** Returns what is lacking for the figure of one window and its interval, or null if nothing is. */
  @Nullable
  String missing(String site, Traffic.Sums before, Traffic.Sums after) {
    if (!site.isEmpty() && isOfTheGatewayOnly()) {
      return "CPU time is counted for the whole gateway, not by site";
    }
    String few = few(before, "before");
    return few != null ? few : few(after, "after");
  }

  /** Returns what is lacking for the interval if the figures of both windows are known. */
  @Nullable
  String missingEvents(Traffic.Sums before, Traffic.Sums after) {
    if (over == null) {
      return null;
    }
    double events = numerator(before) + numerator(after);
    if (unit.equals("seconds")) {
      return events > 0 ? null : "no CPU time was measured";
    }
    String noun = this == ERROR_SHARE ? "failed requests" : phraseOfEvents();
    return events >= LEAST_EVENTS
        ? null
        : Words.haveOf(events, LEAST_EVENTS, noun + " in both windows");
  }

  private @Nullable String few(Traffic.Sums sums, String side) {
    String window = " " + side + " the event";
    if (over == null) {
      int needed = (int) Math.round(LEAST_SLOWER / (1 - quantile));
      double requests = sums.firstBytes();
      return requests >= needed
          ? null
          : Words.haveOf(requests, needed, "measured responses" + window);
    }
    double amount = sums.get(over);
    if (over == PAGE_VIEWS) {
      return amount >= LEAST_VIEWS
          ? null
          : Words.haveOf(amount, LEAST_VIEWS, "page views" + window);
    }
    if (over == OPENED) {
      return amount >= LEAST_CONNECTIONS
          ? null
          : Words.haveOf(amount, LEAST_CONNECTIONS, "connections" + window);
    }
    return amount >= LEAST_REQUESTS
        ? null
        : Words.haveOf(amount, LEAST_REQUESTS, "requests" + window);
  }

  private String phraseOfEvents() {
    return switch (this) {
      case OPENED_PER_VIEW, OPENED_PER_REQUEST -> "connections";
      case FULL_PER_VIEW, FULL_PER_REQUEST -> "full handshakes";
      case RESUMED_PER_VIEW, RESUMED_PER_REQUEST -> "resumed handshakes";
      case BYTES_PER_VIEW, BYTES_PER_REQUEST -> "bytes";
      default -> "requests";
    };
  }

  private boolean isOfTheGatewayOnly() {
    return counted == CPU_NANOS || counted == HANDSHAKE_NANOS;
  }
}
