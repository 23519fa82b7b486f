package io.lychgate.gateway.http.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.Fields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.AsciiString;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GrpcWebBodyTest {
  private final GrpcWebBody.Decoder decoder = new GrpcWebBody.Decoder();

  @Test
  void trailersAreAMessageWithAFlag() {
    ByteBuf message =
        GrpcWebBody.trailers(new Fields().add(AsciiString.of("grpc-status"), "0"), false);

    assertThat(message.toString(StandardCharsets.ISO_8859_1))
        .isEqualTo("\u0080\u0000\u0000\u0000\u0010grpc-status: 0\r\n");
    message.release();
  }

  @Test
  void textOfPiecesOfAnyLengthIsDecoded() {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      byte[] first = new byte[random.nextInt(50)];
      byte[] second = new byte[random.nextInt(50)];
      random.nextBytes(first);
      random.nextBytes(second);
      // Two texts with their own padding, cut anywhere.
      String text =
          Base64.getEncoder().encodeToString(first) + Base64.getEncoder().encodeToString(second);
      ByteArrayOutputStream decoded = new ByteArrayOutputStream();
      int cut = random.nextInt(text.length() + 1);
      decoded.writeBytes(decode(text.substring(0, cut)));
      decoded.writeBytes(decode(text.substring(cut)));

      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      expected.writeBytes(first);
      expected.writeBytes(second);
      assertThat(decoded.toByteArray()).isEqualTo(expected.toByteArray());
      assertThat(decoder.isComplete()).isTrue();
    }
  }

  @Test
  void encodedPieceIsBase64() {
    ByteBuf text = GrpcWebBody.encode(Unpooled.copiedBuffer(new byte[100]));

    assertThat(text.toString(StandardCharsets.US_ASCII))
        .isEqualTo(Base64.getEncoder().encodeToString(new byte[100]));
    text.release();
  }

  @ParameterizedTest
  @ValueSource(strings = {"AA*A", "A===", "AA=A", "=AAA", "A\nAA"})
  void otherTextIsRejected(String text) {
    assertThat(decodedOrNull(text)).isNull();
  }

  @Test
  void cutTextIsIncomplete() {
    decode("AAA");

    assertThat(decoder.isComplete()).isFalse();
  }

  private byte[] decode(String text) {
    byte[] bytes = decodedOrNull(text);
    if (bytes == null) {
      throw new AssertionError("refused: " + text);
    }
    return bytes;
  }

  private byte @Nullable [] decodedOrNull(String text) {
    ByteBuf decoded = decoder.decode(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    if (decoded == null) {
      return null;
    }
    byte[] bytes = new byte[decoded.readableBytes()];
    decoded.readBytes(bytes).release();
    return bytes;
  }
}
