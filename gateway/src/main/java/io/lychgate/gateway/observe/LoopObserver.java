package io.lychgate.gateway.observe;

import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.observe.census.BrowserFamily;
import io.lychgate.gateway.observe.census.FailureReason;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.count.BeaconOutcome;
import io.lychgate.gateway.observe.count.CacheCount;
import io.lychgate.gateway.observe.count.CompressCoding;
import io.lychgate.gateway.observe.count.CompressOutcome;
import io.lychgate.gateway.observe.count.Counters;
import io.lychgate.gateway.observe.count.DatagramCount;
import io.lychgate.gateway.observe.count.Diversion;
import io.lychgate.gateway.observe.count.DurationHistogram;
import io.lychgate.gateway.observe.count.EventCount;
import io.lychgate.gateway.observe.count.GrpcCodes;
import io.lychgate.gateway.observe.count.LimitCount;
import io.lychgate.gateway.observe.count.LoopCpu;
import io.lychgate.gateway.observe.count.PathCount;
import io.lychgate.gateway.observe.count.PolicyOutcome;
import io.lychgate.gateway.observe.count.ProtocolCount;
import io.lychgate.gateway.observe.count.QuicErrorCount;
import io.lychgate.gateway.observe.count.RetryReason;
import io.lychgate.gateway.observe.count.RouteDecisionCount;
import io.lychgate.gateway.observe.count.SideCount;
import io.lychgate.gateway.observe.count.StatusClass;
import io.lychgate.gateway.observe.count.StickyOutcome;
import io.lychgate.gateway.observe.count.UpstreamCount;
import io.lychgate.gateway.observe.count.UpstreamRefusal;
import io.lychgate.gateway.observe.count.UpstreamSurplus;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.netty.util.concurrent.EventExecutor;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The counters and live connections of one event loop, and the methods by which the data path updates them.
 *
 * <p>The methods that count an exchange are for that loop's thread only and take no lock. They allocate nothing, except for the second
 * authority of a connection, and the counters of a listener or site at its first use. Numbers for listener, site, route, upstream and
 * skip reason come from the tag values of the {@link Observatory}.
 */
public final class LoopObserver {
  /** Column of {@link #listeners} for what has no protocol. The other columns are those of {@link WireProtocol}. */
  private static final int NO_PROTOCOL = WireProtocol.COUNT;

  private static final int COLUMNS = WireProtocol.COUNT + 1;

  /**
   * The sizes of header sections are compared for one message in this number, in each direction. The number is prime, so that two
   * connections that take turns are both sampled.
   */
  private static final int FIELDS_EVERY = 17;

  private final EventExecutor loop;
  private final Ticker ticker;
  private final int loopIndex;
  private final int loopCount;
  private final LoopCpu cpu;
  private final ConnectionTable table = new ConnectionTable();

  /** The counters by listener and protocol. An entry is made at its first use, by the loop. */
  private final AtomicReferenceArray<@Nullable PartCounters> listeners =
      new AtomicReferenceArray<>(Observatory.MAX_LISTENERS * COLUMNS);

  /** The counters by site and protocol. Each entry takes about 7 KiB, so 256 sites with three protocols take about 5 MiB. */
  private final AtomicReferenceArray<@Nullable PartCounters> sites =
      new AtomicReferenceArray<>(Observatory.MAX_SITES * WireProtocol.COUNT);

  private final Counters protocolCounts = new Counters(ProtocolCount.size());
  private final Counters eventCounts = new Counters(EventCount.values().length);
  private final Counters beacons = new Counters(BeaconOutcome.values().length);
  private final Counters pushSkips = new Counters(32);
  private final Counters hintSkips = new Counters(32);
  private final Counters requests = new Counters(WireProtocol.COUNT * StatusClass.COUNT * 16);
  private final Counters upstreamCounts = new Counters(16);
  private final Counters retryCounts = new Counters(16);
  private final Counters sideCounts = new Counters(16);
  private final Counters limitCounts = new Counters(16);
  private final Counters cacheCounts = new Counters(16);
  private final Counters decisionCounts = new Counters(16);
  private final Counters grpcCounts = new Counters(GrpcCodes.COUNT);
  private final Counters compressOutcomes = new Counters(16);
  private final Counters compressWork = new Counters(16);
  private final Counters routeDecisions = new Counters(RouteDecisionCount.COUNT);
  private final Counters pathCounts = new Counters(32);
  private final Counters quicErrors = new Counters(QuicErrorCount.values().length);
  private final Counters datagrams = new Counters(DatagramCount.values().length);
  private final DurationHistogram[] durations = new DurationHistogram[WireProtocol.COUNT];
  private long connectionSequence;
  private int sectionsIn;
  private int sectionsOut;

