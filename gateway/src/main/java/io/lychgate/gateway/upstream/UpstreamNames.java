package io.lychgate.gateway.upstream;

import io.netty.channel.ChannelFactory;
import io.netty.channel.ReflectiveChannelFactory;
import io.netty.channel.socket.DatagramChannel;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsNameResolverChannelStrategy;

/**
 * Resolves names of servers, with one resolver for each loop and one UDP socket for each resolution.
 *
 * <p>A socket of its own gives each resolution a random port, which a forged response has to guess beside the query's id. It also
 * fails alone: Netty 4.2.18 keeps a resolver whose only socket could not be created, and all later look-ups on that loop fail.
 */
public final class UpstreamNames extends DnsAddressResolverGroup {

  public UpstreamNames(Class<? extends DatagramChannel> channelType) {
    this(new DnsNameResolverBuilder(), new ReflectiveChannelFactory<>(channelType));
  }

  UpstreamNames(DnsNameResolverBuilder names, ChannelFactory<? extends DatagramChannel> sockets) {
    super(names
        .datagramChannelFactory(sockets)
        .datagramChannelStrategy(DnsNameResolverChannelStrategy.ChannelPerResolution));
  }
}
