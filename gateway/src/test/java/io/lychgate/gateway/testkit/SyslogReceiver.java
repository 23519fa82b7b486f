package io.lychgate.gateway.testkit;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollDomainDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.unix.DomainDatagramPacket;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A receiver of syslog messages: datagrams, or streams whose messages have their length in front (RFC 6587 section 3.4.1). */
public final class SyslogReceiver implements AutoCloseable {
  /** Its kind of socket. */
  public enum Transport {
    UDP,
    TCP,
    UNIX_DATAGRAM,
    UNIX_STREAM,

    /** TCP that is never read. */
    MUTE
  }

  /** Closes a socket. */
  @FunctionalInterface
  private interface Closing {
    void close() throws IOException;
  }

  private final Transport transport;
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
  private String address = "";
  private Closing closing = () -> {};
  private int port;

  private SyslogReceiver(Transport transport) {
    this.transport = transport;
  }

  /** @param path path of a UNIX socket; unused for the others */
  public static SyslogReceiver start(Transport transport, Path path) throws Exception {
    SyslogReceiver receiver = new SyslogReceiver(transport);
    receiver.listen(path, 0);
    return receiver;
  }

  /** Returns another receiver at the same port. */
  public SyslogReceiver again() throws Exception {
    SyslogReceiver receiver = new SyslogReceiver(transport);
    receiver.listen(Path.of("unused"), port);
    return receiver;
  }

  private void listen(Path path, int at) throws Exception {
    switch (transport) {
      case UDP -> udp();
      case TCP, MUTE -> tcp(at);
      case UNIX_DATAGRAM -> unixDatagrams(path);
      case UNIX_STREAM -> unixStream(path);
    }
  }

  private void udp() throws IOException {
    DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    address = "udp://127.0.0.1:" + socket.getLocalPort();
    closing = socket::close;
    start(() -> {
      byte[] buffer = new byte[65_536];
      while (true) {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        messages.add(new String(buffer, 0, packet.getLength(), StandardCharsets.UTF_8));
      }
    });
  }

  private void tcp(int at) throws IOException {
    ServerSocket server = new ServerSocket();
    server.setReuseAddress(true);
    if (transport == Transport.MUTE) {
      server.setReceiveBufferSize(4096);
    }
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), at));
    port = server.getLocalPort();
    address = "tcp://127.0.0.1:" + port;
    closing = server::close;
    start(() -> {
      while (true) {
        Socket client = server.accept();
        open.add(client);
        if (transport == Transport.TCP) {
          start(() -> {
            try (client) {
              read(client.getInputStream());
            }
          });
        }
      }
    });
  }

  private void unixStream(Path path) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(path));
    address = "unix:" + path;
    closing = server::close;
    start(() -> {
      while (true) {
        SocketChannel client = server.accept();
        open.add(client);
        start(() -> read(Channels.newInputStream(client)));
      }
    });
  }

  private void unixDatagrams(Path path) {
    MultiThreadIoEventLoopGroup loop =
        new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    Channel channel = new Bootstrap()
        .group(loop)
        .channel(EpollDomainDatagramChannel.class)
        .handler(new SimpleChannelInboundHandler<DomainDatagramPacket>() {
          @Override
          protected void channelRead0(ChannelHandlerContext context, DomainDatagramPacket packet) {
            messages.add(packet.content().toString(StandardCharsets.UTF_8));
          }
        })
        .bind(new DomainSocketAddress(path.toString()))
        .syncUninterruptibly()
        .channel();
    address = "unix:" + path;
    closing = () -> {
      channel.close().syncUninterruptibly();
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    };
  }

  private void read(InputStream stream) throws IOException {
    DataInputStream in = new DataInputStream(stream);
    while (true) {
      int length = 0;
      for (int c = in.readUnsignedByte(); c != ' '; c = in.readUnsignedByte()) {
        length = 10 * length + c - '0';
      }
      messages.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }
  }

  /** Serves until the socket is closed. */
  @FunctionalInterface
  private interface Serving {
    void run() throws IOException;
  }

  private static void start(Serving serving) {
    Thread thread = new Thread(() -> {
      try {
        serving.run();
      } catch (IOException closed) {
        // The test has ended it, or the sender has.
      }
    });
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns the address as the configuration has it. */
  public String address() {
    return address;
  }

  /** Returns the messages so far, without their frames. */
  public List<String> messages() {
    return List.copyOf(messages);
  }

  @Override
  public void close() throws IOException {
    closing.close();
    for (Closeable client : open) {
      client.close();
    }
  }
}
