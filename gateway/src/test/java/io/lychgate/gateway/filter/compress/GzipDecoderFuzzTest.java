package io.lychgate.gateway.filter.compress;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The decoder of gzip refuses malformed bodies, and reads the same bytes as the JDK in those that both accept. */
class GzipDecoderFuzzTest {
  @FuzzTest(maxDuration = "10s")
  void readsAnyBody(byte[] body) {
    GzipDecoder decoder = new GzipDecoder(Decoder.Receiver.CLIENT, () -> {});
    ByteBuf out = Unpooled.directBuffer();
    ByteBuffer in = ByteBuffer.allocateDirect(body.length).put(body).flip();
    try {
      while (in.hasRemaining() || decoder.hasMore()) {
        decoder.code(in, out);
      }
      decoder.finish(out);
      byte[] expected = jdk(body);
      if (expected != null) {
        assertThat(ByteBufUtil.getBytes(out)).isEqualTo(expected);
      }
    } catch (CodingException refused) {
      assertThat(refused.getMessage()).isNotEmpty();
    } finally {
      out.release();
      decoder.release();
    }
  }

  /** Returns null if the JDK refuses the body. It checks the checksum of a header, too. */
  private static byte @Nullable [] jdk(byte[] body) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      return in.readAllBytes();
    } catch (IOException refused) {
      return null;
    }
  }
}
