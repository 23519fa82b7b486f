package io.lychgate.gateway.observe;

import io.lychgate.gateway.loop.Ticker;
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

/** The observers of all event loops, with the tag values for their counters. */
public final class Observatory {
  private static final int MAX_LISTENERS = 64;
  /** The most routes. Each route takes 18 counters in each loop and 18 time series. */
  private static final int MAX_ROUTES = 2048;

  private static final int MAX_UPSTREAMS = 512;
  private static final int MAX_REASONS = 64;

  private final Ticker ticker;
  private final long startedMillis;
  private final TagValues listeners = new TagValues(MAX_LISTENERS);
  private final TagValues routes = new TagValues(MAX_ROUTES);
  private final TagValues upstreams = new TagValues(MAX_UPSTREAMS);
  private final TagValues skipReasons = new TagValues(MAX_REASONS);
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

  public long opened(WireProtocol protocol) {
    return sumOverListeners(listener -> sum(loop -> loop.opened(listener, protocol)));
  }

  /**
   * Returns the number of open connections. It reads the closed ones first, because a connection that opens and closes in between
   * must not make the difference negative.
   */
  public long open(int listener, WireProtocol protocol) {
    long closed = sum(loop -> loop.closed(listener, protocol));
    return Math.max(0, sum(loop -> loop.opened(listener, protocol)) - closed);
  }

  public long open(WireProtocol protocol) {
    return sumOverListeners(listener -> open(listener, protocol));
  }

  private long sumOverListeners(IntToLongFunction counter) {
    long sum = 0;
    for (int listener = 0; listener < listeners.size(); listener++) {
      sum += counter.applyAsLong(listener);
    }
    return sum;
  }
}
