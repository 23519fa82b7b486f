package io.lychgate.gateway.upstream.connect;

import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;

/**
 * The sockets of connections to servers.
 *
 * @param tcp class of TCP sockets
 * @param unix class of UNIX sockets, of the same transport
 */
public record ServerSockets(Class<? extends Channel> tcp, Class<? extends Channel> unix) {
  /** Returns the address of a UNIX socket in the form of the transport. */
  public SocketAddress addressOf(String path) {
    return unix == NioDomainSocketChannel.class
        ? UnixDomainSocketAddress.of(path)
        : new DomainSocketAddress(path);
  }

  Class<? extends Channel> typeFor(SocketAddress address) {
    return address instanceof DomainSocketAddress || address instanceof UnixDomainSocketAddress
        ? unix
        : tcp;
  }
}
