package io.lychgate.gateway.listen.upgrade;

import io.lychgate.gateway.config.UpgradeConfig;
import io.lychgate.gateway.listen.quic.EarlierProcess;
import io.lychgate.gateway.listen.socket.InheritedSockets;
import io.lychgate.gateway.loop.EventLoops;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.DomainSocketReadMode;
import io.netty.channel.unix.FileDescriptor;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The new process's side of a hand-over, in the order of {@link Message}. If this process ends before the end of {@link #finish}, the running
 * one continues. The methods of a start block, on the thread of the start.
 */
public final class TakeOver implements EarlierProcess, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TakeOver.class);

  /** Maximum time for a response of the running process. It serves all the time. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Maximum time from READY to STARTED. The running process waits twice as long, so that two processes never read a UDP socket. */
  static final Duration START = Duration.ofSeconds(5);

  /** Maximum bytes of packets that wait for the earlier process. More are lost, as at a full socket. */
  private static final int WAITING_BYTES = 8 * 1024 * 1024;

  private final EventLoopGroup group = new EventLoops(
      1, new DefaultThreadFactory("lychgate-upgrade", true), EpollIoHandler.newFactory());
  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private final Set<ByteBuffer> handshakes = new HashSet<>();
  private volatile @Nullable EpollDomainSocketChannel channel;
  private @Nullable Offer offer;
  private @Nullable InheritedSockets sockets;

  /** A message, a descriptor, or the end of the connection. */
  private record Received(byte type, @Nullable ByteBuf content, int descriptor) {}

  private static final byte DESCRIPTOR = 100;
  private static final byte END = 101;

  private TakeOver() {}

  /**
   * Gets the sockets of the gateway that runs with the same folder. Returns null if none runs.
   *
   * @throws IOException if one runs and refuses; the message has its reason
   */
  public static @Nullable TakeOver begin(UpgradeConfig config, String version) throws IOException {
    if (!Epoll.isAvailable() || !Files.exists(config.socket())) {
      return null;
    }
    PeerCheck.check(config.directory());
    TakeOver takeOver = new TakeOver();
    try {
      if (!takeOver.connect(config)) {
        takeOver.close();
        return null;
      }
      takeOver.getSockets(version);
      return takeOver;
    } catch (IOException | RuntimeException e) {
      takeOver.close();
      throw e;
    }
  }

  private boolean connect(UpgradeConfig config) throws IOException {
    ChannelFuture connected = new Bootstrap()
        .group(group)
        .channel(EpollDomainSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) PATIENCE.toMillis())
        .option(
            ChannelOption.WRITE_BUFFER_WATER_MARK,
            new WriteBufferWaterMark(WAITING_BYTES / 2, WAITING_BYTES))
        .handler(new ChannelInitializer<EpollDomainSocketChannel>() {
          @Override
          protected void initChannel(EpollDomainSocketChannel unix) {
            unix.pipeline().addLast(new Descriptors(), Message.decoder(), new Messages());
          }
        })
        .connect(new DomainSocketAddress(config.socket().toFile()))
        .awaitUninterruptibly();
    if (!connected.isSuccess()) {
      // A gateway that has crashed leaves its socket behind.
      LOG.debug("upgrade: {}: {}", config.socket(), connected.cause().toString());
      return false;
    }
    EpollDomainSocketChannel unix = (EpollDomainSocketChannel) connected.channel();
    channel = unix;
    if (!PeerCheck.isTrusted(unix)) {
      throw new IOException(
          "upgrade: " + config.socket() + " belongs to a process of another user");
    }
    return true;
  }

  private void getSockets(String version) throws IOException {
    EpollDomainSocketChannel unix = open();
    ByteBuf hello = Message.begin(unix.alloc(), Message.HELLO).writeByte(Message.VERSION);
    Message.writeText(hello, version);
    send(Message.end(hello));
    Offer offered;
    ByteBuf content = content(await(Message.OFFER, PATIENCE));
    try {
      offered = Offer.read(content);
    } finally {
      content.release();
    }
    offer = offered;
    // Bytes and descriptors are different reads: the other side sends the descriptors when this
    // side is ready for them.
    unix.config().setReadMode(DomainSocketReadMode.FILE_DESCRIPTORS);
    send(Message.of(unix.alloc(), Message.SEND));
    List<Integer> descriptors = new ArrayList<>();
    while (descriptors.size() < offered.sockets().size()) {
      descriptors.add(await(DESCRIPTOR, PATIENCE).descriptor());
    }
    unix.config().setReadMode(DomainSocketReadMode.BYTES);
    sockets = offered.with(descriptors);
  }

  /** Returns the sockets of the running gateway. */
  public InheritedSockets sockets() {
    InheritedSockets given = sockets;
    return given == null ? InheritedSockets.none() : given;
  }

  /** Returns the numbers of the runs of QUIC listeners of earlier processes. */
  public Set<Integer> runs() {
    Offer given = offer;
    return given == null ? Set.of() : given.runs();
  }

  /** Returns the port of the admin plane of the running gateway; 0 if it has none. */
  public int adminPort() {
    Offer given = offer;
    return given == null ? 0 : given.adminPort();
  }

  /**
   * Takes over: the running process stops reading its UDP sockets, then {@code serve} runs, then the running process drains.
   *
   * @param serve starts to accept at the sockets; packets of unknown connections must go to this object
   * @throws IOException if the running process does not respond; it continues then, and this process must end
   */
  public void finish(Runnable serve) throws IOException {
    long begun = System.nanoTime();
    EpollDomainSocketChannel unix = open();
    send(Message.of(unix.alloc(), Message.READY));
    ByteBuf ids = content(await(Message.GO, START));
    try {
      while (ids.isReadable()) {
        byte[] id = new byte[ids.readUnsignedByte()];
        ids.readBytes(id);
        handshakes.add(ByteBuffer.wrap(id));
      }
    } finally {
      ids.release();
    }
    if (System.nanoTime() - begun > START.toNanos()) {
      throw new IOException("upgrade: the running gateway was too slow, it continues");
    }
    serve.run();
    send(Message.of(unix.alloc(), Message.STARTED));
    try {
      var unused = await(Message.YOURS, PATIENCE);
    } catch (IOException e) {
      // This process has the sockets and serves, also if the earlier one has just crashed.
      LOG.warn("{}; this process serves", e.getMessage());
    }
  }

  @Override
  public boolean isOpen() {
    EpollDomainSocketChannel unix = channel;
    return unix != null && unix.isActive();
  }

  @Override
  public boolean knows(ByteBuf packet, int idIndex, int idLength) {
    return !handshakes.isEmpty() && handshakes.contains(packet.nioBuffer(idIndex, idLength));
  }

  @Override
  public void forward(String listener, int socket, DatagramPacket packet) {
    EpollDomainSocketChannel unix = channel;
    try {
      if (unix != null && unix.isWritable()) {
        unix.writeAndFlush(
            Message.packet(unix.alloc(), listener, socket, packet), unix.voidPromise());
      }
    } finally {
      packet.release();
    }
  }

  /** Runs the action when the earlier process has ended. */
  public void whenEnded(Runnable action) {
    EpollDomainSocketChannel unix = channel;
    if (unix != null) {
      unix.closeFuture().addListener(closed -> action.run());
    }
  }

  private EpollDomainSocketChannel open() throws IOException {
    EpollDomainSocketChannel unix = channel;
    if (unix == null || !unix.isActive()) {
      throw new IOException("upgrade: the running gateway has closed the hand-over");
    }
    return unix;
  }

  private void send(ByteBuf message) throws IOException {
    ChannelFuture sent = open().writeAndFlush(message);
    if (!sent.awaitUninterruptibly(PATIENCE.toMillis()) || !sent.isSuccess()) {
      throw new IOException("upgrade: the running gateway does not read", sent.cause());
    }
  }

  private Received await(byte type, Duration patience) throws IOException {
    Received next;
    try {
      next = received.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("upgrade: interrupted", e);
    }
    if (next == null) {
      throw new IOException(
          "upgrade: no response of the running gateway within " + patience.toSeconds() + " s");
    }
    if (next.type() == Message.REFUSED) {
      ByteBuf content = content(next);
      String reason = Message.readText(content);
      content.release();
      throw new IOException("upgrade: the running gateway refuses: " + reason);
    }
    if (next.type() != type) {
      ReferenceCountUtil.release(next.content());
      throw new IOException(
          next.type() == END
              ? "upgrade: the running gateway has closed the hand-over"
              : "upgrade: message " + next.type() + " (expected: " + type + ")");
    }
    return next;
  }

  private static ByteBuf content(Received message) throws IOException {
    ByteBuf content = message.content();
    if (content == null) {
      throw new IOException("upgrade: message " + message.type() + " without content");
    }
    return content;
  }

  @Override
  public void close() {
    EpollDomainSocketChannel unix = channel;
    if (unix != null) {
      unix.close().awaitUninterruptibly(PATIENCE.toMillis());
    }
    var unused = group.shutdownGracefully();
  }

  private final class Descriptors extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof FileDescriptor descriptor) {
        received.add(new Received(DESCRIPTOR, null, descriptor.intValue()));
      } else {
        ctx.fireChannelRead(message);
      }
    }
  }

  private final class Messages extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      ByteBuf content = (ByteBuf) message;
      byte type = content.isReadable() ? content.readByte() : 0;
      received.add(new Received(type, content, -1));
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      received.add(new Received(END, null, -1));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      LOG.debug("upgrade: {}", cause.toString());
      ctx.close();
    }
  }
}
