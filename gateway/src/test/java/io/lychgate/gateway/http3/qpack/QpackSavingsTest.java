package io.lychgate.gateway.http3.qpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Http3Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.codec.http3.StaticQpack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Measures the dynamic tables with a page of 30 requests of one visitor: the bytes of HEADERS frames and of the instructions for
 * them. The table of {@code docs/background/benchmarks.md} is made here; {@code -Dlychgate.docs.write=true} writes it.
 *
 * <p>The page comes in four round trips: the page itself, and three times a part of its assets. Acknowledgments arrive between them.
 * Requests are encoded as the gateway encodes responses, which browsers may do better.
 */
final class QpackSavingsTest {
  private static final Path DOCUMENT = Path.of("../docs/background/benchmarks.md");
  private static final String BEGIN = "<!-- qpack: made by QpackSavingsTest -->\n";
  private static final String END = "<!-- end of qpack -->";
  private static final int CAPACITY = 4096;
  private static final long MUCH_ROOM = 1 << 20;

  /** Index of the last request of each round trip. */
  private static final List<Integer> ROUND_TRIPS = List.of(0, 9, 19, 29);

  @Test
  void dynamicTablesHalveTheBytesOfAPageWithCookies() throws Exception {
    assertThat((double) bytes(requests(true), 0) / bytesOfStatic(requests(true)))
        .isLessThan(0.5);
    assertThat((double) bytes(responses(), 0) / bytesOfStatic(responses())).isLessThan(0.6);
  }

  @Test
  void tableOfTheDocumentIsUpToDate() throws Exception {
    String document = Files.readString(DOCUMENT);
    int begin = document.indexOf(BEGIN) + BEGIN.length();
    String made =
        document.substring(0, begin) + table() + document.substring(document.indexOf(END));
    if (Boolean.getBoolean("lychgate.docs.write")) {
      write(made);
    }
    assertThat(Files.readString(DOCUMENT)).isEqualTo(made);
  }

  private static void write(String made) throws IOException {
    Files.writeString(DOCUMENT, made);
  }

  private static String table() throws Exception {
    return "| 30 heads, bytes | static table | `blockedStreams: 0` | `blockedStreams: 16` |\n|---|---|---|---|\n"
        + row("requests with cookies", requests(true))
        + row("requests without cookies", requests(false))
        + row("responses", responses());
  }

  private static String row(String name, List<List<Map.Entry<String, String>>> heads)
      throws Exception {
    int all = bytesOfStatic(heads);
    int careful = bytes(heads, 0);
    int eager = bytes(heads, 16);
    return String.format(
        Locale.ROOT,
        "| %s | %,d | %,d (−%d %%) | %,d (−%d %%) |\n",
        name,
        all,
        careful,
        100 - 100 * careful / all,
        eager,
        100 - 100 * eager / all);
  }

  private static int bytesOfStatic(List<List<Map.Entry<String, String>>> heads) {
    return heads.stream().mapToInt(head -> frame(head).length).sum();
  }

  private static byte[] frame(List<Map.Entry<String, String>> head) {
    return Http3Bytes.frame(Http3Bytes.HEADERS, ByteBufUtil.getBytes(StaticQpack.encode(head)));
  }

  /** Returns the bytes with a dynamic table in both directions, acknowledgments included. */
  private static int bytes(List<List<Map.Entry<String, String>>> heads, int blocked)
      throws Exception {
    ResponseFields sender = new ResponseFields(CAPACITY, blocked);
    RequestFields reader = new RequestFields(CAPACITY);
    Instructions toReader = reader.encoderInstructions();
    Instructions toSender = sender.decoderInstructions();
    ByteBuf instructions = Unpooled.buffer();
    ByteBuf acknowledgments = Unpooled.buffer();
    assertThat(sender.begin(CAPACITY, blocked, instructions)).isTrue();
    int bytes = 0;
    for (int i = 0; i < heads.size(); i++) {
      ByteBuf sent = sender.translate(
          4L * i,
          Unpooled.wrappedBuffer(frame(heads.get(i))),
          UnpooledByteBufAllocator.DEFAULT,
          instructions,
          MUCH_ROOM);
      bytes += sent.readableBytes() + instructions.readableBytes();
      toReader.take(UnpooledByteBufAllocator.DEFAULT, instructions.copy());
      instructions.clear();
      ByteBuf section =
          sent.skipBytes(1 + (1 << ((sent.getByte(sent.readerIndex() + 1) & 0xc0) >> 6)));
      long required = reader.readRequiredInsertCount(section);
      if (required > 0) {
        reader.acknowledgeSection(4L * i, required, acknowledgments);
      }
      sent.release();
      if (ROUND_TRIPS.contains(i)) {
        reader.acknowledgeInsertions(acknowledgments);
        bytes += acknowledgments.readableBytes();
        toSender.take(UnpooledByteBufAllocator.DEFAULT, acknowledgments.copy());
        acknowledgments.clear();
      }
    }
    toReader.close();
    toSender.close();
    return bytes;
  }

