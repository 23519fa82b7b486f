package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.observe.LoopObserver;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import io.netty.handler.codec.quic.QuicChannel;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Precedes the codec of a UDP socket. Makes the codec deliver data of 0-RTT packets before the handshake is complete, unless it may
 * be a replay.
 *
 * <p>Netty 4.2.18 looks for streams only after it has read a datagram, and only if quiche is then in the early-data state. quiche
 * enters that state only after it has sent its first flight. Netty then does not look again until the client's next datagram, which
 * usually completes the handshake. An empty packet of the connection makes Netty look and has no other effect. Netty also delivers
 * streams only after a read, which a channel does not start by itself before it is active. Event loop only.
 */
final class EarlyPackets extends ChannelInboundHandlerAdapter {
  /** RFC 9000 section 17.3.1: a short header, with nothing to decrypt after its id. */
  private static final int EMPTY_PACKET = 0x40;

  /**
   * Number of looks. The handshake proceeds with each. The first is often too early, because BoringSSL has only requested the
   * certificate by then.
   */
  private static final int LOOKS = 4;

  private final ConnectionIds ids;
  private final StrikeRegister strikes;
  private final LoopObserver observer;
  private final CoalescedPackets packets = new CoalescedPackets();

  /** Handshakes in progress, by the client's chosen id and by the gateway's id. Their number bounds the map. */
  private final Map<ByteBuf, Beginning> beginnings = new HashMap<>();

  private volatile boolean isOn;
  private @Nullable ByteBuf reading;

  EarlyPackets(ConnectionIds ids, StrikeRegister strikes, LoopObserver observer) {
    this.ids = ids;
    this.observer = observer;
    this.strikes = strikes;
  }

  /** Enables or disables early data for new connections. Handshakes in progress end as they began. Any thread. */
  void adopt(boolean on) {
    isOn = on;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    DatagramPacket packet = (DatagramPacket) message;
    ByteBuf bytes = packet.content();
    boolean isIdle = !isOn && beginnings.isEmpty();
    if (isIdle || !packets.read(bytes)) {
      ctx.fireChannelRead(packet);
      return;
    }
    // RFC 9000 section 12.2: all packets have one id. Otherwise a 0-RTT packet of another
    // connection, whose id is known, could follow a copied ClientHello under a new id.
    bytes.writerIndex(packets.end());
    ByteBuf id = Unpooled.copiedBuffer(bytes.slice(packets.idIndex(), packets.idLength()));
    boolean isInitial = packets.isInitial();
    boolean hasEarlyData = packets.hasEarlyData();
    InetSocketAddress sender = packet.sender();
    InetSocketAddress recipient = packet.recipient();
    reading = id;
    ctx.fireChannelRead(packet);
    reading = null;
    Beginning beginning = beginnings.get(id);
    if (beginning == null) {
      if (isInitial && isOn && !isOurs(id)) {
        // Refused or sent a Retry: the client retries with another id, and its request is served
        // then. Data under this id counts as a replay from now on.
        var unused = strikes.isFirst(id);
      }
    } else if (hasEarlyData) {
      beginning.earlyDataCame(ctx, sender, recipient);
    }
  }

  /** Registers the connection that the current packet opens. Returns null while early data is disabled. */
  @Nullable
  Beginning begun(QuicChannel channel) {
    ByteBuf id = reading;
    if (id == null || !isOn) {
      return null;
    }
    boolean isOurs = isOurs(id);
    ByteBuf own = isOurs ? id : Unpooled.wrappedBuffer(ids.idUnderWay());
    Beginning beginning = new Beginning(channel, id, own, !isOurs);
    beginnings.put(beginning.chosen, beginning);
    beginnings.put(beginning.own, beginning);
    return beginning;
  }

  /**
   * Returns true for an id of a Retry or of an earlier connection. The same client sent later 0-RTT packets with such an id, which
   * are not in the register.
   */
  private boolean isOurs(ByteBuf id) {
    return id.readableBytes() == ConnectionIds.LENGTH && ids.read(id, 0);
  }

  /** A connection whose handshake is in progress. */
  final class Beginning {
    private final QuicChannel channel;
    private final ByteBuf chosen;
    private final ByteBuf own;
    private final boolean mayBeShown;
    private boolean isDecided;
    private int looksLeft;

    private Beginning(QuicChannel channel, ByteBuf chosen, ByteBuf own, boolean mayBeShown) {
      this.channel = channel;
      this.chosen = chosen;
      this.own = own;
      this.mayBeShown = mayBeShown;
    }

    private void earlyDataCame(
        ChannelHandlerContext ctx, InetSocketAddress sender, InetSocketAddress recipient) {
      if (isDecided) {
        return;
      }
      isDecided = true;
      boolean taken = mayBeShown && strikes.isFirst(chosen);
      observer.earlyConnection(taken);
      if (taken) {
        channel.read();
        looksLeft = LOOKS;
        lookSoon(ctx, sender, recipient);
      }
    }

    /** Looks again after the current read has been processed. */
    private void lookSoon(
        ChannelHandlerContext ctx, InetSocketAddress sender, InetSocketAddress recipient) {
      ctx.executor().execute(() -> {
        if (looksLeft > 0 && channel.isOpen() && !channel.isActive()) {
          looksLeft--;
          // The packet allows quiche to send three times its length more (RFC 9000 section 8.1), so
          // it is short.
          ByteBuf empty = ctx.alloc().directBuffer(1 + ConnectionIds.LENGTH);
          empty.writeByte(EMPTY_PACKET).writeBytes(own, 0, ConnectionIds.LENGTH);
          ctx.fireChannelRead(new DatagramPacket(empty, recipient, sender));
          ctx.fireChannelReadComplete();
          lookSoon(ctx, sender, recipient);
        }
      });
    }

    /** Stops looking: Netty delivers the streams. */
    void shown() {
      looksLeft = 0;
    }

    /** Call when the handshake has succeeded or failed. */
    void ended() {
      looksLeft = 0;
      beginnings.remove(chosen, this);
      beginnings.remove(own, this);
    }
  }
}
