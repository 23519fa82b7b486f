package io.lychgate.gateway.listen.quic;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;

/** No read leaves the bounds of a datagram. */
class QuicHeadersFuzzTest {
  private static final InetSocketAddress SENDER = new InetSocketAddress(443);

  @FuzzTest
  void readsAnyDatagram(byte[] bytes) {
    ByteBuf datagram = Unpooled.wrappedBuffer(bytes);
    CoalescedPackets packets = new CoalescedPackets();
    int last = 0;
    for (boolean more = packets.first(datagram); more; more = packets.next(datagram)) {
      assertThat(packets.start()).isGreaterThanOrEqualTo(last);
      assertThat(packets.end()).isGreaterThan(packets.start()).isLessThanOrEqualTo(bytes.length);
      assertThat(packets.numberIndex()).isLessThanOrEqualTo(packets.end());
      var unused = OpeningPacket.read(SENDER, datagram, packets.start());
      var unused2 = InitialFrames.hasAck(datagram, packets.start() + 1, packets.end());
      last = packets.end();
    }
    var unused = InitialFrames.hasAck(datagram, 0, bytes.length);
  }
}
