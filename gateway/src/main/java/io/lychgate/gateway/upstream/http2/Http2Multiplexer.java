package io.lychgate.gateway.upstream.http2;

import io.lychgate.gateway.config.site.UpstreamTlsConfig.HttpVersion;
import io.lychgate.gateway.loop.DescriptorBudget.Use;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.upstream.ServerConnections;
import io.lychgate.gateway.upstream.ServerConnector;
import io.lychgate.gateway.upstream.StreamLease;
import io.lychgate.gateway.upstream.StreamRequest;
import io.lychgate.gateway.upstream.UpstreamSite;
import io.lychgate.gateway.upstream.UpstreamTls;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/2 connections of one loop to one server: many requests on few connections. Requests wait for a connection that is being
 * opened as streams of it, so that a burst opens one connection. Another is opened only when each has as many streams as the
 * server or {@code maxStreams} permits. The oldest connection with room is used first, so that the others become idle and close.
 * Event loop only.
 */
final class Http2Multiplexer implements ServerConnections, Http2ServerConnection.Home {
  /** The most connections being opened at once. Each has room for many requests. */
  private static final int MAX_CONNECTING = 4;

  /** The most connections on which the server permits no stream. More would not help. */
  private static final int MAX_PARKED = 2;

  /** Time without a new connection after one has closed on which the server has permitted no stream. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Cost of opening a connection in its client's share of a turn. */
  private static final int COST_OF_CONNECTION = 16;

  private final UpstreamSite site;
  private final String serverText;
  private final ServerConnector connector;
  private final Owner owner;

  /** Connections that are open or being opened, the oldest first. */
  private final List<Http2ServerConnection> connections = new ArrayList<>(2);

  private final boolean isSecure;
  private int connecting;

  /** Until {@link #resumesNanos} no connection is opened. */
  private boolean isPausing;

  private long resumesNanos;

  /** Streams that the SETTINGS of the server permit on a connection. */
  private int permitted = Http2ServerConnection.STREAMS_BEFORE_SETTINGS;

  Http2Multiplexer(UpstreamSite site, Endpoint server, ServerConnector connector, Owner owner) {
    this.site = site;
    this.serverText = server.toString();
    this.connector = connector;
    this.owner = owner;
    this.isSecure = server.server().scheme().isSecure();
  }

  // For the group.

  @Override
  public boolean lend(StreamRequest request) {
    for (int i = 0; i < connections.size(); i++) {
      Http2ServerConnection connection = connections.get(i);
      if (connection.hasRoom() && connection.isUsable()) {
        assign(connection, request);
        return true;
      }
    }
    return false;
  }

  private void assign(Http2ServerConnection connection, StreamRequest request) {
    boolean wasIdle = connection.isIdle();
    Http2ServerStream stream = new Http2ServerStream(connection, request);
    owner.lent(stream.lease(), request);
    connection.assign(stream);
    if (wasIdle) {
      owner.idleChanged();
    }
  }

  @Override
  public boolean mayOpen() {
    isPausing = isPausing && site.clock().nanoTime() - resumesNanos < 0;
    return connecting < MAX_CONNECTING && !isPausing && parked() < MAX_PARKED;
  }

  private int parked() {
    int parked = 0;
    for (int i = 0; i < connections.size(); i++) {
      parked += connections.get(i).isParked() ? 1 : 0;
    }
    return parked;
  }

  @Override
  public boolean isParked() {
    return parked() > 0;
  }

  @Override
  public void open(StreamRequest request) {
    connecting++;
    Http2ServerConnection connection = Http2ServerConnectionBuilder.connectionOf(this, isSecure);
    connections.add(connection);
    assign(connection, request);
    site.turns().of(request.client()).spend(COST_OF_CONNECTION);
    connector.connect(site, owner.endpoint(), new Opening(connection));
  }

  @Override
  public int streamsPerConnection() {
    return Math.max(1, Math.min(permitted, site.config().connections().maxStreams()));
  }

  @Override
  public int openConnections() {
    return connections.size();
  }

  @Override
  public int idleConnections() {
    int idle = 0;
    for (int i = 0; i < connections.size(); i++) {
      idle += connections.get(i).isIdle() ? 1 : 0;
    }
    return idle;
  }

