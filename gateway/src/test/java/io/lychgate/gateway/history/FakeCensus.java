package io.lychgate.gateway.history;

import io.lychgate.gateway.observe.census.Census;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.observe.census.Tally;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The counters and both clocks of a process that a test moves. */
final class FakeCensus implements InstantSource {
  static final Part H2 = Part.whole("h2");
  static final Part NONE = Part.whole(Part.NO_PROTOCOL);
  static final Part SHOP = new Part(Scope.SITE, "shop.example", "h2");

  private final Map<Part, Tally> parts = new HashMap<>();
  private Instant wall;
  private long nanos = 5_000_000_000L;

  FakeCensus(Instant wall) {
    this.wall = wall;
  }

  FakeCensus add(Part part, Measure measure, long amount) {
    tally(part).add(measure, amount);
    return this;
  }

  FakeCensus add(Part part, Spread spread, long value) {
    tally(part).add(spread, SpreadBuckets.of(value), 1);
    return this;
  }

  /** Adds requests in flight, or removes some. */
  FakeCensus inFlight(Part part, int change) {
    tally(part).addInFlight(change);
    return this;
  }

  private Tally tally(Part part) {
    return parts.computeIfAbsent(part, each -> new Tally());
  }

  /** Stops to report this part. */
  Tally remove(Part part) {
    return Objects.requireNonNull(parts.remove(part));
  }

  void put(Part part, Tally tally) {
    parts.put(part, tally);
  }

  /** Passes time by both clocks. */
  void pass(Duration time) {
    nanos += time.toNanos();
    wall = wall.plus(time);
  }

  /** Sets the clock of the store by this much. */
  void step(Duration forward) {
    wall = wall.plus(forward);
  }

  Census take() {
    Map<Part, Tally> copy = new HashMap<>();
    parts.forEach((part, tally) -> {
      Tally now = new Tally();
      now.add(tally);
      copy.put(part, now);
    });
    return new Census(nanos, copy);
  }

  long nanoTime() {
    return nanos;
  }

  @Override
  public Instant instant() {
    return wall;
  }
}
