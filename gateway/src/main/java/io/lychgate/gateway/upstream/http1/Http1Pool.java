package io.lychgate.gateway.upstream.http1;

import io.lychgate.gateway.config.site.UpstreamTlsConfig.HttpVersion;
import io.lychgate.gateway.loop.DescriptorBudget.Use;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.observe.count.UpstreamSurplus;
import io.lychgate.gateway.upstream.ServerConnections;
import io.lychgate.gateway.upstream.ServerConnector;
import io.lychgate.gateway.upstream.StreamRequest;
import io.lychgate.gateway.upstream.UpstreamSite;
import io.lychgate.gateway.upstream.UpstreamTls;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP/1.1 connections of one loop to one server. Idle ones are taken last-in first-out: the most recently used one has the widest
 * congestion window, and the others reach their idle timeout and close. Event loop only.
 */
final class Http1Pool implements ServerConnections, Http1Connection.Home {
  /** Nanoseconds between two log lines on surplus bytes of one server on one loop. */
  private static final long SURPLUS_LOG_NANOS = 10_000_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(Http1Pool.class);

  /**
   * The most connections being opened at once. Many more would overflow the server's backlog (511 in nginx by default): the kernel
   * then drops SYNs, and requests wait a second for their retransmission. A request that is cancelled before its turn costs no
   * connection.
   */
  private static final int MAX_CONNECTING = 64;

  /** Cost of opening a connection in its client's share of a turn. It takes the time of two requests. */
  private static final int COST_OF_CONNECTION = 16;

  private final UpstreamSite site;
  private final String serverText;
  private final ServerConnector connector;
  private final AbandonedConnections abandoned;
  private final Owner owner;
  private final ArrayDeque<Http1Connection> idle = new ArrayDeque<>();

  /** Connections that are open or being opened. */
  private int open;

  private int connecting;

  private long surplusLoggedNanos;
  private long surplusUnlogged;
  private boolean retired;

  /** @param abandoned common to all servers of the upstream on this loop */
  Http1Pool(
      UpstreamSite site,
      Endpoint server,
      ServerConnector connector,
      AbandonedConnections abandoned,
      Owner owner) {
    this.site = site;
    this.serverText = server.toString();
    this.connector = connector;
    this.abandoned = abandoned;
    this.owner = owner;
    this.surplusLoggedNanos = site.clock().exactNanos() - SURPLUS_LOG_NANOS;
  }

  // For the group.

  @Override
  public boolean lend(StreamRequest request) {
    Http1Connection connection = pollUsable();
    if (connection == null) {
      return false;
    }
    owner.lent(connection.lease(), request);
    connection.take(request);
    request.connected(connection);
    return true;
  }

  private @Nullable Http1Connection pollUsable() {
    Http1Connection connection = idle.pollLast();
    if (connection == null) {
      return null;
    }
    // A closing connection leaves the queue in its channelInactive, which runs a little later.
    while (connection != null && !connection.isUsable()) {
      connection = idle.pollLast();
    }
    owner.idleChanged();
    return connection;
  }

  @Override
  public boolean mayOpen() {
    return connecting < MAX_CONNECTING;
  }

  @Override
  public void open(StreamRequest request) {
    open++;
    connecting++;
    Http1Connection connection = new Http1Connection(this);
    owner.lent(connection.lease(), request);
    site.turns().of(request.client()).spend(COST_OF_CONNECTION);
    connector.connect(site, owner.endpoint(), new Opening(connection, request));
  }

  @Override
  public int openConnections() {
    return open;
  }

  @Override
  public int idleConnections() {
    return idle.size();
  }

  @Override
  public int closeIdle(int most) {
    int closed = 0;
    while (closed < most) {
      Http1Connection connection = idle.poll();
      if (connection == null) {
        break;
      }
      connection.close();
      closed++;
    }
    owner.idleChanged();
    return closed;
  }

  @Override
  public void retire() {
    retired = true;
    closeIdle(Integer.MAX_VALUE);
  }

