package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.DatagramCount;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Hands packets to the loop of their connection. Each UDP socket of a listener has one before its codec.
 *
 * <p>The kernel chooses a socket by addresses and ports. While a client keeps its own, that is the socket that took its first
 * packet, and no packet changes threads. When the client moves to another network or a NAT gives it another port, its packets come
 * to another socket. Their connection id then identifies their loop. Short-header packets of no connection go no further. If a
 * packet came from an address other than the client's, the router prevents the codec from sending to that address.
 */
final class PacketRouter extends ChannelInboundHandlerAdapter {
  /**
   * Maximum packets from other loops that wait for this one. A loop that is farther behind loses packets, as a full socket would.
   */
  private static final int INBOX_PACKETS = 1024;

  /** RFC 9000 section 14.1: minimum bytes of a datagram with an Initial packet. Smaller ones must be dropped. */
  private static final int MIN_INITIAL_BYTES = 1200;

  /** RFC 8999 section 5.1: form and version, then the length of the destination connection id. */
  private static final int LONG_ID_LENGTH_OFFSET = 5;

  private static final int LONG_ID_OFFSET = LONG_ID_LENGTH_OFFSET + 1;
  private static final int SHORT_ID_OFFSET = 1;
  private static final int VERSION_1 = 1;

  /** RFC 9000 section 17.2: the bits of the packet's type, and type Handshake. Its id is always one that a server has issued. */
  private static final int LONG_TYPE = 0x30;

  private static final int HANDSHAKE = 0x20;

  /** RFC 9000 section 17.3.1: first byte of a short header. The packet has nothing behind its id that could be decrypted. */
  private static final int EMPTY_PACKET = 0x40;

  private final ConnectionIds ids;
  private final IntFunction<@Nullable QuicPeer> peers;
  private final StatelessResets resets;
  private final LoopObserver observer;
  private final int listener;
  private final int loop;
  private final List<PacketRouter> all;
  private final ArrayBlockingQueue<DatagramPacket> inbox = new ArrayBlockingQueue<>(INBOX_PACKETS);
  private final AtomicBoolean emptying = new AtomicBoolean();
  private final String listenerName;
  private volatile @Nullable ChannelHandlerContext context;

  /** Serves connections whose ids are not of this run, while it drains. */
  private volatile @Nullable EarlierProcess earlier;

  /**
   * @param peers returns the client of a connection of this loop by its number; null if it is not open
   * @param listener number of the listener in counters
   * @param listenerName name of the listener for an earlier process
   * @param all the routers of the listener by the number of their loop, including this one
   */
  PacketRouter(
      ConnectionIds ids,
      IntFunction<@Nullable QuicPeer> peers,
      StatelessResets resets,
      LoopObserver observer,
      int listener,
      String listenerName,
      int loop,
      List<PacketRouter> all) {
    this.ids = ids;
    this.peers = peers;
    this.resets = resets;
    this.observer = observer;
    this.listener = listener;
    this.listenerName = listenerName;
    this.loop = loop;
    this.all = all;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    context = null;
    empty(ctx);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    DatagramPacket packet = (DatagramPacket) message;
    ByteBuf bytes = packet.content();
    int start = bytes.readerIndex();
    if (bytes.readableBytes() < SHORT_ID_OFFSET + ConnectionIds.LENGTH) {
      drop(packet);
    } else if (bytes.getByte(start) >= 0) {
      shortHeader(ctx, packet, start + SHORT_ID_OFFSET);
    } else if (isTooShort(bytes, start)) {
      drop(packet);
    } else {
      longHeader(ctx, packet, start);
    }
  }

  private void drop(DatagramPacket packet) {
    packet.release();
    observer.datagram(DatagramCount.STRAY);
  }

  /** Handles a packet of an established connection, with an id that the gateway has issued (RFC 9000 section 17.3). */
  private void shortHeader(ChannelHandlerContext ctx, DatagramPacket packet, int idIndex) {
    if (!ids.read(packet.content(), idIndex)) {
      // Without a common store, an earlier process has other keys.
      if (!forwarded(packet)) {
        drop(packet);
      }
      return;
    }
    QuicPeer peer = null;
    if (ids.isOfThisRun()) {
      if (isElsewhere()) {
        handOver(packet);
        return;
      }
      peer = peers.apply(ids.connection());
    } else if (forwarded(packet)) {
      return;
    }
    if (peer == null) {
      reset(ctx, packet, idIndex);
    } else {
      pass(ctx, packet, idIndex, peer);
    }
  }

  private static void pass(
      ChannelHandlerContext ctx, DatagramPacket packet, int idIndex, QuicPeer peer) {
    if (peer.isAt(packet.sender())) {
      ctx.fireChannelRead(packet);
    } else {
      passFromElsewhere(ctx, packet, idIndex, peer);
    }
  }

  /**
   * Passes a packet from an address other than the client's. The codec would then send to that address, because it uses the last
   * sender that it saw. An empty packet after it makes the client the last sender again, unless the client is at that address now.
   */
  private static void passFromElsewhere(
      ChannelHandlerContext ctx, DatagramPacket packet, int idIndex, QuicPeer peer) {
    ByteBuf empty = ctx.alloc().directBuffer(SHORT_ID_OFFSET + ConnectionIds.LENGTH);
    empty.writeByte(EMPTY_PACKET).writeBytes(packet.content(), idIndex, ConnectionIds.LENGTH);
    InetSocketAddress sender = packet.sender();
    InetSocketAddress recipient = packet.recipient();
    ctx.fireChannelRead(packet);
    InetSocketAddress client = peer.addressAfter(sender);
    if (client.equals(sender)) {
      empty.release();
    } else {
      ctx.fireChannelRead(new DatagramPacket(empty, recipient, client));
    }
  }

