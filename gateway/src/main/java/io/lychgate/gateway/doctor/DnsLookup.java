package io.lychgate.gateway.doctor;

import io.lychgate.gateway.loop.EventLoops;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Asks the nameservers of this machine as the gateway does, without a cache of an earlier look-up. */
final class DnsLookup implements NameChecks.Lookup, AutoCloseable {
  private static final long PATIENCE_SECONDS = 5;

  private final EventLoopGroup loop = new EventLoops(
      1, new DefaultThreadFactory("lychgate-doctor", true), NioIoHandler.newFactory());

  @Override
  public List<InetAddress> of(String name, ResolvedAddressTypes family)
      throws UnknownHostException {
    try (DnsNameResolver resolver = new DnsNameResolverBuilder(loop.next())
        .datagramChannelType(NioDatagramChannel.class)
        .resolvedAddressTypes(family)
        .build()) {
      Future<List<InetAddress>> found = resolver.resolveAll(name);
      if (!found.awaitUninterruptibly(PATIENCE_SECONDS, TimeUnit.SECONDS) || !found.isSuccess()) {
        throw new UnknownHostException(name);
      }
      return found.getNow();
    }
  }

  @Override
  public void close() {
    loop.shutdownGracefully().awaitUninterruptibly();
  }
}
