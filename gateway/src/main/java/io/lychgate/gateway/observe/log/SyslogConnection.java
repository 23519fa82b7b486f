package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.config.observe.LogTarget.Syslog;
import io.lychgate.gateway.loop.EventLoops;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The way to a receiver of syslog messages. All waits are bounded. Writer thread only. */
abstract class SyslogConnection {
  /** Milliseconds for a connection or a write. Meanwhile the loops' buffers take lines. */
  private static final int PATIENCE_MILLIS = 2000;

  /** Milliseconds that the receiver has to read the last bytes. */
  static final int FINISH_MILLIS = 1000;

  /** Bytes of the largest datagram of UDP over IPv4. */
  private static final int MAX_DATAGRAM = 65_507;

  static SyslogConnection to(Syslog config) throws IOException {
    return switch (config.transport()) {
      case UDP -> new Udp(resolved(config));
      case TCP -> {
        // Before there is a channel, which a name without an address would leave open.
        InetSocketAddress to = resolved(config);
        yield new Stream(SocketChannel.open(), to);
      }
      case UNIX -> unix(Objects.requireNonNull(config.socket()));
    };
  }

  private static InetSocketAddress resolved(Syslog config) throws UnknownHostException {
    InetSocketAddress address = new InetSocketAddress(config.host(), config.port());
    if (address.isUnresolved()) {
      throw new UnknownHostException(config.host());
    }
    return address;
  }

  /** Most receivers have a datagram socket, as /dev/log; some have a stream. */
  private static SyslogConnection unix(Path path) throws IOException {
    if (Epoll.isAvailable()) {
      UnixDatagram datagrams = new UnixDatagram();
      if (datagrams.connect(path)) {
        return datagrams;
      }
      datagrams.close();
    }
    return new Stream(
        SocketChannel.open(StandardProtocolFamily.UNIX), UnixDomainSocketAddress.of(path));
  }

  /** Returns true if messages need a frame. */
  abstract boolean isStream();

  /** Returns the bytes of the longest message. */
  int maxMessage() {
    return MAX_DATAGRAM;
  }

  /**
   * Sends bytes: one message, or frames.
   *
   * @return the number of bytes that were sent; -1 if the message was sent but an earlier one has proved to be lost
   */
  abstract int send(byte[] bytes) throws IOException;

  /** Returns true if the receiver has closed the connection, so that further bytes would be lost. */
  boolean isClosedByPeer() {
    return false;
  }

  /**
   * Ends the output and waits a moment until the receiver ends its own, which it does after it has read all bytes.
   *
   * @return false if the receiver may not have read all bytes; always true for datagrams, of which nothing is known
   */
  boolean finish() throws IOException {
    return true;
  }

  abstract void close();

  private static void closeQuietly(AutoCloseable channel) {
    try {
      channel.close();
    } catch (Exception unused) {
      // Nothing is lost: the bytes have left, or are counted.
    }
  }

  /** Datagrams of UDP. */
  private static final class Udp extends SyslogConnection {
    private final DatagramChannel channel;

    Udp(InetSocketAddress to) throws IOException {
      channel = DatagramChannel.open();
      try {
        channel.connect(to);
      } catch (IOException | RuntimeException e) {
        closeQuietly(channel);
        throw e;
      }
    }

    @Override
    boolean isStream() {
      return false;
    }

    @Override
    int send(byte[] bytes) throws IOException {
      try {
        return channel.write(ByteBuffer.wrap(bytes));
      } catch (PortUnreachableException earlier) {
        // It reports an earlier message. This one has not been sent yet.
        channel.write(ByteBuffer.wrap(bytes));
        return -1;
      }
    }

    @Override
    void close() {
      closeQuietly(channel);
    }
  }

  /** A connection of TCP, or to a UNIX socket. */
  private static final class Stream extends SyslogConnection {
    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;

