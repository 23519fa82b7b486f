package io.lychgate.gateway.listen.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.net.UnknownHostException;

/** Any bytes of another process are read as a message or refused with an exception that closes the hand-over. */
class MessageFuzzTest {
  @FuzzTest
  void readsAnyPacket(byte[] bytes) {
    ByteBuf in = Unpooled.wrappedBuffer(bytes);
    try {
      Message.Forwarded read = Message.readPacket(UnpooledByteBufAllocator.DEFAULT, in);
      assertThat(read.packet().content().readableBytes()).isLessThan(bytes.length);
      read.packet().release();
    } catch (IndexOutOfBoundsException | IllegalArgumentException | UnknownHostException refused) {
      assertThat(refused).isNotNull();
    }
  }

  @FuzzTest
  void readsAnyOffer(byte[] bytes) {
    try {
      Offer read = Offer.read(Unpooled.wrappedBuffer(bytes));
      assertThat(read.sockets()).hasSizeLessThanOrEqualTo(bytes.length);
    } catch (IndexOutOfBoundsException | IllegalArgumentException refused) {
      assertThat(refused).isNotNull();
    }
  }
}