  /** Resets a connection that has ended, or whose gateway has ended. */
  private void reset(ChannelHandlerContext ctx, DatagramPacket packet, int idIndex) {
    ByteBuf reset = ids.hasResetToken() ? resets.reset(packet.content(), idIndex) : null;
    if (reset == null) {
      drop(packet);
      return;
    }
    observer.datagram(DatagramCount.RESET);
    var unused = ctx.writeAndFlush(new DatagramPacket(reset, packet.sender()));
    packet.release();
  }

  /** Handles a packet of a handshake (RFC 9000 section 17.2). The first packets have an id that the client chose. */
  private void longHeader(ChannelHandlerContext ctx, DatagramPacket packet, int start) {
    ByteBuf bytes = packet.content();
    boolean maybeOurs = bytes.getByte(start + LONG_ID_LENGTH_OFFSET) == ConnectionIds.LENGTH
        && bytes.readableBytes() >= LONG_ID_OFFSET + ConnectionIds.LENGTH;
    int idIndex = start + LONG_ID_OFFSET;
    QuicPeer peer = null;
    boolean isIssued = maybeOurs && ids.read(bytes, idIndex);
    if (isIssued && ids.isOfThisRun()) {
      if (isElsewhere()) {
        handOver(packet);
        return;
      }
      peer = peers.apply(ids.connection());
    } else if (isOfEarlier(bytes, start, isIssued) && forwarded(packet)) {
      return;
    }
    // Only handshakes have long headers, and their signatures and key exchanges run inline.
    long started = observer.cpuNanos();
    if (peer == null) {
      ctx.fireChannelRead(packet);
    } else {
      pass(ctx, packet, idIndex, peer);
    }
    observer.handshakeWork(listener, WireProtocol.HTTP_3, observer.cpuNanos() - started);
  }

  /**
   * Returns true if the datagram is too short for its packet. An unknown version then gets no reply either (section 6.1), because
   * the reply could be longer than the datagram.
   */
  private static boolean isTooShort(ByteBuf bytes, int start) {
    boolean initial = (bytes.getByte(start) & 0x30) == 0;
    return (initial || bytes.getInt(start + 1) != VERSION_1)
        && bytes.readableBytes() < MIN_INITIAL_BYTES;
  }

  /**
   * Returns true for a packet of a handshake that an earlier process has begun.
   *
   * @param isIssued true if the packet's id was made with the key of this process, but not in this run
   */
  private boolean isOfEarlier(ByteBuf bytes, int start, boolean isIssued) {
    EarlierProcess process = earlier;
    if (process == null || bytes.getInt(start + 1) != VERSION_1) {
      return false;
    }
    if (isIssued || (bytes.getByte(start) & LONG_TYPE) == HANDSHAKE) {
      return true;
    }
    int length = bytes.getUnsignedByte(start + LONG_ID_LENGTH_OFFSET);
    return start + LONG_ID_OFFSET + length <= bytes.writerIndex()
        && process.knows(bytes, start + LONG_ID_OFFSET, length);
  }

  /** Forwards the packet to the earlier process. Returns false if there is none. */
  private boolean forwarded(DatagramPacket packet) {
    EarlierProcess process = earlier;
    if (process == null) {
      return false;
    }
    if (!process.isOpen()) {
      earlier = null;
      return false;
    }
    observer.datagram(DatagramCount.FORWARDED);
    process.forward(listenerName, loop, packet);
    return true;
  }

  /** Sets the process that serves connections of other runs. Any thread. */
  void follow(EarlierProcess process) {
    earlier = process;
  }

  private boolean isElsewhere() {
    return ids.loop() != loop && ids.loop() < all.size();
  }

  private void handOver(DatagramPacket packet) {
    observer.datagram(DatagramCount.FORWARDED);
    all.get(ids.loop()).take(packet);
  }

  /** Takes a packet of one of this loop's connections that came to another socket, or to a later process. Any thread. */
  void take(DatagramPacket packet) {
    ChannelHandlerContext ctx = context;
    if (ctx == null || !inbox.offer(packet)) {
      packet.release();
    } else if (emptying.compareAndSet(false, true)) {
      ctx.executor().execute(() -> empty(ctx));
    }
  }

  private void empty(ChannelHandlerContext ctx) {
    // Cleared before the first poll: a packet that is added from now on causes another round.
    emptying.set(false);
    for (int left = INBOX_PACKETS; left > 0; left--) {
      DatagramPacket packet = inbox.poll();
      if (packet == null) {
        break;
      }
      if (ctx.isRemoved()) {
        packet.release();
      } else {
        // Starts at the front of the pipeline, because each packet of a client counts.
        ctx.pipeline().fireChannelRead(packet);
      }
    }
    if (!ctx.isRemoved()) {
      ctx.pipeline().fireChannelReadComplete();
    }
  }
}
