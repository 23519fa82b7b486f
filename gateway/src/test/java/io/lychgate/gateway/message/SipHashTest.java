package io.lychgate.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class SipHashTest {
  private static final long LOW = 0x0706050403020100L;
  private static final long HIGH = 0x0f0e0d0c0b0a0908L;

  @Test
  void bytesHaveTheHashOfTheReference() {
    byte[] message = new byte[15];
    for (int i = 0; i < message.length; i++) {
      message[i] = (byte) i;
    }

    // Appendix A of the paper.
    assertThat(SipHash.hash(LOW, HIGH, message)).isEqualTo(0xa129ca6149be45e5L);
  }

  @Test
  void textHasTheHashOfItsUtf16() {
    String text = "";
    for (int i = 0; i < 20; i++) {
      assertThat(SipHash.hash(LOW, HIGH, text))
          .isEqualTo(SipHash.hash(LOW, HIGH, text.getBytes(StandardCharsets.UTF_16LE)));
      text += (char) ('a' + 300 * i);
    }
  }
}
