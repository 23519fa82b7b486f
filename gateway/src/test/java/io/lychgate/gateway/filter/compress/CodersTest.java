package io.lychgate.gateway.filter.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.http.ContentCoding;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class CodersTest {
  private static final int LENGTH_UNKNOWN = -1;

  private final Coding coding = new Coding(Coding.WHOLE_BODY);
  private final LoopCoders coders = coding.coders;

  @AfterEach
  void stop() {
    coding.close();
    assertThat(coding.open()).isZero();
    assertThat(coders.memoryTaken()).isZero();
  }

  /** Bytes of words, so that they repeat, with some that do not. */
  private static byte[] text(Random random, int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append(random.nextInt(10) == 0 ? Long.toString(random.nextLong()) : "the same words ");
    }
    return Arrays.copyOf(text.toString().getBytes(StandardCharsets.US_ASCII), length);
  }

  private static ByteBuffer direct(byte[] bytes, int from, int length) {
    return ByteBuffer.allocateDirect(length).put(bytes, from, length).flip();
  }

  private static Coder present(@Nullable Coder coder) {
    return Objects.requireNonNull(coder, "coder");
  }

  private byte[] encoded(ContentCoding as, byte[] bytes, long length) {
    ByteBuf out = Unpooled.directBuffer();
    Coder coder = present(coders.encoder(as, 4, length));
    coder.code(direct(bytes, 0, bytes.length), out);
    coder.finish(out);
    coder.release();
    byte[] encoded = ByteBufUtil.getBytes(out);
    out.release();
    return encoded;
  }

  /** Decodes pieces with the gateway's own decoder. */
  private byte[] decoded(ContentCoding of, byte[] body, int pieceLength) {
    Coder decoder = present(coders.decoder(of));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuf out = Unpooled.directBuffer();
    try {
      for (int at = 0; at < body.length; at += pieceLength) {
        ByteBuffer in = direct(body, at, Math.min(pieceLength, body.length - at));
        while (in.hasRemaining() || decoder.hasMore()) {
          decoder.code(in, out);
          all.writeBytes(ByteBufUtil.getBytes(out));
          out.clear();
        }
      }
      decoder.finish(out);
    } finally {
      out.release();
      decoder.release();
    }
    return all.toByteArray();
  }

  @ParameterizedTest
  @EnumSource(
      value = ContentCoding.class,
      names = {"GZIP", "BROTLI", "ZSTD"})
  void flushedBytesAreReadableAtOnce(ContentCoding as) throws Exception {
    coding.onLoop(() -> {
      Random random = new Random(1);
      for (int round = 0; round < 20; round++) {
        flushOnTheWay(as, random);
      }
    });
  }

  private void flushOnTheWay(ContentCoding as, Random random) throws IOException {
    byte[] text = text(random, 1 + random.nextInt(200_000));
    Coder encoder = present(coders.encoder(as, 1 + random.nextInt(6), LENGTH_UNKNOWN));
    Coder decoder = present(coders.decoder(as));
    ByteBuf out = Unpooled.directBuffer();
    ByteBuf back = Unpooled.directBuffer();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int at = 0; at < text.length; ) {
      int length = Math.min(text.length - at, 1 + random.nextInt(LoopCoders.PIECE));
      encoder.code(direct(text, at, length), out);
      at += length;
      boolean isFlushed = random.nextBoolean();
      if (isFlushed) {
        encoder.flush(out);
      }
      byte[] piece = ByteBufUtil.getBytes(out);
      out.clear();
      body.writeBytes(piece);
      ByteBuffer in = direct(piece, 0, piece.length);
      while (in.hasRemaining() || decoder.hasMore()) {
        decoder.code(in, back);
      }
      if (isFlushed) {
        assertThat(back.readableBytes()).isEqualTo(at);
      }
    }
    encoder.finish(out);
    body.writeBytes(ByteBufUtil.getBytes(out));
    assertThat(Coding.decoded(as, body.toByteArray())).isEqualTo(text);
    assertThat(Arrays.copyOf(text, back.readableBytes())).isEqualTo(ByteBufUtil.getBytes(back));
    encoder.release();
    decoder.release();
    out.release();
    back.release();
  }

  @ParameterizedTest
  @CsvSource({
    "GZIP, 0",
    "GZIP, 5000",
    "GZIP, 3000000",
    "BROTLI, 0",
    "BROTLI, 5000",
    "BROTLI, 3000000",
    "ZSTD, 0",
    "ZSTD, 5000",
    "ZSTD, 3000000"
  })
  void bodyOfKnownLengthComesBack(ContentCoding as, int length) throws Exception {
    coding.onLoop(() -> {
      byte[] text = text(new Random(length), length);
      byte[] encoded = encoded(as, text, length);
      assertThat(Coding.decoded(as, encoded)).isEqualTo(text);
      assertThat(decoded(as, encoded, 1000)).isEqualTo(text);
      assertThat(decoded(as, encoded, Math.max(1, encoded.length))).isEqualTo(text);
    });
  }

  @Test
  void usedCoderBeginsANewBody() throws Exception {
    coding.onLoop(() -> {
      for (ContentCoding as : new ContentCoding[] {ContentCoding.GZIP, ContentCoding.ZSTD}) {
        ByteBuf dropped = Unpooled.directBuffer();
        Coder cancelled = present(coders.encoder(as, 1, 10));
        cancelled.code(direct(new byte[10], 0, 10), dropped);
        cancelled.release();
        dropped.release();
        byte[] text = text(new Random(1), 70_000);
        assertThat(Coding.decoded(as, encoded(as, text, LENGTH_UNKNOWN))).isEqualTo(text);
      }
    });
  }

  @Test
  void zstdBodyIsOneFrameWithASmallWindow() throws Exception {
    byte[] body = coding.fromLoop(
        () -> encoded(ContentCoding.ZSTD, text(new Random(2), 3_000_000), LENGTH_UNKNOWN));

    // RFC 8878 section 3.1.1.1.2: the exponent of the window is above bit 3 of its descriptor.
    assertThat(10 + ((body[5] & 0xff) >> 3)).isLessThanOrEqualTo(LoopCoders.WINDOW_BITS);
  }

  @Test
  void memoryOfCodersIsBounded() throws Exception {
    coding.onLoop(() -> {
      List<Coder> open = new ArrayList<>();
      for (ContentCoding as :
          List.of(ContentCoding.ZSTD, ContentCoding.BROTLI, ContentCoding.GZIP)) {
        Coder next = coders.encoder(as, 3, LENGTH_UNKNOWN);
        while (next != null) {
          open.add(next);
          next = coders.encoder(as, 3, LENGTH_UNKNOWN);
        }
      }
      assertThat(coders.memoryTaken()).isBetween(LoopCoders.MEMORY / 2, LoopCoders.MEMORY);
      assertThat(coders.decoder(ContentCoding.ZSTD)).isNull();
      open.forEach(Coder::release);
    });
  }

  @ParameterizedTest
  @EnumSource(
      value = ContentCoding.class,
      names = {"GZIP", "BROTLI", "ZSTD"})
  void bombIsRefusedBeforeItsBytesExist(ContentCoding as) throws Exception {
    coding.onLoop(() -> {
      byte[] bomb = encoded(as, new byte[64 << 20], LENGTH_UNKNOWN);
      Coder decoder = present(coders.decoder(as));
      ByteBuf out = Unpooled.directBuffer();
      assertThatThrownBy(() -> {
            ByteBuffer in = direct(bomb, 0, bomb.length);
            while (in.hasRemaining() || decoder.hasMore()) {
              int before = out.readableBytes();
              decoder.code(in, out);
              assertThat(out.readableBytes() - before).isLessThan(1 << 20);
              out.clear();
            }
          })
          .isInstanceOf(CodingException.class)
          .hasMessageContaining("250");
      out.release();
      decoder.release();
    });
  }

  @ParameterizedTest
  @EnumSource(
      value = ContentCoding.class,
      names = {"GZIP", "BROTLI", "ZSTD"})
  void truncatedBodyFails(ContentCoding as) throws Exception {
    coding.onLoop(() -> {
      byte[] whole = encoded(as, text(new Random(3), 10_000), LENGTH_UNKNOWN);
      for (int length : new int[] {1, 5, whole.length / 2, whole.length - 1}) {
        assertThatThrownBy(() -> decoded(as, Arrays.copyOf(whole, length), 100))
            .isInstanceOf(CodingException.class);
      }
    });
  }

  @ParameterizedTest
  @EnumSource(
      value = ContentCoding.class,
      names = {"GZIP", "BROTLI", "ZSTD"})
  void otherBytesFail(ContentCoding as) throws Exception {
    coding.onLoop(() -> {
      byte[] other = "<!doctype html><p>This is no coded body.".getBytes(StandardCharsets.US_ASCII);
      assertThatThrownBy(() -> decoded(as, other, other.length))
          .isInstanceOf(CodingException.class);
    });
  }

  @Test
  void decodesSeveralMembersAndAllOptionalFields() throws Exception {
    ByteArrayOutputStream first = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(first)) {
      gzip.write("one, ".getBytes(StandardCharsets.US_ASCII));
    }
    byte[] member = first.toByteArray();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(member);
    // FEXTRA, FNAME, FCOMMENT and FHCRC.
    body.writeBytes(new byte[] {0x1f, (byte) 0x8b, 8, 2 + 4 + 8 + 16, 0, 0, 0, 0, 0, 3});
    body.writeBytes(new byte[] {2, 0, 9, 9, 'a', 0, 'b', 0, 7, 7});
    body.write(member, 10, member.length - 10);

    byte[] text = coding.fromLoop(() -> decoded(ContentCoding.GZIP, body.toByteArray(), 1));

    assertThat(text).asString(StandardCharsets.US_ASCII).isEqualTo("one, one, ");
  }

  @Test
  void zstdFrameWithALargeWindowIsRefused() throws Exception {
    // A window descriptor of 2^24 bytes.
    byte[] frame = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, 14 << 3, 1, 0, 0};
    coding.onLoop(() -> {
      assertThatThrownBy(() -> decoded(ContentCoding.ZSTD, frame, 1))
          .isInstanceOf(CodingException.class)
          .hasMessageContaining("8 MiB");
    });
  }
}
