package io.lychgate.gateway.listen.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;

final class OfferedProtocolsTest {
  /** Bytes of a record's head and of a handshake message's. */
  private static final int HEADS = 5 + 4;

  private static ByteBuf hello(String... protocols) throws Exception {
    SSLEngine engine = SSLContext.getDefault().createSSLEngine("a.example", 443);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setApplicationProtocols(protocols);
    engine.setSSLParameters(parameters);
    ByteBuffer out = ByteBuffer.allocate(32 * 1024);
    try {
      engine.wrap(ByteBuffer.allocate(0), out);
    } catch (SSLException e) {
      throw new AssertionError(e);
    }
    return Unpooled.wrappedBuffer(out.flip()).skipBytes(HEADS);
  }

  @Test
  void theOnlyProtocolOfAnAuthorityIsAChallenge() throws Exception {
    assertThat(OfferedProtocols.isChallenge(hello("acme-tls/1"))).isTrue();
  }

  @Test
  void otherProtocolsAreNone() throws Exception {
    assertThat(OfferedProtocols.isChallenge(hello())).isFalse();
    assertThat(OfferedProtocols.isChallenge(hello("h2"))).isFalse();
    assertThat(OfferedProtocols.isChallenge(hello("acme-tls/1", "h2"))).isFalse();
    assertThat(OfferedProtocols.isChallenge(hello("acme-tls/2"))).isFalse();
  }

  /** Each beginning of a message, and each with one byte changed, ends with a result. */
  @Test
  void aMessageThatIsCutOrDamagedIsReadWithinItsBounds() throws Exception {
    ByteBuf whole = hello("acme-tls/1");
    for (int length = 0; length < whole.readableBytes(); length++) {
      assertThat(OfferedProtocols.isChallenge(whole.slice(whole.readerIndex(), length)))
          .as("%d bytes", length)
          .isIn(true, false);
    }
    for (int at = 0; at < whole.readableBytes(); at++) {
      for (int value : new int[] {0, 1, 0x7f, 0xff}) {
        ByteBuf damaged = whole.copy().setByte(at, value);
        assertThat(OfferedProtocols.isChallenge(damaged)).isIn(true, false);
      }
    }
  }
}