  private static List<List<Map.Entry<String, String>>> requests(boolean withCookies) {
    // Two session cookies and those of a statistics service.
    Random random = new Random(1);
    String cookie = "session=" + hex(random, 32) + "; csrf=" + hex(random, 16) + "; _ga=GA1.1."
        + random.nextInt(1 << 30)
        + ".1711111111; _ga_ABCDEF1234=GS1.1.1711111111.3.1.1711112222.0.0.0; theme=dark";
    List<List<Map.Entry<String, String>>> heads = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      List<Map.Entry<String, String>> head = new ArrayList<>(List.of(
          Map.entry(":method", "GET"),
          Map.entry(":scheme", "https"),
          Map.entry(":authority", "www.example.com"),
          Map.entry(":path", i == 0 ? "/shop/shoes?page=2" : "/assets/" + hex(random, 8) + ".js"),
          Map.entry(
              "sec-ch-ua",
              "\"Chromium\";v=\"140\", \"Not=A?Brand\";v=\"24\", \"Google Chrome\";v=\"140\""),
          Map.entry("sec-ch-ua-mobile", "?0"),
          Map.entry("sec-ch-ua-platform", "\"Linux\""),
          Map.entry(
              "user-agent",
              "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"),
          Map.entry(
              "accept",
              i == 0
                  ? "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
                  : "*/*"),
          Map.entry("sec-fetch-site", i == 0 ? "none" : "same-origin"),
          Map.entry("sec-fetch-mode", i == 0 ? "navigate" : "no-cors"),
          Map.entry("sec-fetch-dest", i == 0 ? "document" : i % 3 == 0 ? "image" : "script"),
          Map.entry("accept-encoding", "gzip, deflate, br, zstd"),
          Map.entry("accept-language", "en-GB,en;q=0.9,de;q=0.8")));
      if (i > 0) {
        head.add(Map.entry("referer", "https://www.example.com/shop/shoes?page=2"));
      }
      if (withCookies) {
        head.add(Map.entry("cookie", cookie));
      }
      heads.add(head);
    }
    return heads;
  }

  private static List<List<Map.Entry<String, String>>> responses() {
    Random random = new Random(2);
    List<List<Map.Entry<String, String>>> heads = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      heads.add(List.of(
          Map.entry(":status", "200"),
          Map.entry("date", "Mon, 01 Apr 2024 12:00:" + (10 + i) + " GMT"),
          Map.entry(
              "content-type",
              i == 0 ? "text/html; charset=utf-8" : i % 3 == 0 ? "image/webp" : "text/javascript"),
          Map.entry("content-length", Integer.toString(1000 + random.nextInt(100_000))),
          Map.entry("etag", "\"" + hex(random, 16) + "\""),
          Map.entry("last-modified", "Fri, 01 Mar 2024 10:00:" + (10 + i) + " GMT"),
          Map.entry("cache-control", i == 0 ? "no-cache" : "public, max-age=31536000, immutable"),
          Map.entry("vary", "accept-encoding"),
          Map.entry("content-encoding", "br"),
          Map.entry("strict-transport-security", "max-age=63072000; includeSubDomains; preload"),
          Map.entry("x-content-type-options", "nosniff"),
          Map.entry(
              "content-security-policy",
              "default-src 'self'; img-src 'self' data: https://images.example.com; frame-ancestors 'none'"),
          Map.entry("alt-svc", "h3=\":443\"; ma=86400"),
          Map.entry("server", "lychgate")));
    }
    return heads;
  }

  private static String hex(Random random, int bytes) {
    byte[] some = new byte[bytes];
    random.nextBytes(some);
    return HexFormat.of().formatHex(some);
  }
}
