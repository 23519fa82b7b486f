package io.lychgate.gateway.listen.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lychgate.gateway.listen.socket.InheritedSockets.Inherited;
import io.lychgate.gateway.listen.socket.InheritedSockets.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MessageTest {
  private static final UnpooledByteBufAllocator ALLOCATOR = UnpooledByteBufAllocator.DEFAULT;

  @Test
  void packetKeepsItsAddressesAndContent() throws Exception {
    InetSocketAddress client = new InetSocketAddress("2001:db8::1", 65000);
    InetSocketAddress gateway = new InetSocketAddress("192.0.2.1", 443);
    ByteBuf message = Message.packet(
        ALLOCATOR,
        "public",
        255,
        new DatagramPacket(Unpooled.wrappedBuffer(new byte[] {1, 2, 3}), gateway, client));

    assertThat(message.readInt()).isEqualTo(message.readableBytes());
    assertThat(message.readByte()).isEqualTo(Message.PACKET);
    Message.Forwarded read = Message.readPacket(ALLOCATOR, message);

    assertThat(read.listener()).isEqualTo("public");
    assertThat(read.socket()).isEqualTo(255);
    assertThat(read.packet().sender()).isEqualTo(client);
    assertThat(read.packet().recipient()).isEqualTo(gateway);
    assertThat(read.packet().content().isDirect()).isTrue();
    assertThat(read.packet().content()).isEqualTo(Unpooled.wrappedBuffer(new byte[] {1, 2, 3}));
    read.packet().release();
    message.release();
  }

  @Test
  void offerKeepsSocketsRunsAndPort() {
    Offer offer = new Offer(
        List.of(
            new Inherited(Kind.TCP, "public", "0.0.0.0", 443, 7),
            new Inherited(Kind.UDP, "public", "0.0.0.0", 443, 8)),
        Set.of(1, 65535),
        9443);
    ByteBuf message = ALLOCATOR.buffer();
    offer.write(message);

    Offer read = Offer.read(message);

    assertThat(read.sockets())
        .extracting(Inherited::kind, Inherited::port, Inherited::descriptor)
        .containsExactly(tuple(Kind.TCP, 443, -1), tuple(Kind.UDP, 443, -1));
    assertThat(read.runs()).containsExactlyInAnyOrder(1, 65535);
    assertThat(read.adminPort()).isEqualTo(9443);
    message.release();
  }
}