  @Override
  public int closeIdle(int most) {
    int closed = 0;
    for (int i = 0; i < connections.size() && closed < most; i++) {
      Http2ServerConnection connection = connections.get(i);
      if (connection.isIdle()) {
        connection.closeGently();
        closed++;
      }
    }
    return closed;
  }

  @Override
  public void retire() {
    List.copyOf(connections).forEach(Http2ServerConnection::drain);
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
  public void usable(Http2ServerConnection connection) {
    connecting--;
    site.counts().connectionOpened();
    site.counts().http2Opened();
  }

  @Override
  public void released(Http2ServerStream stream) {
    owner.idleChanged();
    owner.released(stream.lease());
  }

  @Override
  public void tunnelBegan(Http2ServerStream stream) {
    owner.tunnelBegan(stream.lease());
  }

  /** Not at once: the stream is just being lent. */
  @Override
  public void takesNoTunnel(Http2ServerStream stream) {
    site.loop().execute(() -> stream.withoutTunnel(owner));
  }

  @Override
  public boolean requiresHttp1() {
    return owner.requiresHttp1();
  }

  @Override
  public void permitted(Http2ServerConnection connection) {
    permitted = connection.allowedStreams();
    owner.streamsChanged();
    owner.mayServe();
  }

  @Override
  public void changed() {
    owner.mayServe();
  }

  @Override
  public void closed(Http2ServerConnection connection) {
    site.counts().connectionClosed();
    site.counts().http2Closed();
    if (connection.isParked() && !connection.hasServed()) {
      isPausing = true;
      resumesNanos = site.clock().nanoTime() + PAUSE_NANOS;
    }
    ended(connection);
  }

  /** The connection no longer counts. Its streams have ended, so no lease ends with it. */
  private void ended(Http2ServerConnection connection) {
    connections.remove(connection);
    owner.idleChanged();
    owner.closed(new StreamLease());
  }

  /** A connection that is being opened for the requests that are assigned to it. */
  private final class Opening implements ServerConnector.Opening {
    private final Http2ServerConnection connection;

    /** The connection if its server has selected another protocol. */
    private @Nullable Channel other;

    Opening(Http2ServerConnection connection) {
      this.connection = connection;
    }

    @Override
    public boolean isWanted() {
      return !connection.isUnwanted();
    }

    @Override
    public List<HttpVersion> offered() {
      return UpstreamTls.offered(site.config().tls(), true);
    }

    @Override
    public void initialize(ChannelPipeline pipeline, @Nullable String selected) {
      if (isSecure && !HttpVersion.HTTP_2.token().equals(selected)) {
        other = pipeline.channel();
      } else {
        pipeline.addLast(connection);
      }
    }

    @Override
    public void opened() {
      if (other == null) {
        connection.handshakeDone();
      } else {
        selectedOther(other);
      }
    }

    /** The connection belongs to the other protocol from now on, and its requests begin again. */
    private void selectedOther(Channel channel) {
      connections.remove(connection);
      if (!owner.selectedOther(channel)) {
        connections.add(connection);
        channel.close();
        failed(new ExchangeFailure(
            Kind.TLS_ERROR,
            serverText + ": the server selected no HTTP/2 (expected: h2, as in tls.protocols)",
            true));
        return;
      }
      connecting--;
      List<Http2ServerStream> waiting = connection.takeAssigned();
      for (Http2ServerStream stream : waiting) {
        owner.released(stream.lease());
      }
      for (Http2ServerStream stream : waiting) {
        stream.again(owner);
      }
      owner.mayServe();
    }

    @Override
    public void failed(ExchangeFailure failure) {
      owner.connectFailed(failure);
      site.counts().connectionFailed();
      end(failure);
    }

    /** The server did not fail, so it stays in rotation. */
    @Override
    public void noDescriptor() {
      if (isWanted()) {
        site.descriptors().refused(Use.UPSTREAM);
      }
      end(new ExchangeFailure(
          Kind.CONNECTION_LIMIT, serverText + ": no file descriptor for a connection"));
    }

    private void end(ExchangeFailure failure) {
      connecting--;
      List<Http2ServerStream> waiting = connection.takeAssigned();
      connections.remove(connection);
      for (Http2ServerStream stream : waiting) {
        owner.released(stream.lease());
      }
      ended(connection);
      for (Http2ServerStream stream : waiting) {
        stream.connectFailed(failure);
      }
      owner.mayServe();
    }
  }
}
