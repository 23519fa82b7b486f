package io.lychgate.gateway.listen;

import io.lychgate.gateway.observe.DatagramCount;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.WireProtocol;
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
 * In front of the codec of each UDP socket of a listener: hands packets to the loop that their connection lives on.
 *
 * <p>The kernel chooses a socket by addresses and ports. While a client keeps its own, that is the socket which took its first
 * packet, and nothing changes threads. When it moves to another network or a NAT gives it another port, its packets come to
 * another socket: their connection id says where they belong. Packets of no connection go no further, and the codec is kept from
 * answering those that came from elsewhere than the client is.
 */
final class PacketRouter extends ChannelInboundHandlerAdapter {
  /** Packets from other loops that wait for this one. A loop that is so far behind loses them, as a full socket would. */
  private static final int INBOX_PACKETS = 1024;

  /** RFC 9000 section 14.1: a datagram with an Initial packet has at least so many bytes. Smaller ones must be dropped. */
  private static final int MIN_INITIAL_BYTES = 1200;

  /** RFC 8999 section 5.1: form and version, then the length of the destination connection id. */
  private static final int LONG_ID_LENGTH_OFFSET = 5;

  private static final int LONG_ID_OFFSET = LONG_ID_LENGTH_OFFSET + 1;
  private static final int SHORT_ID_OFFSET = 1;
  private static final int VERSION_1 = 1;

  /** RFC 9000 section 17.3.1: a short header, and nothing that could be decrypted behind its id. */
  private static final int EMPTY_PACKET = 0x40;

  private final ConnectionIds ids;
  private final IntFunction<@Nullable QuicPeer> peers;
  private final StatelessResets resets;
  private final LoopObserver observer;
  private final int loop;
  private final List<PacketRouter> all;
  private final ArrayBlockingQueue<DatagramPacket> inbox = new ArrayBlockingQueue<>(INBOX_PACKETS);
  private final AtomicBoolean emptying = new AtomicBoolean();
  private volatile @Nullable ChannelHandlerContext context;

  /**
   * @param peers the client of a connection of this loop by its number; none when it is not open
   * @param all the routers of the listener by the number of their loop, this one among them
   */
  PacketRouter(
      ConnectionIds ids,
      IntFunction<@Nullable QuicPeer> peers,
      StatelessResets resets,
      LoopObserver observer,
      int loop,
      List<PacketRouter> all) {
    this.ids = ids;
    this.peers = peers;
    this.resets = resets;
    this.observer = observer;
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

  /** RFC 9000 section 17.3: packets of established connections, with an id that we have given out. */
  private void shortHeader(ChannelHandlerContext ctx, DatagramPacket packet, int idIndex) {
    if (!ids.read(packet.content(), idIndex)) {
      drop(packet);
      return;
    }
    QuicPeer peer = null;
    if (ids.isOfThisRun()) {
      if (isElsewhere()) {
        handOver(packet);
        return;
      }
      peer = peers.apply(ids.connection());
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

  /** The codec goes on to send to the last sender it saw: that is the client again, by a packet that means nothing else. */
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

  /** The connection is no more, or was one of a gateway that is no more. */
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

  /** RFC 9000 section 17.2: packets of handshakes; the first of them have an id that the client made up. */
  private void longHeader(ChannelHandlerContext ctx, DatagramPacket packet, int start) {
    ByteBuf bytes = packet.content();
    boolean maybeOurs = bytes.getByte(start + LONG_ID_LENGTH_OFFSET) == ConnectionIds.LENGTH
        && bytes.readableBytes() >= LONG_ID_OFFSET + ConnectionIds.LENGTH;
    int idIndex = start + LONG_ID_OFFSET;
    QuicPeer peer = null;
    if (maybeOurs && ids.read(bytes, idIndex) && ids.isOfThisRun()) {
      if (isElsewhere()) {
        handOver(packet);
        return;
      }
      peer = peers.apply(ids.connection());
    }
    // Nothing but handshakes has long headers, and their signatures and key exchanges run inline.
    long started = observer.cpuNanos();
    if (peer == null) {
      ctx.fireChannelRead(packet);
    } else {
      pass(ctx, packet, idIndex, peer);
    }
    observer.handshakeWork(WireProtocol.HTTP_3, observer.cpuNanos() - started);
  }

  /** Nor is there an answer to an unknown version then (section 6.1), which could be longer than what it answers. */
  private static boolean isTooShort(ByteBuf bytes, int start) {
    boolean initial = (bytes.getByte(start) & 0x30) == 0;
    return (initial || bytes.getInt(start + 1) != VERSION_1)
        && bytes.readableBytes() < MIN_INITIAL_BYTES;
  }

  private boolean isElsewhere() {
    return ids.loop() != loop && ids.loop() < all.size();
  }

  private void handOver(DatagramPacket packet) {
    observer.datagram(DatagramCount.FORWARDED);
    all.get(ids.loop()).take(packet);
  }

  /** Takes a packet of one of our connections that came to another socket. Any thread. */
  private void take(DatagramPacket packet) {
    ChannelHandlerContext ctx = context;
    if (ctx == null || !inbox.offer(packet)) {
      packet.release();
    } else if (emptying.compareAndSet(false, true)) {
      ctx.executor().execute(() -> empty(ctx));
    }
  }

  private void empty(ChannelHandlerContext ctx) {
    // Before the first look: who puts a packet in from now on asks for another round.
    emptying.set(false);
    for (int left = INBOX_PACKETS; left > 0; left--) {
      DatagramPacket packet = inbox.poll();
      if (packet == null) {
        break;
      }
      if (ctx.isRemoved()) {
        packet.release();
      } else {
        // From the front, as each packet of a client counts.
        ctx.pipeline().fireChannelRead(packet);
      }
    }
    if (!ctx.isRemoved()) {
      ctx.pipeline().fireChannelReadComplete();
    }
  }
}
