package io.lychgate.gateway.history.report;

import io.lychgate.gateway.history.Block;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.observe.census.Tally;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Traffic of one site with cycles of the day and the week, noise that lasts for hours, days that differ, and bursts of connections with
 * a heavy tail. Each figure has its own noise. After the event, connections and CPU time change by a planted factor.
 */
final class SyntheticTraffic {
  /** Connections per page view over HTTP/1.1. */
  static final double CONNECTIONS = 6;

  private static final double NANOS_PER_REQUEST = 150_000;
  private static final double NANOS_PER_HANDSHAKE = 700_000;
  private static final double REQUESTS = 30;

  /** Standard deviation of the noise of hours and of the difference of days, relative. */
  private static final double NOISE = 0.08;

  private static final double DAYS = 0.03;
  private static final double BURSTS_PER_DAY = 0.5;

  private final Random random;
  private final ZoneId zone;
  private final Duration width;

  private Instant event = Instant.MAX;
  private double connectionFactor = 1;
  private double viewsPerHour = 1_200;
  private double tail = 2.5;
  private String site = "shop";

  private final Slow views;
  private final Slow connections;
  private final Slow requests;
  private final Slow cpu;
  private final Slow bytes;
  private final Slow errors;
  private final Slow latency;
  private final Map<LocalDate, double[]> dayFactors = new HashMap<>();
  private Instant burstEnd = Instant.MIN;
  private double burst = 1;

  SyntheticTraffic(long seed, ZoneId zone, Duration width) {
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.zone = zone;
    this.width = width;
    views = new Slow();
    connections = new Slow();
    requests = new Slow();
    cpu = new Slow();
    bytes = new Slow();
    errors = new Slow();
    latency = new Slow();
  }

  /** Noise whose correlation falls to 1/e in three hours. */
  private final class Slow {
    private double value = Double.NaN;

    double next() {
      double keep = Math.exp(-width.toSeconds() / 10_800.0);
      value = Double.isNaN(value)
          ? random.nextGaussian()
          : keep * value + Math.sqrt(1 - keep * keep) * random.nextGaussian();
      return Math.exp(NOISE * value);
    }
  }

  /** Plants a change: each page view opens {@code factor} times as many connections from the event on. */
  SyntheticTraffic planted(Instant at, double factor) {
    event = at;
    connectionFactor = factor;
    return this;
  }

  SyntheticTraffic views(double perHour) {
    viewsPerHour = perHour;
    return this;
  }

  /** Sets the index of the Pareto distribution of the bursts: below 2 their variance is infinite. */
  SyntheticTraffic tail(double index) {
    tail = index;
    return this;
  }

  SyntheticTraffic site(String name) {
    site = name;
    return this;
  }

  List<Block> blocks(Instant from, Instant to) {
    List<Block> blocks = new ArrayList<>();
    for (Instant start = from; start.isBefore(to); start = start.plus(width)) {
      blocks.add(block(start));
    }
    return blocks;
  }

  /** Returns the expected CPU time of a page view in nanoseconds. */
  static double cpuOfView(double factor) {
    return REQUESTS * NANOS_PER_REQUEST + CONNECTIONS * factor * NANOS_PER_HANDSHAKE;
  }

  private Block block(Instant start) {
    ZonedDateTime local = start.atZone(zone);
    double hour = local.getHour() + local.getMinute() / 60.0;
    boolean weekend =
        local.getDayOfWeek() == DayOfWeek.SATURDAY || local.getDayOfWeek() == DayOfWeek.SUNDAY;
    double[] day = dayFactors.computeIfAbsent(
        local.toLocalDate(), date -> random.doubles(4, -1, 1).toArray());
    nextBurst(start);
    double cycle = Math.cos(2 * Math.PI * (hour - 15) / 24);
    double rate = viewsPerHour * width.toSeconds() / 3600 * (1 + 0.8 * cycle) * (weekend ? 0.7 : 1);
    long viewCount = poisson(rate * Math.exp(2 * DAYS * day[0]) * views.next());
    double perView = CONNECTIONS
        * (1 - 0.15 * cycle)
        * (weekend ? 1.12 : 1)
        * dayFactor(day[1])
        * connections.next()
        * burst
        * (start.isBefore(event) ? 1 : connectionFactor);
    long opened = poisson(viewCount * perView);
    long requestCount = poisson(viewCount * REQUESTS * (1 + 0.05 * cycle) * requests.next());
    double nanos = dayFactor(day[2])
        * cpu.next()
        * (requestCount * NANOS_PER_REQUEST + opened * NANOS_PER_HANDSHAKE);

    Tally tally = new Tally();
    tally.add(Measure.PAGE_VIEWS, viewCount);
    tally.add(Measure.VIEWS_CHROMIUM, viewCount * 7 / 10);
    tally.add(Measure.VIEWS_SAFARI, viewCount - viewCount * 7 / 10);
    tally.add(Measure.OPENED, opened);
    tally.add(Measure.HANDSHAKES_FULL, opened * 4 / 10);
    tally.add(Measure.HANDSHAKES_RESUMED, opened - opened * 4 / 10);
    tally.add(Measure.HANDSHAKE_NANOS, (long)
        (opened * NANOS_PER_HANDSHAKE * Math.exp(NOISE * cpu.value)));
    tally.add(Measure.REQUESTS, requestCount);
    tally.add(Measure.BYTES_OUT, (long) (requestCount * 20_000 * bytes.next()));
    tally.add(Measure.SERVER_ERRORS, poisson(requestCount * 0.004 * errors.next() * burst));
    addFirstBytes(
        tally, requestCount, 40_000 * (1 + 0.2 * cycle) * latency.next() * dayFactor(day[3]));
    Tally none = new Tally();
    none.add(Measure.CPU_NANOS, (long) nanos);
    none.add(Measure.OBSERVED_MILLIS, width.toMillis());
    return new Block(
        start,
        width,
        Map.of(
            Part.whole("h1"),
            tally,
            Part.whole(Part.NO_PROTOCOL),
            none,
            new Part(Scope.SITE, site, "h1"),
            tally),
        Map.of("a", width.toMillis()));
  }

  private double dayFactor(double uniform) {
    return Math.exp(DAYS * uniform * Math.sqrt(3));
  }

  private void nextBurst(Instant start) {
    if (!start.isBefore(burstEnd)) {
      burst = 1;
      if (random.nextDouble() < BURSTS_PER_DAY * width.toSeconds() / 86_400) {
        burst = 1 + 0.3 * Math.pow(1 - random.nextDouble(), -1 / tail);
        burstEnd = start.plus(Duration.ofMinutes(30 + random.nextInt(90)));
      }
    }
  }

  private void addFirstBytes(Tally tally, long count, double median) {
    double left = 0;
    for (int i = 0; i < 24; i++) {
      // Times from a 30th to 30 times of the median, log-normal with a deviation of 1.
      double z = -3.3 + 6.6 * i / 23;
      double share = Math.exp(-z * z / 2) * 0.2870 / 2.5066;
      left += share * count;
      long whole = (long) left;
      left -= whole;
      tally.add(Spread.FIRST_BYTE, SpreadBuckets.of((long) (median * Math.exp(z))), whole);
    }
  }

  private long poisson(double mean) {
    if (mean > 50) {
      return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
    }
    double limit = Math.exp(-mean);
    long count = -1;
    for (double product = 1; product > limit; product *= random.nextDouble()) {
      count++;
    }
    return Math.max(0, count);
  }
}
