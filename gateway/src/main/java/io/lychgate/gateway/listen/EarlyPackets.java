package io.lychgate.gateway.listen;

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
 * In front of the codec of a UDP socket: makes it show what a client sends in 0-RTT packets before the handshake is over, if
 * that is no copy of what came before.
 *
 * <p>Netty 4.2.18 looks for streams when it has read a datagram, and only if quiche is in early data by then. It is so only
 * after the first flight was sent, and then Netty does not look again until the client's next datagram, which mostly is the one
 * that ends the handshake. An empty packet of the connection, which has no other effect, makes it look. And it hands streams over
 * only after a read, which a channel does by itself not before it is active. Event loop only.
 */
final class EarlyPackets extends ChannelInboundHandlerAdapter {
  /** RFC 9000 section 17.3.1: a short header, and nothing that could be decrypted behind its id. */
  private static final int EMPTY_PACKET = 0x40;

  /** The handshake goes on with each; the first is often too early, as BoringSSL has asked for the certificate only. */
  private static final int LOOKS = 4;

  private final ConnectionIds ids;
  private final StrikeRegister strikes;
  private final LoopObserver observer;
  private final CoalescedPackets packets = new CoalescedPackets();

  /** By the id that the client chose, and by ours: handshakes under way, so no more than they are. */
  private final Map<ByteBuf, Beginning> beginnings = new HashMap<>();

  private volatile boolean isOn;
  private @Nullable ByteBuf reading;

  EarlyPackets(ConnectionIds ids, StrikeRegister strikes, LoopObserver observer) {
    this.ids = ids;
    this.observer = observer;
    this.strikes = strikes;
  }

  /** For the connections that come from now on; those under way end as they began. Any thread. */
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
    // RFC 9000 section 12.2: all have one id. Otherwise a 0-RTT packet of another connection, whose
    // id is known, could come behind a copied ClientHello under a new id.
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
        // Refused, or told to come back (Retry): the client does so under another id, and its
        // request is served then. What it has sent under this one is a copy from now on.
        var unused = strikes.isFirst(id);
      }
    } else if (hasEarlyData) {
      beginning.earlyDataCame(ctx, sender, recipient);
    }
  }

  /** The packet that is being read begins a connection; null while there is no early data. */
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
   * That of a Retry, or of a connection of before: with that, later 0-RTT packets of the same client went out, which are not in
   * the register.
   */
  private boolean isOurs(ByteBuf id) {
    return id.readableBytes() == ConnectionIds.LENGTH && ids.read(id, 0);
  }

  /** A connection whose handshake is under way. */
  final class Beginning {
    private final QuicChannel channel;
    private final ByteBuf chosen;
    private final ByteBuf own;
    private final boolean mayBeShown;
    private boolean wasAsked;
    private int looksLeft;

    private Beginning(QuicChannel channel, ByteBuf chosen, ByteBuf own, boolean mayBeShown) {
      this.channel = channel;
      this.chosen = chosen;
      this.own = own;
      this.mayBeShown = mayBeShown;
    }

    private void earlyDataCame(
        ChannelHandlerContext ctx, InetSocketAddress sender, InetSocketAddress recipient) {
      if (wasAsked) {
        return;
      }
      wasAsked = true;
      boolean taken = mayBeShown && strikes.isFirst(chosen);
      observer.earlyConnection(taken);
      if (taken) {
        channel.read();
        looksLeft = LOOKS;
        lookSoon(ctx, sender, recipient);
      }
    }

    /** When what was read now has been answered. */
    private void lookSoon(
        ChannelHandlerContext ctx, InetSocketAddress sender, InetSocketAddress recipient) {
      ctx.executor().execute(() -> {
        if (looksLeft > 0 && channel.isOpen() && !channel.isActive()) {
          looksLeft--;
          // Lets quiche send three times its length more (RFC 9000 section 8.1), so it is short.
          ByteBuf empty = ctx.alloc().directBuffer(1 + ConnectionIds.LENGTH);
          empty.writeByte(EMPTY_PACKET).writeBytes(own, 0, ConnectionIds.LENGTH);
          ctx.fireChannelRead(new DatagramPacket(empty, recipient, sender));
          ctx.fireChannelReadComplete();
          lookSoon(ctx, sender, recipient);
        }
      });
    }

    /** Netty shows the streams. */
    void shown() {
      looksLeft = 0;
    }

    /** The handshake is over, one way or the other. */
    void ended() {
      looksLeft = 0;
      beginnings.remove(chosen, this);
      beginnings.remove(own, this);
    }
  }
}
