package io.lychgate.gateway.listen.quic;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CoalescedPacketsTest {
  private static final int INITIAL = 0xc0;
  private static final int ZERO_RTT = 0xd0;
  private static final int HANDSHAKE = 0xe0;

  private final CoalescedPackets packets = new CoalescedPackets();

  private static ByteBuf packet(int first, long id, int payload) {
    ByteBuf packet = Unpooled.buffer().writeByte(first).writeInt(1);
    packet.writeByte(8).writeLong(id);
    packet.writeByte(3).writeMedium(7);
    if (first == INITIAL) {
      packet.writeByte(2).writeShort(9);
    }
    return packet.writeShort(0x4000 | payload).writeZero(payload);
  }

  private static ByteBuf datagram(ByteBuf... packets) {
    ByteBuf datagram = Unpooled.buffer();
    for (ByteBuf packet : packets) {
      datagram.writeBytes(packet);
    }
    return datagram;
  }

  @Test
  void earlyDataIsFoundInAnyPacket() {
    assertThat(packets.read(packet(ZERO_RTT, 1, 100))).isTrue();
    assertThat(packets.hasEarlyData()).isTrue();
    assertThat(packets.read(datagram(packet(INITIAL, 1, 300), packet(ZERO_RTT, 1, 100))))
        .isTrue();
    assertThat(packets.hasEarlyData()).isTrue();
    assertThat(packets.read(datagram(packet(INITIAL, 1, 300), packet(HANDSHAKE, 1, 100))))
        .isTrue();
    assertThat(packets.hasEarlyData()).isFalse();
  }

  @Test
  void packetsWithAnotherIdAreRemoved() {
    ByteBuf first = packet(INITIAL, 1, 300);
    assertThat(packets.read(datagram(first, packet(ZERO_RTT, 2, 100)))).isTrue();
    assertThat(packets.hasEarlyData()).isFalse();
    assertThat(packets.end()).isEqualTo(first.writerIndex());
    assertThat(packets.idIndex()).isEqualTo(6);
    assertThat(packets.idLength()).isEqualTo(8);
  }

  @Test
  void shortHeaderPacketAfterAnotherStays() {
    ByteBuf whole =
        datagram(packet(HANDSHAKE, 1, 30), Unpooled.buffer().writeByte(0x40).writeZero(40));
    assertThat(packets.read(whole)).isTrue();
    assertThat(packets.end()).isEqualTo(whole.writerIndex());
  }

  @Test
  void packetOfAnotherVersionIsRemoved() {
    ByteBuf first = packet(INITIAL, 1, 300);
    ByteBuf other = packet(ZERO_RTT, 1, 30).setInt(1, 2);
    assertThat(packets.read(datagram(first, other, packet(ZERO_RTT, 2, 100)))).isTrue();
    assertThat(packets.hasEarlyData()).isFalse();
    assertThat(packets.end()).isEqualTo(first.writerIndex());
  }

  @Test
  void onlyALeadingInitialStartsAConnection() {
    assertThat(packets.read(packet(INITIAL, 1, 300))).isTrue();
    assertThat(packets.isInitial()).isTrue();
    assertThat(packets.read(datagram(packet(ZERO_RTT, 1, 100), packet(INITIAL, 1, 300))))
        .isTrue();
    assertThat(packets.isInitial()).isFalse();
  }

  @Test
  void unknownVersionsAndShortHeadersAreNotRead() {
    assertThat(packets.read(Unpooled.buffer().writeByte(0x40).writeZero(40))).isFalse();
    assertThat(packets.read(Unpooled.buffer().writeByte(0xc0).writeInt(2).writeZero(40)))
        .isFalse();
    assertThat(packets.read(Unpooled.EMPTY_BUFFER)).isFalse();
  }

  @Test
  void readsAnyDatagram() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(80)];
      random.nextBytes(bytes);
      ByteBuf datagram = Unpooled.buffer(100);
      datagram.writeByte(bytes.length > 0 ? bytes[0] | 0x80 : 0xc0).writeInt(1).writeBytes(bytes);
      if (packets.read(datagram)) {
        assertThat(packets.end()).isBetween(1, datagram.writerIndex());
      }
    }
  }
}
