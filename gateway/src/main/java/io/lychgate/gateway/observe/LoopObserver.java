package io.lychgate.gateway.observe;

import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.observe.count.BeaconOutcome;
import io.lychgate.gateway.observe.count.Counters;
import io.lychgate.gateway.observe.count.DatagramCount;
import io.lychgate.gateway.observe.count.DurationHistogram;
import io.lychgate.gateway.observe.count.EventCount;
import io.lychgate.gateway.observe.count.LoopCpu;
import io.lychgate.gateway.observe.count.PathCount;
import io.lychgate.gateway.observe.count.ProtocolCount;
import io.lychgate.gateway.observe.count.QuicErrorCount;
import io.lychgate.gateway.observe.count.StatusClass;
import io.lychgate.gateway.observe.count.UpstreamCount;
import io.lychgate.gateway.observe.count.UpstreamRefusal;
import io.lychgate.gateway.observe.count.UpstreamSurplus;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.netty.util.concurrent.EventExecutor;
import java.net.SocketAddress;

/**
 * The counters and live connections of one event loop, and the methods by which the data path updates them.
 *
 * <p>Every method called during an exchange is for that loop's thread only, allocates nothing and takes no lock. Numbers for
 * listener, route, upstream and skip reason come from the tag values of the {@link Observatory}.
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

  /** Registers a connection. Call it when the protocol is known: after ALPN, or at once on a listener without TLS. */
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

  /** Removes a connection. A second call does nothing. */
  public void connectionClosed(ConnectionRecord record) {
    if (!table.remove(record)) {
      return;
    }
    connectionsClosed.increment(connectionIndex(record.listener, record.protocol()));
    count(ProtocolCount.H1_EQUIVALENT_CLOSED, record.protocol(), record.h1Equivalent());
    // Exchanges in flight end with their connection. Their later exchangeEnded finds nothing in
    // flight.
    count(ProtocolCount.EXCHANGES_ENDED, record.protocol(), record.inFlight);
    record.inFlight = 0;
  }

  /** Counts a completed TLS or QUIC handshake, with the CPU time that this thread spent on it (0: not measured). */
  public void handshake(WireProtocol protocol, boolean resumed, long cpuNanos) {
    count(resumed ? ProtocolCount.HANDSHAKES_RESUMED : ProtocolCount.HANDSHAKES_FULL, protocol, 1);
    count(ProtocolCount.HANDSHAKE_NANOS, protocol, cpuNanos);
  }

  /** Adds CPU time of handshakes without counting one; the handshake may still be in progress or fail. */
  public void handshakeWork(WireProtocol protocol, long cpuNanos) {
    count(ProtocolCount.HANDSHAKE_NANOS, protocol, cpuNanos);
  }

  /** Counts a failed handshake by listener, because its protocol is not known yet. */
  public void handshakeFailed(int listener) {
    handshakesFailed.increment(listener);
  }

  /**
   * Counts a request whose head has arrived.
   *
   * @return the place of its authority, an argument of {@link #exchangeEnded}
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

  public void bytesIn(ConnectionRecord record, long bytes) {
    record.bytesIn += bytes;
    count(ProtocolCount.BYTES_IN, record.protocol(), bytes);
  }

  public void bytesOut(ConnectionRecord record, long bytes) {
    record.bytesOut += bytes;
    count(ProtocolCount.BYTES_OUT, record.protocol(), bytes);
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

  public void upstreamRequest(int upstream) {
    upstreamCounts.increment(UpstreamCount.REQUESTS.of(upstream));
  }

  public void upstreamRetry(int upstream) {
    upstreamCounts.increment(UpstreamCount.RETRIES.of(upstream));
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
  public void cycleEnded(long started, WireProtocol protocol, int requests) {
    if (started != 0) {
      count(ProtocolCount.SAMPLED_NANOS, protocol, cpu.since(started));
      count(ProtocolCount.SAMPLED_REQUESTS, protocol, requests);
    }
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

  public long opened(int listener, WireProtocol protocol) {
    return connectionsOpened.get(connectionIndex(listener, protocol));
  }

  long closed(int listener, WireProtocol protocol) {
    return connectionsClosed.get(connectionIndex(listener, protocol));
  }

  public long handshakesFailed(int listener) {
    return handshakesFailed.get(listener);
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

  public long get(UpstreamCount what, int upstream) {
    return upstreamCounts.get(what.of(upstream));
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

  private static int connectionIndex(int listener, WireProtocol protocol) {
    return listener * WireProtocol.COUNT + protocol.index();
  }

  private static int requestIndex(int route, WireProtocol protocol, int statusClass) {
    return (route * WireProtocol.COUNT + protocol.index()) * StatusClass.COUNT + statusClass;
  }
}