  LoopObserver(EventExecutor loop, Ticker ticker, int loopIndex, int loopCount) {
    this.loop = loop;
    this.ticker = ticker;
    this.loopIndex = loopIndex;
    this.loopCount = loopCount;
    this.cpu = new LoopCpu(loop);
    for (int i = 0; i < durations.length; i++) {
      durations[i] = new DurationHistogram();
    }
  }

  public EventExecutor loop() {
    return loop;
  }

  /** Counts a connection that the kernel has accepted, or a QUIC handshake that begins. */
  public void accepted(int listener) {
    listenerPart(listener, NO_PROTOCOL).increment(Measure.ACCEPTED);
  }

  /** Registers a connection. Call it when the protocol is known: after ALPN, or at once on a listener without TLS. */
  public ConnectionRecord connectionOpened(
      int listener, WireProtocol protocol, SocketAddress peer) {
    ConnectionRecord record = connectionEarly(listener, protocol, peer);
    record.opened();
    return record;
  }

  /**
   * Registers a connection with early data, whose requests precede the end of its handshake. {@link #handshake} counts it as opened.
   * If the handshake fails, it never was open, and {@link #connectionClosed} does not count it.
   */
  public ConnectionRecord connectionEarly(int listener, WireProtocol protocol, SocketAddress peer) {
    long id = nextConnectionId();
    connectionSequence++;
    ConnectionRecord record = new ConnectionRecord(
        id,
        table.take(),
        listener,
        protocol,
        peer,
        ticker.wallMillis(),
        ticker.nanoTime(),
        listenerPart(listener, protocol.index()));
    table.put(record);
    return record;
  }

  /**
   * Removes a connection. It counts as closed by its client if the record has no other reason. A second call does nothing.
   */
  public void connectionClosed(ConnectionRecord record) {
    if (!table.remove(record)) {
      return;
    }
    if (record.isCounted()) {
      record.closed(ticker.nanoTime());
      count(ProtocolCount.H1_EQUIVALENT_CLOSED, record.protocol(), record.h1Equivalent());
    }
    // Exchanges in flight end with their connection. Their later exchangeEnded finds nothing in
    // flight.
    count(ProtocolCount.EXCHANGES_ENDED, record.protocol(), record.inFlight);
    record.part().inFlight(-record.inFlight);
    record.inFlight = 0;
  }

  /**
   * Counts the completed TLS or QUIC handshake of a connection.
   *
   * @param early true if a request came before its end
   * @param cpuNanos CPU time that this thread spent on it; 0 if it was not measured or is counted by {@link #handshakeWork}
   */
  public void handshake(ConnectionRecord record, boolean resumed, boolean early, long cpuNanos) {
    record.opened();
    record.handshake(resumed, early);
    record.handshakeTook(cpuNanos);
    record.part().add(Measure.HANDSHAKE_NANOS, cpuNanos);
  }

  /** Adds CPU time of handshakes without counting one; the handshake may still be in progress or fail. */
  public void handshakeWork(int listener, WireProtocol protocol, long cpuNanos) {
    listenerPart(listener, protocol.index()).add(Measure.HANDSHAKE_NANOS, cpuNanos);
  }

  /** Counts an accepted connection that ended before its protocol was known. */
  public void handshakeFailed(int listener, FailureReason why) {
    listenerPart(listener, NO_PROTOCOL).increment(why.measure());
  }

  /**
   * Counts a request whose head has arrived.
   *
   * @return the place of its authority, an argument of {@link #exchangeEnded}
   */
  public int exchangeStarted(ConnectionRecord record, CharSequence authority) {
    record.requests++;
    record.part().increment(Measure.REQUESTS);
    return promiseStarted(record, authority);
  }

  /**
   * Counts an exchange whose request the gateway has promised.
   *
   * @return the place of its authority, an argument of {@link #exchangeEnded}
   */
  public int promiseStarted(ConnectionRecord record, CharSequence authority) {
    count(ProtocolCount.EXCHANGES_STARTED, record.protocol(), 1);
    record.part().inFlight(1);
    return record.started(authority);
  }

