package io.lychgate.gateway.upstream;

import io.lychgate.gateway.http.grpc.GrpcForm;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.channel.Channel;
import java.util.concurrent.TimeUnit;

/**
 * Connections of one loop to an https server that selects HTTP/2 or HTTP/1.1 by ALPN. HTTP/2 is expected until the server selects
 * HTTP/1.1 or requires it, and again some minutes later, because servers are upgraded. Event loop only.
 */
final class NegotiatedConnections implements ServerConnections {
  /** Time for which a server that has selected HTTP/1.1 is offered nothing else. */
  private static final long REMEMBERED_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final UpstreamSite site;
  private final ServerConnections http1;
  private final ServerConnections http2;
  private final Remembered http1Selected = new Remembered();
  private final Remembered http1Required = new Remembered();
  private final Remembered upgradeOnly = new Remembered();

  NegotiatedConnections(
      UpstreamSite site,
      ServerConnections.Factory http1,
      ServerConnections.Factory http2,
      Endpoint server,
      Owner owner) {
    this.site = site;
    this.http1 = http1.to(server, owner);
    this.http2 = http2.to(server, new Switch(owner));
  }

  /** Something learned about the server, for some minutes. */
  private final class Remembered {
    private boolean isSet;
    private long sinceNanos;

    void set() {
      isSet = true;
      sinceNanos = site.clock().nanoTime();
    }

    boolean isSet() {
      isSet = isSet && site.clock().nanoTime() - sinceNanos <= REMEMBERED_NANOS;
      return isSet;
    }
  }

  /** Passes a connection of the other protocol on. */
  private final class Switch extends ForwardingOwner {
    Switch(Owner owner) {
      super(owner);
    }

    @Override
    public boolean selectedOther(Channel channel) {
      http1Selected.set();
      owner.streamsChanged();
      http1.adopt(channel);
      return true;
    }

    /** Other requests end on their connections, which take no new ones. */
    @Override
    public boolean requiresHttp1() {
      if (!http1Required.isSet()) {
        http1Required.set();
        owner.streamsChanged();
        http2.retire();
      }
      return true;
    }

    /** A WebSocket begins again as an Upgrade of HTTP/1.1. */
    @Override
    public void takesNoTunnel(StreamRequest request) {
      upgradeOnly.set();
      owner.again(request);
    }
  }

  /** Returns the connections of the protocol that the server is expected to select for this request. */
  private ServerConnections expected(StreamRequest request) {
    if (request.handshake() != null && upgradeOnly.isSet()) {
      return http1;
    }
    // A call of gRPC has no form in HTTP/1.1.
    return http1Required.isSet() && isCall(request) ? http2 : expected();
  }

  private static boolean isCall(StreamRequest request) {
    return GrpcForm.of(request.request().fields()) != GrpcForm.NONE;
  }

  private ServerConnections expected() {
    return http1Selected.isSet() || http1Required.isSet() ? http1 : http2;
  }

  @Override
  public boolean lend(StreamRequest request) {
    if (request.handshake() != null || http1Required.isSet()) {
      return expected(request).lend(request);
    }
    return http2.lend(request) || http1.lend(request);
  }

  @Override
  public boolean mayOpen() {
    return expected().mayOpen();
  }

  @Override
  public boolean isParked() {
    return expected().isParked();
  }

  @Override
  public void open(StreamRequest request) {
    expected(request).open(request);
  }

  @Override
  public int streamsPerConnection() {
    return expected().streamsPerConnection();
  }

  @Override
  public int openConnections() {
    return http1.openConnections() + http2.openConnections();
  }

  @Override
  public int idleConnections() {
    return http1.idleConnections() + http2.idleConnections();
  }

  @Override
  public int closeIdle(int most) {
    int closed = http1.closeIdle(most);
    return closed + http2.closeIdle(most - closed);
  }

  @Override
  public void retire() {
    http1.retire();
    http2.retire();
  }

  @Override
  public void adopt(Channel channel) {
    http1.adopt(channel);
  }
}
