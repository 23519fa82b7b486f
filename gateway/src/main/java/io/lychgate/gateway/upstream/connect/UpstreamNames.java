package io.lychgate.gateway.upstream.connect;

import io.netty.channel.ChannelFactory;
import io.netty.channel.socket.DatagramChannel;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsNameResolverChannelStrategy;

/**
 * The resolver of server names, with one instance for each loop and one UDP socket for each resolution. A truncated
 * response is requested again over TCP.
 *
 * <p>With its own socket each resolution has a random port, which a forged response must guess in addition to the query's id. A
 * socket that cannot be created then fails only one resolution. Netty 4.2.18 otherwise keeps a resolver without a socket, and all
 * later look-ups on that loop fail.
 */
final class UpstreamNames extends DnsAddressResolverGroup {

  UpstreamNames(DnsNameResolverBuilder names, ChannelFactory<? extends DatagramChannel> sockets) {
    super(names
        .datagramChannelFactory(sockets)
        .datagramChannelStrategy(DnsNameResolverChannelStrategy.ChannelPerResolution));
  }

  /** Returns a resolver that asks for the addresses of one family only. */
  static UpstreamNames of(
      ResolvedAddressTypes family,
      DnsNameResolverBuilder names,
      ChannelFactory<? extends DatagramChannel> sockets) {
    return new UpstreamNames(names.copy().resolvedAddressTypes(family), sockets);
  }
}