  /**
   * Counts a request for its site, in flight until {@link #requestEnded}. The first one of a connection also counts the connection.
   */
  public void siteFound(ConnectionRecord record, int site) {
    PartCounters part = sitePart(record, site);
    part.inFlight(1);
    part.increment(Measure.REQUESTS);
    record.firstSite(part);
  }

  /** Counts a top-level navigation. */
  public void pageView(ConnectionRecord record, int site, BrowserFamily browser) {
    add(record, site, Measure.PAGE_VIEWS, 1);
    add(record, site, browser.measure(), 1);
  }

  /** Records the time from the arrival of a request's head to the head of its final response. */
  public void firstByte(ConnectionRecord record, int site, long nanos) {
    long micros = nanos / 1_000;
    record.part().record(Spread.FIRST_BYTE, micros);
    sitePart(record, site).record(Spread.FIRST_BYTE, micros);
  }

  /**
   * Counts the outcome of a request.
   *
   * @param status the final status code; 0 if none was sent
   * @param isWhole true if the response has left as a whole
   */
  public void requestEnded(ConnectionRecord record, int site, int status, boolean isWhole) {
    sitePart(record, site).inFlight(-1);
    if (!isWhole) {
      add(record, site, Measure.ABORTED, 1);
    } else if (status >= 500) {
      add(record, site, Measure.SERVER_ERRORS, 1);
    } else if (status >= 400) {
      add(record, site, Measure.CLIENT_ERRORS, 1);
    }
  }

  /** Counts bytes of a request's body and its response's. */
  public void bytes(ConnectionRecord record, int site, long in, long out) {
    record.bytesIn += in;
    record.bytesOut += out;
    add(record, site, Measure.BYTES_IN, in);
    add(record, site, Measure.BYTES_OUT, out);
  }

  /** Returns true if the size of the next received header section is to be reported to {@link #fieldsIn}. */
  public boolean samplesFieldsIn() {
    return ++sectionsIn % FIELDS_EVERY == 0;
  }

  /**
   * Counts a sampled header section of a request.
   *
   * @param plain bytes that HTTP/1.1 would need
   * @param coded bytes as received
   */
  public void fieldsIn(ConnectionRecord record, int plain, int coded) {
    record.fieldsIn(plain, coded);
  }

  /** Returns true if the size of the next sent header section is to be reported to {@link #fieldsOut}. */
  public boolean samplesFieldsOut() {
    return ++sectionsOut % FIELDS_EVERY == 0;
  }

  /**
   * Counts a sampled header section of a response.
   *
   * @param plain bytes that HTTP/1.1 would need
   * @param coded bytes as sent
   */
  public void fieldsOut(ConnectionRecord record, int plain, int coded) {
    record.fieldsOut(plain, coded);
  }

  /**
   * Counts an exchange whose response was sent or will never be.
   *
   * @param route number of the route; 0 if no route was found
   * @param status the final status code; 0 if none was sent
   */
  public void exchangeEnded(
      ConnectionRecord record, int authorityPlace, int route, int status, long durationNanos) {
    WireProtocol protocol = record.protocol();
    if (record.inFlight > 0) {
      record.ended(authorityPlace);
      record.part().inFlight(-1);
      count(ProtocolCount.EXCHANGES_ENDED, protocol, 1);
    }
    requests.increment(requestIndex(route, protocol, StatusClass.indexOf(status)));
    durations[protocol.index()].record(durationNanos);
  }

  /** Counts a tunnel: a server has switched protocols for a client. */
  public void tunnelOpened(ConnectionRecord record) {
    count(ProtocolCount.TUNNELS_OPENED, record.protocol(), 1);
  }

  public void tunnelClosed(ConnectionRecord record) {
    count(ProtocolCount.TUNNELS_CLOSED, record.protocol(), 1);
  }

  /** Counts a read with more input than may be decoded in one turn of the loop. */
  public void turnSpent(WireProtocol protocol) {
    count(ProtocolCount.TURNS_SPENT, protocol, 1);
  }

  /** Counts a sent PUSH_PROMISE. */
  public void pushSent() {
    eventCounts.increment(EventCount.PUSHES_SENT.index());
  }

  /** Counts a promised stream that the client reset with CANCEL or REFUSED_STREAM before any of its body was sent. */
  public void pushRefused() {
    eventCounts.increment(EventCount.PUSHES_REFUSED.index());
  }

