package io.lychgate.gateway.observe;

import io.lychgate.gateway.loop.Ticker;
import io.netty.util.concurrent.EventExecutor;
import java.net.SocketAddress;

/**
 * The counters and live connections of one event loop, and all that the data path tells them.
 *
 * <p>Every method that takes part in an exchange is for that loop's thread only, allocates nothing and takes no lock.
 * Numbers for listener, route, upstream and skip reason come from the {@link Observatory}'s sets of tag values.
 */
public final class LoopObserver {
  private final EventExecutor loop;
  private final Ticker ticker;
  private final int loopIndex;
  private final int loopCount;
  private final LoopCpu cpu;
  private final ConnectionTable table = new ConnectionTable();
  private final Counters connectionsOpened = new Counters(WireProtocol.COUNT * 8);
  private final Counters connectionsClosed = new Counters(WireProtocol.COUNT * 8);
  private final Counters handshakesFailed = new Counters(8);
  private final Counters protocolCounts = new Counters(ProtocolCount.size());
  private final Counters eventCounts = new Counters(EventCount.values().length);
  private final Counters beacons = new Counters(BeaconOutcome.values().length);
  private final Counters pushSkips = new Counters(32);
  private final Counters hintSkips = new Counters(32);
  private final Counters requests = new Counters(WireProtocol.COUNT * StatusClass.COUNT * 16);
  private final Counters upstreamCounts = new Counters(16);
  private final Counters pathCounts = new Counters(32);
  private final Counters quicErrors = new Counters(QuicErrorCount.values().length);
  private final Counters datagrams = new Counters(DatagramCount.values().length);
  private final DurationHistogram[] durations = new DurationHistogram[WireProtocol.COUNT];
  private long connectionSequence;

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

  /** Call it when the protocol is known: after ALPN, or at once on a listener without TLS. */
  public ConnectionRecord connectionOpened(
      int listener, WireProtocol protocol, SocketAddress peer) {
    long id = nextConnectionId();
    connectionSequence++;
    ConnectionRecord record =
        new ConnectionRecord(id, table.take(), listener, protocol, peer, ticker.wallMillis());
    table.put(record);
    connectionsOpened.increment(connectionIndex(listener, protocol));
    count(ProtocolCount.H1_EQUIVALENT, protocol, 1);
    return record;
  }

  /** Call it once; a second call does nothing. */
  public void connectionClosed(ConnectionRecord record) {
    if (!table.remove(record)) {
      return;
    }
    connectionsClosed.increment(connectionIndex(record.listener, record.protocol()));
    count(ProtocolCount.H1_EQUIVALENT_CLOSED, record.protocol(), record.h1Equivalent());
    // Exchanges that die with their connection end with it; their later exchangeEnded finds nothing
    // in flight.
    count(ProtocolCount.EXCHANGES_ENDED, record.protocol(), record.inFlight);
    record.inFlight = 0;
  }

  /** A TLS or QUIC handshake that came to its end, with the CPU time that this thread spent on it (0: not measured). */
  public void handshake(WireProtocol protocol, boolean resumed, long cpuNanos) {
    count(resumed ? ProtocolCount.HANDSHAKES_RESUMED : ProtocolCount.HANDSHAKES_FULL, protocol, 1);
    count(ProtocolCount.HANDSHAKE_NANOS, protocol, cpuNanos);
  }

  /** CPU time that went into handshakes, whichever they were and however they end. */
  public void handshakeWork(WireProtocol protocol, long cpuNanos) {
    count(ProtocolCount.HANDSHAKE_NANOS, protocol, cpuNanos);
  }

  /** Its protocol is not known yet, so the listener has to do. */
  public void handshakeFailed(int listener) {
    handshakesFailed.increment(listener);
  }

