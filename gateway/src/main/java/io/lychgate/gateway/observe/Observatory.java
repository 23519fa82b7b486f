package io.lychgate.gateway.observe;

import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.observe.census.CloseReason;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.Tally;
import io.lychgate.gateway.observe.count.BeaconOutcome;
import io.lychgate.gateway.observe.count.DurationSummary;
import io.lychgate.gateway.observe.count.EventCount;
import io.lychgate.gateway.observe.count.ProtocolCount;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/** The observers of all event loops, with the tag values for their counters. */
public final class Observatory {
  static final int MAX_LISTENERS = 64;
  static final int MAX_SITES = 256;
  /** The most routes. Each route takes 18 counters in each loop and 18 time series. */
  private static final int MAX_ROUTES = 2048;

  private static final int MAX_UPSTREAMS = 512;
  private static final int MAX_REASONS = 64;

  /** The most pairs of a route and an upstream that are counted. Each takes seven time series. */
  private static final int MAX_SIDES = 512;

  /** The most pairs of a policy and a route that are counted. Each takes up to four time series. */
  private static final int MAX_DECISIONS = 2048;

  private static final CloseReason[] REASONS = CloseReason.values();

  private final Ticker ticker;
  private final long startedMillis;
  private final TagValues listeners = new TagValues(MAX_LISTENERS);
  private final TagValues sites = new TagValues(MAX_SITES);
  private final TagValues routes = new TagValues(MAX_ROUTES);
  private final TagValues upstreams = new TagValues(MAX_UPSTREAMS);
  private final TagValues skipReasons = new TagValues(MAX_REASONS);
  private final TagValues sides = new TagValues(MAX_SIDES);
  private final TagValues decisions = new TagValues(MAX_DECISIONS);
  private final TagValues pathClasses = new TagValues(MAX_LISTENERS);
  private final List<LoopObserver> loops;
  private final Map<EventExecutor, LoopObserver> byLoop = new HashMap<>();

  /** @param executors all event loops of the data path, as {@code group.forEach(...)} lists them */
  public Observatory(Iterable<? extends EventExecutor> executors, Ticker ticker) {
    this.ticker = ticker;
    this.startedMillis = ticker.wallMillis();
    List<EventExecutor> all = new ArrayList<>();
    executors.forEach(all::add);
    List<LoopObserver> observers = new ArrayList<>();
    for (EventExecutor executor : all) {
      LoopObserver observer = new LoopObserver(executor, ticker, observers.size(), all.size());
      observers.add(observer);
      byLoop.put(executor, observer);
    }
    loops = List.copyOf(observers);
  }

  /** Returns the observer of this loop. It is a look-up: call it once for each connection, not for each exchange. */
  public LoopObserver of(EventExecutor loop) {
    LoopObserver observer = byLoop.get(loop);
    if (observer == null) {
      throw new IllegalArgumentException("loop: " + loop + " (expected: one of the data path)");
    }
    return observer;
  }

  public List<LoopObserver> loops() {
    return loops;
  }

  public Ticker ticker() {
    return ticker;
  }

  public long startedMillis() {
    return startedMillis;
  }

  public TagValues listeners() {
    return listeners;
  }

  /** Returns the numbers of sites, which are named by their first host. Number 0 is for requests of no site. */
  public TagValues sites() {
    return sites;
  }

  public TagValues routes() {
    return routes;
  }

  public TagValues upstreams() {
    return upstreams;
  }

  public TagValues skipReasons() {
    return skipReasons;
  }

  /** Returns the counter number for the QUIC paths of a listener with this congestion control. */
  public int pathClass(String listener, String congestionControl) {
    return pathClasses.numberOf(congestionControl + " " + listener);
  }

  /** Returns the counter number for an upstream that a route chooses or copies to. */
  public int side(String upstream, String route) {
    return sides.numberOf(upstream + " " + route);
  }

  public TagValues sides() {
    return sides;
  }

