package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.QuicErrorCount;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionStats;
import io.netty.handler.codec.quic.QuicTransportError;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections for errors that quiche does not report to their clients. Directly precedes the codec of a UDP socket.
 *
 * <ul>
 *   <li>Reserved bits (RFC 9000 sections 17.2 and 17.3.1): quiche ignores them. It decrypts packets in place, so they can be read
 *     here afterwards. A packet counts only if its payload has changed, and not to zeros, because BoringSSL overwrites a packet
 *     that is not authentic with zeros.
 *   <li>Acknowledgements in Initial packets for packets never sent (section 13.1): quiche ignores them until it has sent one.
 *   <li>An error in the first packet of a connection: see {@link InitialClose}.
 * </ul>
 *
 * <p>Event loop only.
 */
final class PacketChecks extends ChannelInboundHandlerAdapter {
  /** RFC 9001 section 5.4.2: the sample begins where a packet number of four bytes would end. */
  private static final int MAX_PACKET_NUMBER_BYTES = 4;

  private static final int TAG_BYTES = 16;
  private static final int LONG_TYPE = 0xb0;
  private static final int LONG_INITIAL = 0x80;
  private static final int NUMBER_LENGTH = 0x03;
  private static final int LONG_RESERVED = 0x0c;
  private static final int SHORT_RESERVED = 0x18;

  /** Maximum number of checked packets in one datagram: Initial, 0-RTT, Handshake, 1-RTT. */
  private static final int MAX_PACKETS = 4;

  private final ConnectionIds ids;
  private final IntFunction<@Nullable QuicChannel> connections;
  private final LoopObserver observer;
  private final CoalescedPackets packets = new CoalescedPackets();
  private final InitialClose initialClose = new InitialClose();
  private final int[] starts = new int[MAX_PACKETS];
  private final int[] payloads = new int[MAX_PACKETS];
  private final int[] ends = new int[MAX_PACKETS];
  private final long[] sealed = new long[MAX_PACKETS];

  /** Handshakes in progress, by the id that their client uses until it knows the gateway's id. */
  private final Map<ByteBuf, QuicChannel> beginnings = new HashMap<>();

  private @Nullable ChannelHandlerContext context;
  private @Nullable DatagramPacket reading;

  /** @param connections the open connections of this socket by number */
  PacketChecks(
      ConnectionIds ids, IntFunction<@Nullable QuicChannel> connections, LoopObserver observer) {
    this.ids = ids;
    this.connections = connections;
    this.observer = observer;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    DatagramPacket packet = (DatagramPacket) message;
    ByteBuf bytes = packet.content();
    // quiche decrypts a copy of a buffer that is not direct.
    int count = bytes.isDirect() && !bytes.isReadOnly() ? remember(bytes) : 0;
    int start = bytes.readerIndex();
    boolean nothingSent =
        count > 0 && isInitial(bytes, start) && nothingSentTo(connectionOf(bytes, start));
    reading = packet;
    bytes.retain();
    try {
      ctx.fireChannelRead(packet);
      for (int i = 0; i < count; i++) {
        if ((hasReservedBits(bytes, i) || (nothingSent && acknowledges(bytes, i)))
            && isAuthentic(bytes, i)) {
          violated(bytes, start);
          break;
        }
      }
    } finally {
      reading = null;
      bytes.release();
    }
  }

  /** Records the positions of packets and payloads, and the payloads' encrypted bytes. */
  private int remember(ByteBuf bytes) {
    int start = bytes.readerIndex();
    if (bytes.getByte(start) >= 0) {
      return note(bytes, 0, start, start + 1 + ConnectionIds.LENGTH, bytes.writerIndex()) ? 1 : 0;
    }
    int count = 0;
    boolean more = packets.first(bytes);
    while (more && count < MAX_PACKETS) {
      if (packets.numberIndex() >= 0
          && note(bytes, count, packets.start(), packets.numberIndex(), packets.end())) {
        count++;
      }
      more = packets.next(bytes);
    }
    int last = packets.end();
    if (!more && count > 0 && count < MAX_PACKETS && isShort(bytes, last)) {
      int number = last + 1 + ConnectionIds.LENGTH;
      count += note(bytes, count, last, number, bytes.writerIndex()) ? 1 : 0;
    }
    return count;
  }

  /** Returns true for a short header. Such a packet is the last of the coalesced packets (RFC 9000 section 12.2). */
  private static boolean isShort(ByteBuf bytes, int at) {
    return at < bytes.writerIndex() && bytes.getByte(at) >= 0;
  }