  /** Counts a promised stream that the client reset while its body was being sent. */
  public void pushReset() {
    eventCounts.increment(EventCount.PUSHES_RESET.index());
  }

  public void pushSkipped(int reason) {
    pushSkips.increment(reason);
  }

  /** Counts a sent 103 with this number of links. */
  public void hintsSent(int links) {
    eventCounts.increment(EventCount.HINTS_SENT.index());
    eventCounts.add(EventCount.HINT_LINKS.index(), links);
  }

  /**
   * Counts a connection with early data. {@code taken} is true if its requests are accepted at once, because it is certainly not a
   * replay.
   */
  public void earlyConnection(boolean taken) {
    EventCount what =
        taken ? EventCount.EARLY_CONNECTIONS_TAKEN : EventCount.EARLY_CONNECTIONS_LATE;
    eventCounts.increment(what.index());
  }

  /** Counts a request in early data. {@code served} is true if it did not wait for the end of the handshake. */
  public void earlyRequest(boolean served) {
    EventCount what = served ? EventCount.EARLY_REQUESTS_SERVED : EventCount.EARLY_REQUESTS_HELD;
    eventCounts.increment(what.index());
  }

  /** Counts an event that has no other values. */
  public void event(EventCount what) {
    eventCounts.increment(what.index());
  }

  /** Adds to the counter of an event. */
  public void event(EventCount what, long amount) {
    eventCounts.add(what.index(), amount);
  }

  public void hintSkipped(int reason) {
    hintSkips.increment(reason);
  }

  /** Counts a page's beacon to the ledger. */
  public void beacon(BeaconOutcome outcome) {
    beacons.increment(outcome.index());
  }

  public void upstreamConnectionOpened(int upstream) {
    upstreamCounts.increment(UpstreamCount.CONNECTIONS_OPENED.of(upstream));
  }

  public void upstreamConnectionFailed(int upstream) {
    upstreamCounts.increment(UpstreamCount.CONNECTIONS_FAILED.of(upstream));
  }

  public void upstreamConnectionClosed(int upstream) {
    upstreamCounts.increment(UpstreamCount.CONNECTIONS_CLOSED.of(upstream));
  }

  /** Adds to a counter of an upstream. */
  public void upstream(int upstream, UpstreamCount what, long amount) {
    upstreamCounts.add(what.of(upstream), amount);
  }

  public void upstreamRequest(int upstream) {
    upstreamCounts.increment(UpstreamCount.REQUESTS.of(upstream));
  }

  public void upstreamRetry(int upstream) {
    upstreamCounts.increment(UpstreamCount.RETRIES.of(upstream));
  }

  /** Counts the result of a retry. */
  public void upstreamRetried(int upstream, RetryReason reason, RetryReason.Outcome outcome) {
    retryCounts.increment(reason.of(upstream, outcome));
  }

  /** Adds to a counter of an upstream. */
  public void upstream(int upstream, UpstreamCount what, int amount) {
    upstreamCounts.add(what.of(upstream), amount);
  }

  /** Counts a request that begins to wait for a connection. */
  public void upstreamQueued(int upstream) {
    upstreamCounts.increment(UpstreamCount.QUEUED.of(upstream));
  }

  /** Counts a request that no longer waits. */
  public void upstreamUnqueued(int upstream) {
    upstreamCounts.increment(UpstreamCount.UNQUEUED.of(upstream));
  }

  public void upstreamRefused(int upstream, UpstreamRefusal why) {
    upstreamCounts.increment(why.count().of(upstream));
  }

  /** Counts a connection to a server that is closed because of bytes that belong to no response. */
  public void upstreamSurplus(int upstream, UpstreamSurplus when) {
    upstreamCounts.increment(when.count().of(upstream));
  }

  /** Counts the choice of a server that is not among the first choice. */
  public void upstreamDiverted(int upstream, Diversion why) {
    upstreamCounts.increment(why.count().of(upstream));
  }

  /** Counts a response to a client of an upstream with a sticky cookie. */
  public void upstreamSticky(int upstream, StickyOutcome outcome) {
    upstreamCounts.increment(outcome.count().of(upstream));
  }

  /** @param side a number from {@link Observatory#side} */
  public void side(int side, SideCount what) {
    sideCounts.increment(what.of(side));
  }

  /** @param limit a number from {@link Observatory#limit} */
  public void limit(int limit, LimitCount what) {
    limitCounts.increment(what.of(limit));
  }

