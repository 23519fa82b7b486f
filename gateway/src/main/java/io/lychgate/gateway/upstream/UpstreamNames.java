package io.lychgate.gateway.upstream;

import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.ReflectiveChannelFactory;
import io.netty.channel.socket.DatagramChannel;
import io.netty.resolver.NameResolver;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Resolves names of servers, with one resolver and one UDP socket for each loop. Netty 4.2.18 keeps a resolver whose socket could
 * not be created, and all later look-ups on that loop fail; here such a resolver is dropped, and the next look-up makes another.
 */
public final class UpstreamNames extends DnsAddressResolverGroup {

  public UpstreamNames(Class<? extends DatagramChannel> channelType) {
    this(new ReflectiveChannelFactory<>(channelType));
  }

  UpstreamNames(ChannelFactory<? extends DatagramChannel> sockets) {
    super(new DnsNameResolverBuilder().datagramChannelFactory(sockets));
  }

  @Override
  protected NameResolver<InetAddress> newNameResolver(
      EventLoop loop,
      ChannelFactory<? extends DatagramChannel> sockets,
      DnsServerAddressStreamProvider servers)
      throws Exception {
    Attempt attempt = new Attempt(sockets);
    NameResolver<InetAddress> resolver = super.newNameResolver(loop, attempt, servers);
    RuntimeException failure = attempt.failure;
    if (failure != null) {
      // Not closed: that would throw, too, as there is no socket.
      throw failure;
    }
    return resolver;
  }

  /** The resolver creates its socket at once and keeps a failure to itself. */
  private static final class Attempt implements ChannelFactory<DatagramChannel> {
    private final ChannelFactory<? extends DatagramChannel> sockets;
    private @Nullable RuntimeException failure;

    Attempt(ChannelFactory<? extends DatagramChannel> sockets) {
      this.sockets = sockets;
    }

    @Override
    public DatagramChannel newChannel() {
      try {
        return sockets.newChannel();
      } catch (RuntimeException none) {
        failure = none;
        throw none;
      }
    }
  }
}