  private boolean note(ByteBuf bytes, int i, int start, int numberIndex, int end) {
    int payload = numberIndex + MAX_PACKET_NUMBER_BYTES;
    if (payload + TAG_BYTES > end) {
      return false;
    }
    starts[i] = start;
    payloads[i] = payload;
    ends[i] = end;
    sealed[i] = bytes.getLong(payload);
    return true;
  }

  private boolean hasReservedBits(ByteBuf bytes, int i) {
    byte first = bytes.getByte(starts[i]);
    return (first & (first < 0 ? LONG_RESERVED : SHORT_RESERVED)) != 0;
  }

  /** Returns true if quiche has decrypted the packet. */
  private boolean isAuthentic(ByteBuf bytes, int i) {
    return bytes.getLong(payloads[i]) != sealed[i]
        && !InitialFrames.isPadding(bytes, payloads[i], ends[i] - TAG_BYTES);
  }

  private boolean acknowledges(ByteBuf bytes, int i) {
    if (!isInitial(bytes, starts[i])) {
      return false;
    }
    int numberBytes = (bytes.getByte(starts[i]) & NUMBER_LENGTH) + 1;
    int frames = payloads[i] - MAX_PACKET_NUMBER_BYTES + numberBytes;
    return InitialFrames.hasAck(bytes, frames, ends[i] - TAG_BYTES);
  }

  private static boolean isInitial(ByteBuf bytes, int start) {
    return (bytes.getByte(start) & LONG_TYPE) == LONG_INITIAL;
  }

  private static boolean nothingSentTo(@Nullable QuicChannel channel) {
    QuicConnectionStats stats = channel == null ? null : channel.collectStats().getNow();
    return stats == null || stats.sent() == 0;
  }

  private void violated(ByteBuf bytes, int start) {
    QuicChannel channel = connectionOf(bytes, start);
    ChannelHandlerContext ctx = context;
    if (channel == null || ctx == null) {
      return;
    }
    // Deferred until that connection is no longer being read.
    ctx.executor().execute(() -> {
      if (channel.isOpen()) {
        observer.quicError(QuicErrorCount.PROTOCOL_VIOLATION);
        var unused = channel.close(
            false, (int) QuicTransportError.PROTOCOL_VIOLATION.code(), Unpooled.EMPTY_BUFFER);
      }
    });
  }

  private @Nullable QuicChannel connectionOf(ByteBuf bytes, int start) {
    boolean isShort = bytes.getByte(start) >= 0;
    int id = isShort ? start + 1 : start + CoalescedPackets.ID_OFFSET;
    int length = isShort ? ConnectionIds.LENGTH : bytes.getUnsignedByte(id - 1);
    if (length == ConnectionIds.LENGTH && ids.read(bytes, id) && ids.isOfThisRun()) {
      return connections.apply(ids.connection());
    }
    return beginnings.get(bytes.slice(id, length));
  }

  /** Returns the ids that the clients of handshakes in progress have chosen. */
  List<byte[]> chosenIds() {
    return beginnings.keySet().stream().map(ByteBufUtil::getBytes).toList();
  }

  /** Returns the connection that the current packet opens; null if it is unknown. */
  @Nullable
  Opening opened(QuicChannel channel) {
    DatagramPacket packet = reading;
    OpeningPacket first = packet == null
        ? null
        : OpeningPacket.read(packet.sender(), packet.content(), packet.content().readerIndex());
    return first == null ? null : new Opening(channel, first, ids.idUnderWay());
  }

  /** A connection whose handshake is in progress. */
  final class Opening {
    private final OpeningPacket first;
    private final byte[] ownId;
    private final ByteBuf chosenId;
    private final QuicChannel channel;

    private Opening(QuicChannel channel, OpeningPacket first, byte[] ownId) {
      this.channel = channel;
      this.first = first;
      this.ownId = ownId;
      this.chosenId = Unpooled.wrappedBuffer(first.destinationId());
      beginnings.put(chosenId, channel);
    }

    /** Call when the handshake has succeeded or failed. */
    void ended() {
      beginnings.remove(chosenId, channel);
    }

    /** Call when the connection has ended with this error. Reports it to the client if quiche has sent nothing at all. */
    void failed(long code) {
      ChannelHandlerContext ctx = context;
      if (!nothingSentTo(channel) || ctx == null || !ctx.channel().isActive()) {
        return;
      }
      ByteBuf close = initialClose.packet(ctx.alloc(), first, ownId, code);
      if (close != null) {
        var unused = ctx.writeAndFlush(new DatagramPacket(close, first.sender()));
      }
    }
  }
}