  /** @param route a number from {@link Observatory#cachedRoute} */
  public void cache(int route, CacheCount what, long amount) {
    cacheCounts.add(what.of(route), amount);
  }

  /** @param decisions a number from {@link Observatory#decisions(String, String)} */
  public void decided(int decisions, PolicyOutcome outcome) {
    decisionCounts.increment(outcome.of(decisions));
  }

  /** Counts a response to a request of gRPC by its status. */
  public void grpc(int code) {
    grpcCounts.increment(GrpcCodes.indexOf(code));
  }

  /** @param route a number from {@link Observatory#compressing} */
  public void compress(int route, CompressOutcome outcome) {
    compressOutcomes.increment(outcome.of(route));
  }

  public void compress(CompressCoding coding, CompressCoding.Work what, long amount) {
    compressWork.add(what.of(coding), amount);
  }

  /** Counts a decision of a route on a request. */
  public void decided(RouteDecisionCount what) {
    routeDecisions.increment(what.index());
  }

  public void datagram(DatagramCount what) {
    datagrams.increment(what.index());
  }

  /** Counts a QUIC connection that was closed because of an error of its client. */
  public void quicError(QuicErrorCount what) {
    quicErrors.increment(what.index());
  }

  /** @param pathClass a number from {@link Observatory#pathClass} */
  public void path(PathCount what, int pathClass, long amount) {
    pathCounts.add(what.of(pathClass), amount);
  }

  /**
   * Begins a read cycle of a client's channel, or a flush.
   *
   * @return the argument for {@link #cycleEnded}: the CPU time so far for one cycle in 61, else 0
   */
  public long cycleStarted() {
    return cpu.sample();
  }

  /**
   * Ends a read cycle or a flush.
   *
   * @param requests request heads that arrived during it; 0 for a flush
   */
  public void cycleEnded(long started, int listener, WireProtocol protocol, int requests) {
    cycleEnded(started, listener, protocol, requests, null);
  }

  /**
   * Does the same for a cycle of one connection.
   *
   * @param record null if the cycle is of several connections
   */
  public void cycleEnded(
      long started,
      int listener,
      WireProtocol protocol,
      int requests,
      @Nullable ConnectionRecord record) {
    if (started != 0) {
      PartCounters part = listenerPart(listener, protocol.index());
      long nanos = cpu.since(started);
      part.add(Measure.SAMPLED_NANOS, nanos);
      if (record != null) {
        record.spent(nanos * LoopCpu.SAMPLE_EVERY);
      }
      part.add(Measure.SAMPLED_REQUESTS, requests);
    }
  }

  /** Ends a flush of one connection. */
  public void flushEnded(long started, ConnectionRecord record) {
    cycleEnded(started, record.listener, record.protocol(), 0, record);
  }

  /** Returns the mean CPU time of a request of this connection's listener and protocol, from samples; 0 without one. */
  public long meanRequestNanos(ConnectionRecord record) {
    long requests = record.part().get(Measure.SAMPLED_REQUESTS);
    return requests == 0 ? 0 : record.part().get(Measure.SAMPLED_NANOS) / requests;
  }

  /** Returns the mean CPU time of a handshake of this connection's listener and protocol; 0 before the first one. */
  public long meanHandshakeNanos(ConnectionRecord record) {
    PartCounters part = record.part();
    long handshakes = part.get(Measure.HANDSHAKES_FULL) + part.get(Measure.HANDSHAKES_RESUMED);
    return handshakes == 0 ? 0 : part.get(Measure.HANDSHAKE_NANOS) / handshakes;
  }

  /** Returns the number of request heads received over this protocol so far. */
  public long exchangesStarted(WireProtocol protocol) {
    return get(ProtocolCount.EXCHANGES_STARTED, protocol);
  }

  /** Returns the CPU time of this thread so far in nanoseconds, to measure a handshake. A call takes about half a microsecond. */
  public long cpuNanos() {
    return cpu.now();
  }

  /** Returns the id of the next connection. Ids of one loop increase; ids of different loops never collide. Event loop only. */
  long nextConnectionId() {
    return connectionSequence * loopCount + loopIndex;
  }

  ConnectionTable table() {
    return table;
  }

  public LoopCpu cpu() {
    return cpu;
  }

