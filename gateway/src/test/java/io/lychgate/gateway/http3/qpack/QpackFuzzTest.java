package io.lychgate.gateway.http3.qpack;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lychgate.gateway.testkit.Http3Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;

/** Any bytes on the encoder, decoder and request streams cause only {@link Malformed} and stay within the limit. */
class QpackFuzzTest {
  private static final int LIMIT = 1000;
  private static final int LONGEST_ENTRY = 256;

  @FuzzTest
  void readsAnyInstructionsAndSections(byte[] bytes) throws Malformed {
    RequestFields fields = new RequestFields(256);
    Instructions encoderStream = fields.encoderInstructions();
    Instructions decoderStream = new ResponseFields(256, 1).decoderInstructions();
    ByteBuf all = Unpooled.wrappedBuffer(bytes);
    int cut = all.isReadable() ? Math.min(all.readByte() & 0xff, all.readableBytes()) : 0;
    // Inserts entries, so that sections can refer to them.
    encoderStream.take(
        UnpooledByteBufAllocator.DEFAULT,
        Unpooled.copiedBuffer(
            Http3Bytes.prefixed(0x20, 5, 256), Http3Bytes.bytes(0x41, 'a', 1, 'b')));
    try {
      encoderStream.take(UnpooledByteBufAllocator.DEFAULT, all.readBytes(cut));
      ByteBuf out = Unpooled.buffer();
      long required = fields.readRequiredInsertCount(all);
      if (fields.has(required)) {
        fields.translate(all.copy(), required, out, LIMIT);
        assertThat(out.readableBytes()).isLessThan(LIMIT + LONGEST_ENTRY + bytes.length);
      }
      decoderStream.take(UnpooledByteBufAllocator.DEFAULT, all);
    } catch (Malformed expected) {
      assertThat(expected).hasMessageMatching(".+");
    } finally {
      encoderStream.close();
      decoderStream.close();
    }
  }
}