  /**
   * A request head came in.
   *
   * @return the place of its authority, to be given back to {@link #exchangeEnded}
   */
  public int exchangeStarted(ConnectionRecord record, CharSequence authority) {
    int before = record.h1Equivalent();
    int place = record.started(authority);
    count(ProtocolCount.EXCHANGES_STARTED, record.protocol(), 1);
    int more = record.h1Equivalent() - before;
    if (more > 0) {
      count(ProtocolCount.H1_EQUIVALENT, record.protocol(), more);
    }
    return place;
  }

  /**
   * A response was sent, or will never be.
   *
   * @param route its number; 0 when no route was found
   * @param status the final status code; 0 when none was sent
   */
  public void exchangeEnded(
      ConnectionRecord record, int authorityPlace, int route, int status, long durationNanos) {
    WireProtocol protocol = record.protocol();
    if (record.inFlight > 0) {
      record.ended(authorityPlace);
      count(ProtocolCount.EXCHANGES_ENDED, protocol, 1);
    }
    requests.increment(requestIndex(route, protocol, StatusClass.indexOf(status)));
    durations[protocol.index()].record(durationNanos);
  }

  /** A server has switched protocols for a client. */
  public void tunnelOpened(ConnectionRecord record) {
    count(ProtocolCount.TUNNELS_OPENED, record.protocol(), 1);
  }

  public void tunnelClosed(ConnectionRecord record) {
    count(ProtocolCount.TUNNELS_CLOSED, record.protocol(), 1);
  }

  /** A connection sent more in one read than may be decoded in one turn of the loop. */
  public void turnSpent(WireProtocol protocol) {
    count(ProtocolCount.TURNS_SPENT, protocol, 1);
  }

  public void bytesIn(ConnectionRecord record, long bytes) {
    record.bytesIn += bytes;
    count(ProtocolCount.BYTES_IN, record.protocol(), bytes);
  }

  public void bytesOut(ConnectionRecord record, long bytes) {
    record.bytesOut += bytes;
    count(ProtocolCount.BYTES_OUT, record.protocol(), bytes);
  }

  /** A PUSH_PROMISE left. */
  public void pushSent() {
    eventCounts.increment(EventCount.PUSHES_SENT.index());
  }

  /** The client reset a promised stream with CANCEL or REFUSED_STREAM before it took any body. */
  public void pushRefused() {
    eventCounts.increment(EventCount.PUSHES_REFUSED.index());
  }

  /** The client reset a promised stream while its body was on the way. */
  public void pushReset() {
    eventCounts.increment(EventCount.PUSHES_RESET.index());
  }

  public void pushSkipped(int reason) {
    pushSkips.increment(reason);
  }

  /** One 103 with this many links left. */
  public void hintsSent(int links) {
    eventCounts.increment(EventCount.HINTS_SENT.index());
    eventCounts.add(EventCount.HINT_LINKS.index(), links);
  }

  /** A connection came with early data. {@code taken}: it is shown at once, as it surely is no copy. */
  public void earlyConnection(boolean taken) {
    EventCount what =
        taken ? EventCount.EARLY_CONNECTIONS_TAKEN : EventCount.EARLY_CONNECTIONS_LATE;
    eventCounts.increment(what.index());
  }

  /** A request came as early data. {@code served}: it did not wait for the handshake's end. */
  public void earlyRequest(boolean served) {
    EventCount what = served ? EventCount.EARLY_REQUESTS_SERVED : EventCount.EARLY_REQUESTS_HELD;
    eventCounts.increment(what.index());
  }

  public void hintSkipped(int reason) {
    hintSkips.increment(reason);
  }

  /** A page's beacon to the ledger came in. */
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

  public void upstreamRequest(int upstream) {
    upstreamCounts.increment(UpstreamCount.REQUESTS.of(upstream));
  }

  public void upstreamRetry(int upstream) {
    upstreamCounts.increment(UpstreamCount.RETRIES.of(upstream));
  }

  /** A request waits for a connection. */
  public void upstreamQueued(int upstream) {
    upstreamCounts.increment(UpstreamCount.QUEUED.of(upstream));
  }

  /** A request waits no longer. */
  public void upstreamUnqueued(int upstream) {
    upstreamCounts.increment(UpstreamCount.UNQUEUED.of(upstream));
  }