  @Override
  public void adopt(Channel channel) {
    open++;
    connecting++;
    Http1Connection connection = new Http1Connection(this);
    addHandlers(channel.pipeline(), connection);
    connection.opened();
    idle.add(connection);
    connection.idle();
    owner.idleChanged();
    if (retired) {
      closeIdle(Integer.MAX_VALUE);
    }
  }

  private static void addHandlers(ChannelPipeline pipeline, Http1Connection connection) {
    pipeline.channel().config().setRecvByteBufAllocator(connection.reads());
    pipeline.addLast(connection.decoder(), connection);
  }

  // For the connections.

  @Override
  public UpstreamSite site() {
    return site;
  }

  @Override
  public String server() {
    return serverText;
  }

  @Override
  public void usable() {
    site.counts().connectionOpened();
    connectEnded();
  }

  private void connectEnded() {
    connecting--;
    owner.mayServe();
  }

  @Override
  public void released(Http1Connection connection) {
    idle.add(connection);
    connection.idle();
    owner.idleChanged();
    owner.released(connection.lease());
    if (retired) {
      closeIdle(Integer.MAX_VALUE);
    }
  }

  @Override
  public void tunnelBegan(Http1Connection connection) {
    owner.tunnelBegan(connection.lease());
  }

  @Override
  public void abandoned(Http1Connection connection) {
    abandoned.add(connection);
  }

  @Override
  public void closed(Http1Connection connection) {
    site.counts().connectionClosed();
    if (idle.remove(connection)) {
      owner.idleChanged();
    }
    open--;
    owner.closed(connection.lease());
  }

  /** Counts and logs bytes that belong to no response; their connection closes. */
  @Override
  public void surplus(UpstreamSurplus when) {
    site.counts().surplus(when);
    long now = site.clock().nanoTime();
    if (now - surplusLoggedNanos < SURPLUS_LOG_NANOS) {
      surplusUnlogged++;
      return;
    }
    LOG.warn(
        "upstream {}, {}: bytes without a request ({}); closed the connection ({} more since the"
            + " last line). Check the Content-Length and chunks of its responses.",
        site.config().name(),
        serverText,
        when.tag(),
        surplusUnlogged);
    surplusLoggedNanos = now;
    surplusUnlogged = 0;
  }

  /** A connection that is being opened for a request. */
  private final class Opening implements ServerConnector.Opening {
    private final Http1Connection connection;
    private final StreamRequest request;

    Opening(Http1Connection connection, StreamRequest request) {
      this.connection = connection;
      this.request = request;
    }

    @Override
    public boolean isWanted() {
      return !request.isDone();
    }

    @Override
    public List<HttpVersion> offered() {
      return UpstreamTls.offered(site.config().tls(), false);
    }

    @Override
    public void initialize(ChannelPipeline pipeline, @Nullable String selected) {
      addHandlers(pipeline, connection);
    }

    @Override
    public void opened() {
      connection.opened();
      if (request.isDone()) {
        released(connection);
      } else if (!connection.isUsable()) {
        ExchangeFailure failure = new ExchangeFailure(
            Kind.RESPONSE_MALFORMED,
            serverText + ": sent bytes or closed the connection before the request",
            true);
        owner.connectFailed(failure);
        connection.close();
        request.connectFailed(failure);
      } else {
        connection.take(request);
        request.connected(connection);
      }
    }

    @Override
    public void failed(ExchangeFailure failure) {
      owner.connectFailed(failure);
      site.counts().connectionFailed();
      ended();
      request.connectFailed(failure);
    }

    /** The server did not fail, so it stays in rotation. */
    @Override
    public void noDescriptor() {
      if (!request.isDone()) {
        site.descriptors().refused(Use.UPSTREAM);
      }
      ended();
      request.connectFailed(new ExchangeFailure(
          Kind.CONNECTION_LIMIT, serverText + ": no file descriptor for a connection"));
    }

    private void ended() {
      open--;
      connectEnded();
      owner.closed(connection.lease());
    }
  }
}