  /** Returns the counter number for the decisions of a policy on the requests of a route. */
  public int decisions(String policy, String route) {
    return decisions.numberOf(policy + " " + route);
  }

  public TagValues decisions() {
    return decisions;
  }

  public TagValues pathClasses() {
    return pathClasses;
  }

  /** Returns the durations of the exchanges of one protocol over all loops. */
  public DurationSummary durations(WireProtocol protocol) {
    DurationSummary.Builder sum = new DurationSummary.Builder();
    loops.forEach(loop -> loop.durations(protocol).addTo(sum));
    return sum.build();
  }

  /** Returns the number of beacons with this outcome over all loops. */
  public long beacons(BeaconOutcome outcome) {
    return sum(loop -> loop.get(outcome));
  }

  public long sum(ToLongFunction<LoopObserver> counter) {
    long sum = 0;
    for (LoopObserver loop : loops) {
      sum += counter.applyAsLong(loop);
    }
    return sum;
  }

  public long sum(ProtocolCount what, WireProtocol protocol) {
    return sum(loop -> loop.get(what, protocol));
  }

  public long sum(EventCount what) {
    return sum(loop -> loop.get(what));
  }

  /** Returns a counter of one protocol over all listeners. */
  public long sum(Measure what, WireProtocol protocol) {
    return sumOverListeners(listener -> sum(what, listener, protocol));
  }

  /** Returns a counter of one listener and protocol. */
  public long sum(Measure what, int listener, WireProtocol protocol) {
    return sum(loop -> loop.get(what, listener, protocol));
  }

  /** Returns a counter of one listener that belongs to no protocol. */
  public long sum(Measure what, int listener) {
    return sum(loop -> loop.get(what, listener));
  }

  /** Returns a counter that belongs to no protocol over all listeners. */
  public long sum(Measure what) {
    return sumOverListeners(listener -> sum(what, listener));
  }

  public long opened(WireProtocol protocol) {
    return sum(Measure.OPENED, protocol);
  }

  /**
   * Returns the number of open connections. It reads the closed ones first, because a connection that opens and closes in between
   * must not make the difference negative.
   */
  public long open(int listener, WireProtocol protocol) {
    long closed = 0;
    for (CloseReason reason : REASONS) {
      closed += sum(reason.measure(), listener, protocol);
    }
    return Math.max(0, sum(Measure.OPENED, listener, protocol) - closed);
  }

  public long open(WireProtocol protocol) {
    return sumOverListeners(listener -> open(listener, protocol));
  }

  /** Returns the number of requests and promised requests whose response is not complete. */
  public long inFlight(WireProtocol protocol) {
    long ended = sum(ProtocolCount.EXCHANGES_ENDED, protocol);
    return Math.max(0, sum(ProtocolCount.EXCHANGES_STARTED, protocol) - ended);
  }

  /** Returns the values of a distribution of one protocol over all listeners. */
  public Distribution distribution(Spread spread, WireProtocol protocol) {
    Tally tally = new Tally();
    long sum = 0;
    for (LoopObserver loop : loops) {
      for (int listener = 0; listener < listeners.size(); listener++) {
        PartCounters part = loop.listener(listener, protocol);
        if (part != null) {
          part.addTo(tally, spread);
          sum += part.sum(spread);
        }
      }
    }
    return new Distribution(tally.spread(spread), sum);
  }

  /**
   * The values of a {@link Spread}.
   *
   * @param buckets number of values by bucket of {@link io.lychgate.gateway.observe.census.SpreadBuckets}
   * @param sum exact sum of all values; one value behind or ahead of the buckets while loops run
   */
  @SuppressWarnings("ArrayRecordComponent") // Made for one reader, who adds the values up.
  public record Distribution(long[] buckets, long sum) {
    public long count() {
      return LongStream.of(buckets).sum();
    }
  }

  private long sumOverListeners(IntToLongFunction counter) {
    long sum = 0;
    for (int listener = 0; listener < listeners.size(); listener++) {
      sum += counter.applyAsLong(listener);
    }
    return sum;
  }
}