  public void upstreamRefused(int upstream, UpstreamRefusal why) {
    upstreamCounts.increment(why.count().of(upstream));
  }

  /** A connection to an upstream closes because it sent bytes that belong to no response. */
  public void upstreamSurplus(int upstream, UpstreamSurplus when) {
    upstreamCounts.increment(when.count().of(upstream));
  }

  public void datagram(DatagramCount what) {
    datagrams.increment(what.index());
  }

  /** A QUIC connection was closed for an error of its client. */
  public void quicError(QuicErrorCount what) {
    quicErrors.increment(what.index());
  }

  /** @param pathClass a number of {@link Observatory#pathClass} */
  public void path(PathCount what, int pathClass, long amount) {
    pathCounts.add(what.of(pathClass), amount);
  }

  /**
   * Begins a read cycle of a client's channel, or a flush.
   *
   * @return what {@link #cycleEnded} wants back: the CPU time so far for one in 61, else 0
   */
  public long cycleStarted() {
    return cpu.sample();
  }

  /**
   * Ends a read cycle or a flush.
   *
   * @param requests request heads that came in during it; 0 for a flush
   */
  public void cycleEnded(long started, WireProtocol protocol, int requests) {
    if (started != 0) {
      count(ProtocolCount.SAMPLED_NANOS, protocol, cpu.since(started));
      count(ProtocolCount.SAMPLED_REQUESTS, protocol, requests);
    }
  }

  /** Request heads that came in by this protocol so far. */
  public long exchangesStarted(WireProtocol protocol) {
    return get(ProtocolCount.EXCHANGES_STARTED, protocol);
  }

  /** CPU time of this thread so far, nanoseconds; to measure around a handshake. Costs about half a microsecond. */
  public long cpuNanos() {
    return cpu.now();
  }

  /** Ids of one loop rise; those of different loops never meet. Event loop only. */
  long nextConnectionId() {
    return connectionSequence * loopCount + loopIndex;
  }

  ConnectionTable table() {
    return table;
  }

  LoopCpu cpu() {
    return cpu;
  }

  long opened(int listener, WireProtocol protocol) {
    return connectionsOpened.get(connectionIndex(listener, protocol));
  }

  long closed(int listener, WireProtocol protocol) {
    return connectionsClosed.get(connectionIndex(listener, protocol));
  }

  long handshakesFailed(int listener) {
    return handshakesFailed.get(listener);
  }

  long get(ProtocolCount what, WireProtocol protocol) {
    return protocolCounts.get(what.of(protocol));
  }

  long get(EventCount what) {
    return eventCounts.get(what.index());
  }

  long get(BeaconOutcome what) {
    return beacons.get(what.index());
  }

  long get(UpstreamCount what, int upstream) {
    return upstreamCounts.get(what.of(upstream));
  }

  long get(PathCount what, int pathClass) {
    return pathCounts.get(what.of(pathClass));
  }

  long get(QuicErrorCount what) {
    return quicErrors.get(what.index());
  }

  long get(DatagramCount what) {
    return datagrams.get(what.index());
  }

  long pushesSkipped(int reason) {
    return pushSkips.get(reason);
  }

  long hintsSkipped(int reason) {
    return hintSkips.get(reason);
  }

  long requests(int route, WireProtocol protocol, StatusClass status) {
    return requests.get(requestIndex(route, protocol, status.index()));
  }

  DurationHistogram durations(WireProtocol protocol) {
    return durations[protocol.index()];
  }

  private void count(ProtocolCount what, WireProtocol protocol, long amount) {
    protocolCounts.add(what.of(protocol), amount);
  }

  private static int connectionIndex(int listener, WireProtocol protocol) {
    return listener * WireProtocol.COUNT + protocol.index();
  }

  private static int requestIndex(int route, WireProtocol protocol, int statusClass) {
    return (route * WireProtocol.COUNT + protocol.index()) * StatusClass.COUNT + statusClass;
  }
}