    Stream(SocketChannel channel, SocketAddress to) throws IOException {
      this.channel = channel;
      this.selector = selectorFor(channel);
      try {
        if (to instanceof UnixDomainSocketAddress) {
          channel.connect(to);
          channel.configureBlocking(false);
          key = channel.register(selector, 0);
        } else {
          channel.configureBlocking(false);
          boolean isConnected = channel.connect(to);
          key = channel.register(selector, isConnected ? 0 : SelectionKey.OP_CONNECT);
          if (!isConnected) {
            select();
            if (!channel.finishConnect()) {
              throw new IOException("no connection within " + PATIENCE_MILLIS + " ms");
            }
          }
        }
      } catch (IOException | RuntimeException e) {
        close();
        throw e;
      }
    }

    /** Opens a selector, or closes the channel: the process may have no descriptors left. */
    private static Selector selectorFor(SocketChannel channel) throws IOException {
      try {
        return Selector.open();
      } catch (IOException e) {
        closeQuietly(channel);
        throw e;
      }
    }

    private boolean select() throws IOException {
      int ready = selector.select(PATIENCE_MILLIS);
      selector.selectedKeys().clear();
      return ready > 0;
    }

    @Override
    boolean isStream() {
      return true;
    }

    @Override
    int send(byte[] bytes) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      try {
        key.interestOps(SelectionKey.OP_WRITE);
        while (left.hasRemaining() && (channel.write(left) > 0 || select())) {
          // Continues while the receiver takes bytes.
        }
      } catch (IOException broken) {
        return left.position();
      }
      return left.position();
    }

    @Override
    boolean isClosedByPeer() {
      try {
        // Receivers send nothing.
        return channel.read(ByteBuffer.allocate(1)) < 0;
      } catch (IOException broken) {
        return true;
      }
    }

    @Override
    boolean finish() throws IOException {
      channel.shutdownOutput();
      key.interestOps(SelectionKey.OP_READ);
      ByteBuffer ignored = ByteBuffer.allocate(1024);
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FINISH_MILLIS);
      while (System.nanoTime() - end < 0) {
        if (channel.read(ignored.clear()) < 0) {
          return true;
        }
        selector.select(FINISH_MILLIS);
        selector.selectedKeys().clear();
      }
      return false;
    }

    @Override
    void close() {
      closeQuietly(channel);
      closeQuietly(selector);
    }
  }

  /** Datagrams of a UNIX socket, which the JDK does not have. */
  private static final class UnixDatagram extends SyslogConnection {
    private final EventLoopGroup loop = new EventLoops(
        1, new DefaultThreadFactory("access-log-syslog", true), EpollIoHandler.newFactory());
    private final Channel channel;

    UnixDatagram() throws IOException {
      ChannelFuture made = new Bootstrap()
          .group(loop)
          .channel(EpollDomainDatagramChannel.class)
          .handler(new ChannelInboundHandlerAdapter())
          .register()
          .awaitUninterruptibly();
      channel = made.channel();
      if (!made.isSuccess()) {
        close();
        throw new IOException(made.cause());
      }
    }

    /** Returns false if the socket has another type. */
    boolean connect(Path path) throws IOException {
      ChannelFuture connected = channel.connect(new DomainSocketAddress(path.toString()));
      connected.awaitUninterruptibly(PATIENCE_MILLIS);
      Throwable cause = connected.cause();
      if (cause != null && String.valueOf(cause.getMessage()).contains("rotocol wrong type")) {
        return false;
      }
      if (!connected.isSuccess()) {
        close();
        throw new IOException(path + ": " + (cause == null ? "no connection" : cause));
      }
      return true;
    }

    @Override
    boolean isStream() {
      return false;
    }

    @Override
    int send(byte[] bytes) throws IOException {
      ChannelFuture sent = channel.writeAndFlush(Unpooled.wrappedBuffer(bytes));
      if (!sent.awaitUninterruptibly(PATIENCE_MILLIS)) {
        throw new IOException("the receiver takes no message");
      }
      if (!sent.isSuccess()) {
        throw new IOException(sent.cause());
      }
      return bytes.length;
    }

    @Override
    void close() {
      loop.shutdownGracefully();
    }
  }
}
