package io.lychgate.gateway.listen.socket;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslProvider;

/**
 * The transport of this machine: epoll on Linux, otherwise the JDK's selectors; BoringSSL, otherwise the JDK's TLS.
 *
 * @param unixChannel class of UNIX sockets to servers
 * @param reusePort true if several sockets may share a port, one for each loop
 */
public record Transport(
    IoHandlerFactory ioHandlers,
    Class<? extends ServerChannel> serverChannel,
    Class<? extends Channel> clientChannel,
    Class<? extends Channel> unixChannel,
    Class<? extends DatagramChannel> datagramChannel,
    boolean reusePort,
    SslProvider tls) {

  public static Transport ofThisMachine() {
    SslProvider tls = OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
    if (Epoll.isAvailable()) {
      return new Transport(
          EpollIoHandler.newFactory(),
          EpollServerSocketChannel.class,
          EpollSocketChannel.class,
          EpollDomainSocketChannel.class,
          EpollDatagramChannel.class,
          true,
          tls);
    }
    return new Transport(
        NioIoHandler.newFactory(),
        NioServerSocketChannel.class,
        NioSocketChannel.class,
        NioDomainSocketChannel.class,
        NioDatagramChannel.class,
        false,
        tls);
  }
}