  /** Returns the number of responses with this outcome. Any thread. */
  public long get(CompressOutcome outcome, int route) {
    return compressOutcomes.get(outcome.of(route));
  }

  /** Returns a counter of a content coding. Any thread. */
  public long get(CompressCoding.Work what, CompressCoding coding) {
    return compressWork.get(what.of(coding));
  }

  /** Returns a counter of a listener and protocol. Any thread. */
  public long get(Measure what, int listener, WireProtocol protocol) {
    PartCounters part = listener(listener, protocol);
    return part == null ? 0 : part.get(what);
  }

  /** Returns a counter of a listener that belongs to no protocol. Any thread. */
  public long get(Measure what, int listener) {
    PartCounters part = listener(listener);
    return part == null ? 0 : part.get(what);
  }

  /** Returns the counters of a listener and protocol; null if there are none yet. Any thread. */
  @Nullable
  PartCounters listener(int number, WireProtocol protocol) {
    return listeners.getAcquire(number * COLUMNS + protocol.index());
  }

  /** Returns the counters of a listener that belong to no protocol; null if there are none yet. Any thread. */
  @Nullable
  PartCounters listener(int number) {
    return listeners.getAcquire(number * COLUMNS + NO_PROTOCOL);
  }

  /** Returns the counters of a site and protocol; null if there are none yet. Any thread. */
  @Nullable
  PartCounters site(int number, WireProtocol protocol) {
    return sites.getAcquire(number * WireProtocol.COUNT + protocol.index());
  }

  long get(ProtocolCount what, WireProtocol protocol) {
    return protocolCounts.get(what.of(protocol));
  }

  public long get(EventCount what) {
    return eventCounts.get(what.index());
  }

  long get(BeaconOutcome what) {
    return beacons.get(what.index());
  }

  public long get(RetryReason reason, RetryReason.Outcome outcome, int upstream) {
    return retryCounts.get(reason.of(upstream, outcome));
  }

  public long get(UpstreamCount what, int upstream) {
    return upstreamCounts.get(what.of(upstream));
  }

  /** @param route a number from {@link Observatory#cachedRoute} */
  public long get(CacheCount what, int route) {
    return cacheCounts.get(what.of(route));
  }

  public long get(SideCount what, int side) {
    return sideCounts.get(what.of(side));
  }

  public long get(RouteDecisionCount what) {
    return routeDecisions.get(what.index());
  }

  public long get(LimitCount what, int limit) {
    return limitCounts.get(what.of(limit));
  }

  public long get(PolicyOutcome outcome, int decisions) {
    return decisionCounts.get(outcome.of(decisions));
  }

  /** @param index an index of {@link GrpcCodes} */
  public long grpcResponses(int index) {
    return grpcCounts.get(index);
  }

  public long get(PathCount what, int pathClass) {
    return pathCounts.get(what.of(pathClass));
  }

  public long get(QuicErrorCount what) {
    return quicErrors.get(what.index());
  }

  public long get(DatagramCount what) {
    return datagrams.get(what.index());
  }

  public long pushesSkipped(int reason) {
    return pushSkips.get(reason);
  }

  public long hintsSkipped(int reason) {
    return hintSkips.get(reason);
  }

  public long requests(int route, WireProtocol protocol, StatusClass status) {
    return requests.get(requestIndex(route, protocol, status.index()));
  }

  DurationHistogram durations(WireProtocol protocol) {
    return durations[protocol.index()];
  }

  private void count(ProtocolCount what, WireProtocol protocol, long amount) {
    protocolCounts.add(what.of(protocol), amount);
  }

  private void add(ConnectionRecord record, int site, Measure what, long amount) {
    record.part().add(what, amount);
    sitePart(record, site).add(what, amount);
  }

  private PartCounters listenerPart(int listener, int column) {
    return part(listeners, listener * COLUMNS + column);
  }

  private PartCounters sitePart(ConnectionRecord record, int site) {
    return part(sites, site * WireProtocol.COUNT + record.protocol().index());
  }

  private static PartCounters part(AtomicReferenceArray<@Nullable PartCounters> all, int index) {
    PartCounters part = all.getPlain(index);
    if (part == null) {
      part = new PartCounters();
      all.setRelease(index, part);
    }
    return part;
  }

  private static int requestIndex(int route, WireProtocol protocol, int statusClass) {
    return (route * WireProtocol.COUNT + protocol.index()) * StatusClass.COUNT + statusClass;
  }
}
