package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.DescriptorBudget.Use;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.observe.count.UpstreamSurplus;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections of one loop to one server. Idle ones are taken last-in first-out: the most recently used one has the widest
 * congestion window, and the others reach their idle timeout and close. Event loop only.
 */
final class ServerPool {
  /** Nanoseconds for which a server that refused a connection is skipped if other servers work. */
  private static final long FAILING_NANOS = 1_000_000_000L;

  /** Nanoseconds between two log lines on surplus bytes of one server on one loop. */
  private static final long SURPLUS_LOG_NANOS = 10_000_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(ServerPool.class);

  /**
   * The most connections being opened at once. Many more would overflow the server's backlog (511 in nginx by default): the kernel
   * then drops SYNs, and requests wait a second for their retransmission. A request that is cancelled before its turn costs no
   * connection.
   */
  private static final int MAX_CONNECTING = 64;

  private final UpstreamConfig upstream;
  private final ServerConfig server;
  private final String serverText;
  private final EventLoop loop;
  private final DeadlineWheel deadlines;
  private final FlushQueue flushes;
  private final LoopDescriptors descriptors;
  private final UpstreamCounts counts;
  private final UpstreamConnector connector;
  private final ArrayDeque<UpstreamConnection> idle = new ArrayDeque<>();
  private @Nullable UpstreamGroup group;

  /** Connections that are open or being opened. */
  private int open;

  private int connecting;

  private long failedAtNanos;
  private long surplusLoggedNanos;
  private long surplusUnlogged;
  private boolean retired;

  ServerPool(
      UpstreamConfig upstream,
      ServerConfig server,
      EventLoop loop,
      DeadlineWheel deadlines,
      FlushQueue flushes,
      LoopDescriptors descriptors,
      UpstreamCounts counts,
      UpstreamConnector connector) {
    this.upstream = upstream;
    this.server = server;
    this.serverText = server.toString();
    this.failedAtNanos = deadlines.clock().exactNanos() - FAILING_NANOS;
    this.surplusLoggedNanos = deadlines.clock().exactNanos() - SURPLUS_LOG_NANOS;
    this.loop = loop;
    this.deadlines = deadlines;
    this.flushes = flushes;
    this.descriptors = descriptors;
    this.counts = counts;
    this.connector = connector;
  }

  void joined(UpstreamGroup of) {
    group = of;
  }

  UpstreamGroup group() {
    if (group == null) {
      throw new IllegalStateException("group: none (expected: joined)");
    }
    return group;
  }

  ServerConfig server() {
    return server;
  }

  /** Returns the server as it is written in the configuration. */
  String serverText() {
    return serverText;
  }

  UpstreamConfig upstream() {
    return upstream;
  }

  LoopClock clock() {
    return deadlines.clock();
  }

  DeadlineWheel deadlines() {
    return deadlines;
  }

  FlushQueue flushes() {
    return flushes;
  }

  LoopDescriptors descriptors() {
    return descriptors;
  }

  EventLoop loop() {
    return loop;
  }

  boolean isFailing() {
    return deadlines.clock().nanoTime() - failedAtNanos < FAILING_NANOS;
  }

  /** Counts a connection that is now open. */
  void opened() {
    counts.connectionOpened();
    connectEnded();
  }

  int openConnections() {
    return open;
  }

  /** Gives the exchange an idle connection. Returns false if there is none. */
  boolean lendIdle(UpstreamExchange exchange) {
    UpstreamConnection connection = pollUsable();
    if (connection == null) {
      return false;
    }
    exchange.pool(this);
    lend(connection, exchange);
    return true;
  }

  void lend(UpstreamConnection connection, UpstreamExchange exchange) {
    group().lent(connection, exchange);
    connection.take(exchange);
    exchange.connected(connection);
  }

  /** Opens a connection for the exchange. It counts as open at once. */
  void open(UpstreamExchange exchange) {
    open++;
    connecting++;
    UpstreamConnection connection = new UpstreamConnection(this);
    group().lent(connection, exchange);
    connector.connect(this, connection, exchange);
  }

  boolean mayConnect() {
    return connecting < MAX_CONNECTING;
  }

  private void connectEnded() {
    connecting--;
    group().connectEnded();
  }

  private @Nullable UpstreamConnection pollUsable() {
    UpstreamConnection connection = idle.pollLast();
    // A closing connection leaves the queue in its channelInactive, which runs a little later.
    while (connection != null && !connection.isUsable()) {
      connection = idle.pollLast();
    }
    group().idleChanged();
    return connection;
  }

  /** Counts and logs bytes that belong to no response; their connection closes. */
  void surplus(UpstreamSurplus when) {
    counts.surplus(when);
    long now = deadlines.clock().nanoTime();
    if (now - surplusLoggedNanos < SURPLUS_LOG_NANOS) {
      surplusUnlogged++;
      return;
    }
    LOG.warn(
        "upstream {}, {}: bytes without a request ({}); closed the connection ({} more since the"
            + " last line). Check the Content-Length and chunks of its responses.",
        upstream.name(),
        server,
        when.tag(),
        surplusUnlogged);
    surplusLoggedNanos = now;
    surplusUnlogged = 0;
  }

  /** Returns a connection that has completed an exchange and may serve another. */
  void release(UpstreamConnection connection) {
    group().release(this, connection);
  }

  /** Keeps a connection for a later exchange. */
  void pool(UpstreamConnection connection) {
    if (retired) {
      connection.close();
      return;
    }
    idle.add(connection);
    connection.idle();
    group().idleChanged();
  }

  int idleConnections() {
    return idle.size();
  }

  /** Removes a connection that has closed after it was usable. */
  void closed(UpstreamConnection connection) {
    counts.connectionClosed();
    if (idle.remove(connection)) {
      group().idleChanged();
    }
    open--;
    group().closed(connection);
  }

  void connectFailed(
      UpstreamConnection connection, UpstreamExchange exchange, ExchangeFailure failure) {
    failedAtNanos = deadlines.clock().nanoTime();
    counts.connectionFailed();
    open--;
    connectEnded();
    group().closed(connection);
    exchange.connectFailed(failure);
  }

  /**
   * Fails the exchange because this machine has no descriptor for a connection. The server did not fail, so it stays in rotation.
   */
  void noDescriptor(UpstreamConnection connection, UpstreamExchange exchange) {
    if (!exchange.isDone()) {
      descriptors.refused(Use.UPSTREAM);
    }
    open--;
    connectEnded();
    group().closed(connection);
    exchange.connectFailed(new ExchangeFailure(
        Kind.CONNECTION_LIMIT, server + ": no file descriptor for a connection"));
  }

  /** Closes at most this number of idle connections, the longest idle first. Returns the number closed. */
  int closeIdle(int most) {
    int closed = 0;
    while (closed < most) {
      UpstreamConnection connection = idle.poll();
      if (connection == null) {
        break;
      }
      connection.close();
      closed++;
    }
    group().idleChanged();
    return closed;
  }

  void retire() {
    retired = true;
    for (UpstreamConnection connection = idle.poll();
        connection != null;
        connection = idle.poll()) {
      connection.close();
    }
    group().idleChanged();
  }
}
