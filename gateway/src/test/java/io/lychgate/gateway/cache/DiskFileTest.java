package io.lychgate.gateway.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.http.CacheControl;
import io.lychgate.gateway.http.SharedFreshness;
import io.lychgate.gateway.message.Fields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DiskFileTest {
  private static final String CONTROL =
      "no-cache, public, must-revalidate, max-age=5, s-maxage=7, stale-while-revalidate=9";

  @TempDir
  Path directory;

  private static DiskFile.Head head() {
    return new DiskFile.Head(
        "https://shop.example/ä?b=c",
        "route a",
        200,
        new Fields()
            .add(HttpHeaderNames.CONTENT_TYPE, "text/plain")
            .add(AsciiString.cached("x-own"), "ü"),
        new SharedFreshness(CacheControl.ofText(CONTROL), 7, 1, 1000, SharedFreshness.NONE),
        7,
        123_456,
        List.of(HttpHeaderNames.ACCEPT_LANGUAGE, AsciiString.cached("x-kind")),
        Arrays.asList("de, en", null),
        Arrays.asList("de,en", null),
        List.of("shop", "page"));
  }

  private Path write(String body) throws IOException {
    ByteBuf bytes = Unpooled.copiedBuffer(body, StandardCharsets.UTF_8);
    ByteBuffer prefix = DiskFile.prefix(head(), StoredBody.of(bytes));
    byte[] all = new byte[prefix.remaining() + bytes.readableBytes()];
    int length = prefix.remaining();
    prefix.get(all, 0, length);
    bytes.readBytes(all, length, bytes.readableBytes());
    return Files.write(directory.resolve("a.response"), all);
  }

  @Test
  void responseIsReadAsItWasWritten() throws IOException {
    DiskFile.Whole whole = Objects.requireNonNull(DiskFile.read(write("body"), 100), "none");

    DiskFile.Head read = whole.head();
    assertThat(whole.body().plain().toString(StandardCharsets.UTF_8)).isEqualTo("body");
    assertThat(whole.body().twins()).isEmpty();
    whole.body().release();
    assertThat(read.url()).isEqualTo(head().url());
    assertThat(read.space()).isEqualTo("route a");
    assertThat(read.fields().toString()).isEqualTo(head().fields().toString());
    assertThat(read.freshness().control().toText()).isEqualTo(CONTROL);
    assertThat(read.freshness().control().isNoCache()).isTrue();
    assertThat(read.freshness().control().sharedMaxAge()).isEqualTo(7);
    assertThat(read.freshness().modifiedSeconds()).isEqualTo(SharedFreshness.NONE);
    assertThat(read.arrivedMillis()).isEqualTo(123_456);
    assertThat(read.vary()).isEqualTo(head().vary());
    assertThat(read.sent()).containsExactly("de, en", null);
    assertThat(read.normal()).containsExactly("de,en", null);
    assertThat(read.tags()).containsExactly("shop", "page");
  }

  private Path writeWithTwins() throws IOException {
    StoredBody body = new StoredBody(
        text("the plain body"),
        List.of(
            new StoredBody.Twin("br", text("in Brotli")),
            new StoredBody.Twin("gzip", text("in gzip"))));
    try (FileChannel file = FileChannel.open(
        directory.resolve("twins.response"),
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE)) {
      file.write(DiskFile.prefix(head(), body));
      for (ByteBuf part : body.parts()) {
        file.write(part.nioBuffer());
      }
    }
    body.release();
    return directory.resolve("twins.response");
  }

  private static ByteBuf text(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
  }

  @Test
  void twinsAreReadWithTheirBody() throws IOException {
    DiskFile.Whole whole = Objects.requireNonNull(DiskFile.read(writeWithTwins(), 14), "none");

    assertThat(whole.head().tags()).containsExactly("shop", "page");
    assertThat(whole.body().plain().toString(StandardCharsets.UTF_8)).isEqualTo("the plain body");
    assertThat(whole.body().twins())
        .extracting(StoredBody.Twin::coding)
        .containsExactly("br", "gzip");
    assertThat(whole.body().twins())
        .extracting(twin -> twin.bytes().toString(StandardCharsets.UTF_8))
        .containsExactly("in Brotli", "in gzip");
    whole.body().release();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void eachChangedByteIsFound(boolean hasTwins) throws IOException {
    byte[] right = Files.readAllBytes(hasTwins ? writeWithTwins() : write("body"));
    Path file = directory.resolve("b.response");
    for (int i = 0; i < right.length; i++) {
      byte[] wrong = right.clone();
      wrong[i] ^= 1;
      assertThat(DiskFile.read(Files.write(file, wrong), 100)).as("byte " + i).isNull();
      assertThat(DiskFile.read(Files.write(file, Arrays.copyOf(right, i)), 100)).isNull();
    }
    assertThat(DiskFile.read(Files.write(file, Arrays.copyOf(right, right.length + 1)), 100))
        .isNull();
  }

  @Test
  void largeBodyIsNotRead() throws IOException {
    assertThat(DiskFile.read(write("body"), 3)).isNull();
  }
}
