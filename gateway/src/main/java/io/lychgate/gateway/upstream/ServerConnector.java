package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.listener.ProxyHeader;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamTlsConfig.HttpVersion;
import io.lychgate.gateway.loop.DescriptorBudget.Use;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.upstream.connect.ConnectRace;
import io.lychgate.gateway.upstream.connect.ProxyHeaderWriter;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to servers, over TCP, TLS or UNIX sockets, for every protocol. Any loop.
 *
 * <pre>
 *   room for a descriptor -> addresses -> ConnectRace -> header of the PROXY protocol -> TLS -> handlers of the protocol
 * </pre>
 */
public final class ServerConnector {
  private final ConnectRace.Means means;
  private final UpstreamTls tls;

  public ServerConnector(ConnectRace.Means means, UpstreamTls tls) {
    this.means = means;
    this.tls = tls;
  }

  /** The connection that is to be opened. All methods are called on its loop. */
  public interface Opening {
    /** Returns false if the connection is no longer needed. */
    boolean isWanted();

    /** Returns the protocols to offer by ALPN; empty for none. */
    List<HttpVersion> offered();

    /**
     * Adds the handlers of the protocol, after the TLS handshake if there is one.
     *
     * @param selected the protocol that the server has selected by ALPN; null if it has selected none
     */
    void initialize(ChannelPipeline pipeline, @Nullable String selected);

    /** The connection is open, its TLS handshake complete. Called after {@link #initialize}. */
    void opened();

    /** The server accepted no connection. */
    void failed(ExchangeFailure failure);

    /** This machine has no descriptor for a connection. The server did not fail. */
    void noDescriptor();
  }

  /**
   * Opens a connection. Always calls exactly one of {@link Opening#opened}, {@link Opening#failed} and {@link
   * Opening#noDescriptor}, at once or later.
   */
  public void connect(UpstreamSite site, Endpoint server, Opening opening) {
    SslContext sslContext;
    try {
      sslContext = server.server().scheme().isSecure()
          ? tls.contextFor(site.config().tls(), opening.offered())
          : null;
    } catch (IOException e) {
      opening.failed(new ExchangeFailure(Kind.TLS_ERROR, server + ": " + e.getMessage(), true));
      return;
    }
    ConnectRace race = new ConnectRace(
        means,
        new ConnectRace.Place(site.loop(), site.deadlines(), site.descriptors()),
        goal(server, site.config().connectTimeout()),
        new Winner(site, server, opening, sslContext));
    if (site.descriptors().hasRoom(Use.UPSTREAM)) {
      race.begin();
      return;
    }
    site.descriptors().awaitRoom(Use.UPSTREAM, opening::isWanted, hasRoom -> {
      if (hasRoom) {
        race.begin();
      } else {
        opening.noDescriptor();
      }
    });
  }

  private ConnectRace.Goal goal(Endpoint server, Duration timeout) {
    ServerConfig config = server.server();
    List<SocketAddress> addresses = config.scheme().isUnixSocket()
        ? List.of(means.sockets().addressOf(config.host()))
        : server.addresses();
    return new ConnectRace.Goal(
        server.toString(), config.host(), config.port(), addresses, timeout);
  }

  /** Continues on the connection that was opened. */
  private record Winner(
      UpstreamSite site,
      Endpoint server,
      Opening opening,
      @Nullable SslContext sslContext) implements ConnectRace.Finish {

    @Override
    public void connected(Channel channel) {
      ProxyHeader header = site.config().connections().proxyHeader();
      if (header != null) {
        ProxyHeaderWriter.write(channel, header, server.client());
      }
      if (sslContext == null) {
        opening.initialize(channel.pipeline(), null);
        channel.config().setAutoRead(true);
        opening.opened();
      } else {
        long timeout = site.config().connectTimeout().toNanos();
        TlsHandshake.add(channel, sslContext, site, server, timeout, opening);
        channel.config().setAutoRead(true);
      }
    }

    @Override
    public void failed(ExchangeFailure failure) {
      opening.failed(failure);
    }

    @Override
    public void noDescriptor() {
      opening.noDescriptor();
    }
  }
}
