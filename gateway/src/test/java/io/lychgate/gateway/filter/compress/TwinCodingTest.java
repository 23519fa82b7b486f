package io.lychgate.gateway.filter.compress;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import io.lychgate.gateway.config.policy.CompressPolicy;
import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.testkit.BrotliBytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class TwinCodingTest {
  @BeforeAll
  static void loadLibraries() {
    assertThat(NativeCodings.available(CompressPolicy.DEFAULT_CODINGS)).hasSize(3);
  }

  private static ByteBuf text(int length) {
    Random random = new Random(7);
    ByteBuf text = Unpooled.directBuffer(length, length);
    while (text.isWritable()) {
      text.writeByte("abcdefgh \n".charAt(random.nextInt(random.nextInt(10) + 1)));
    }
    return text;
  }

  private static byte[] decoded(ContentCoding coding, byte[] bytes) throws IOException {
    InputStream in = new ByteArrayInputStream(bytes);
    try (InputStream decoder = switch (coding) {
      case BROTLI -> new ByteArrayInputStream(BrotliBytes.decoded(bytes));
      case ZSTD -> new ZstdInputStream(in);
      default -> new GZIPInputStream(in);
    }) {
      return decoder.readAllBytes();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BROTLI, 10, 1",
    "BROTLI, 10, 1000",
    "BROTLI, 10, 65536",
    "BROTLI, 11, 300001",
    "ZSTD, 19, 1000",
    "ZSTD, 19, 65536",
    "ZSTD, 19, 300001",
    "GZIP, 9, 1000",
    "GZIP, 9, 65536",
    "GZIP, 9, 300001"
  })
  void twinDecodesToTheBodyAndIsOfExactSize(ContentCoding coding, int level, int length)
      throws IOException {
    ByteBuf plain = text(length);
    ByteBuf twin = new TwinCoding(coding, level).code(plain, () -> true);
    if (length == 1) {
      assertThat(twin).isNull();
    } else {
      Objects.requireNonNull(twin, "twin");
      assertThat(twin.capacity()).isEqualTo(twin.readableBytes()).isLessThan(length);
      assertThat(decoded(coding, ByteBufUtil.getBytes(twin)))
          .isEqualTo(ByteBufUtil.getBytes(plain));
      twin.release();
    }
    assertThat(plain.readableBytes()).isEqualTo(length);
    plain.release();
  }

  @ParameterizedTest
  @EnumSource(names = {"BROTLI", "ZSTD", "GZIP"})
  void bytesThatDoNotShrinkHaveNoTwin(ContentCoding coding) {
    byte[] noise = new byte[200_000];
    new Random(3).nextBytes(noise);
    ByteBuf plain = Unpooled.wrappedBuffer(noise);

    assertThat(new TwinCoding(coding, 9).code(plain, () -> true)).isNull();
  }

  @Test
  void workEndsAtTheNextPieceIfNobodyWantsIt() {
    ByteBuf plain = text(1_000_000);
    AtomicInteger pieces = new AtomicInteger();

    assertThat(
            new TwinCoding(ContentCoding.GZIP, 9).code(plain, () -> pieces.incrementAndGet() < 3))
        .isNull();
    assertThat(pieces).hasValue(3);
    plain.release();
  }

  private static String twin(Map<ContentCoding, Integer> levels, String acceptEncoding) {
    CompressPolicy defaults = CompressPolicy.defaults();
    CompressPolicy policy = new CompressPolicy(
        List.of(ContentCoding.ZSTD, ContentCoding.BROTLI, ContentCoding.GZIP),
        defaults.types(),
        defaults.minSize(),
        defaults.levels(),
        defaults.secrets(),
        true,
        false,
        levels);
    TwinCoding coding = new Compression(policy, true, 0, loop -> {
          throw new AssertionError("no loop");
        })
        .twin(acceptEncoding);
    return coding == null ? "none" : coding.token() + ' ' + coding.level();
  }

  @ParameterizedTest
  @CsvSource({
    "'gzip, deflate, br, zstd', br 10",
    "'gzip, zstd', zstd 19",
    "gzip, gzip 9",
    "'br;q=0.5, gzip', gzip 9",
    "'br;q=0, *', zstd 19",
    "*, br 10",
    "'identity, br;q=0.5', none",
    "deflate, none"
  })
  void weightsOfTheClientComeBeforeTheSize(String acceptEncoding, String expected) {
    assertThat(twin(CompressPolicy.DEFAULT_TWIN_LEVELS, acceptEncoding)).isEqualTo(expected);
    assertThat(twin(Map.of(), acceptEncoding)).isEqualTo("none");
  }
}
