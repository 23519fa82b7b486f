package io.lychgate.gateway.http3.qpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lychgate.gateway.testkit.Http3Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.codec.http3.StaticQpack;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests both directions with each other: responses of the gateway are read as the gateway reads requests. ls-qpack checks
 * conformance to RFC 9204 in {@link ResponseFieldsIT} and {@link RequestFieldsIT}.
 */
class DynamicTableTest {
  private static final int LIMIT = 1 << 20;
  private static final long MUCH_ROOM = 1 << 20;

  private final ResponseFields sender = new ResponseFields(4096, 16);
  private final Instructions responses = sender.decoderInstructions();
  private final ByteBuf instructions = Unpooled.buffer();

  @Test
  void staysWithinItsOwnCapacityLimit() throws Exception {
    RequestFields reader = new RequestFields(4096);
    Instructions toReader = reader.encoderInstructions();
    assertThat(sender.begin(4096, 0, instructions)).isTrue();
    SampleFields samples = new SampleFields(new Random(1));
    for (int head = 0; head < 500; head++) {
      List<Map.Entry<String, String>> fields = samples.next(":status", "200", "299");
      ByteBuf section = send(head, fields, MUCH_ROOM);

      // Insertions above the capacity evict older entries, and references to those fail here.
      toReader.take(UnpooledByteBufAllocator.DEFAULT, instructions.copy());
      instructions.clear();
      ByteBuf read = Unpooled.buffer();
      long required = reader.readRequiredInsertCount(section);
      reader.translate(section, required, read, LIMIT);
      assertThat(StaticQpack.decode(read)).isEqualTo(fields);

      ByteBuf reported = Unpooled.buffer();
      if (required > 0) {
        reader.acknowledgeSection(head, required, reported);
      }
      reader.acknowledgeInsertions(reported);
      responses.take(UnpooledByteBufAllocator.DEFAULT, reported);
    }
    responses.close();
    toReader.close();
  }

  @Test
  void usesPartOfALargeCapacity() {
    assertThat(sender.begin(1 << 30, 100, instructions)).isTrue();

    assertThat(ByteBufUtil.getBytes(instructions)).isEqualTo(Http3Bytes.prefixed(0x20, 5, 4096));
  }

  @Test
  void usesNoTableWithoutCapacity() {
    assertThat(sender.begin(31, 100, instructions)).isFalse();
    assertThat(instructions.isReadable()).isFalse();
  }

  @Test
  void refersToAcknowledgedEntries() throws Exception {
    assertThat(sender.begin(4096, 0, instructions)).isTrue();
    int inFull = send(0, head("x"), MUCH_ROOM).readableBytes();

    assertThat(send(4, head("x"), MUCH_ROOM).readableBytes()).isEqualTo(inFull);
    assertThat(sender.blockedStreams()).isZero();

    reply(Http3Bytes.bytes(0x01));
    assertThat(send(8, head("x"), MUCH_ROOM).readableBytes()).isLessThan(6);
    assertThat(sender.blockedStreams()).isZero();
  }

  @Test
  void staysWithinTheLimitOfBlockedStreams() throws Exception {
    assertThat(sender.begin(4096, 2, instructions)).isTrue();
    int inFull = StaticQpack.encode(head("x")).readableBytes();

    assertThat(send(0, head("x"), MUCH_ROOM).readableBytes()).isLessThan(inFull);
    assertThat(send(0, head("x"), MUCH_ROOM).readableBytes()).isLessThan(inFull);
    assertThat(send(4, head("x"), MUCH_ROOM).readableBytes()).isLessThan(inFull);
    assertThat(sender.blockedStreams()).isEqualTo(2);
    assertThat(send(8, head("x"), MUCH_ROOM).readableBytes()).isEqualTo(inFull);

    // RFC 9204 4.4.2: a cancelled stream is no longer blocked.
    reply(Http3Bytes.bytes(0x44));
    assertThat(sender.blockedStreams()).isEqualTo(1);
    assertThat(send(12, head("x"), MUCH_ROOM).readableBytes()).isLessThan(inFull);

    // 4.4.1: a client that has read one section has the entries for the others.
    reply(Http3Bytes.bytes(0x80));
    assertThat(sender.blockedStreams()).isZero();
  }

  @Test
  void makesNoReferenceAboveTheLimitOfOutstandingSections() throws Exception {
    assertThat(sender.begin(4096, 16, instructions)).isTrue();
    int inFull = send(0, head("x"), 0).readableBytes();
    send(4, head("x"), MUCH_ROOM);
    reply(Http3Bytes.bytes(0x01));
    for (int i = 0; i < OutstandingSections.MAX_SECTIONS - 1; i++) {
      assertThat(send(8 + 4L * i, head("x"), MUCH_ROOM).readableBytes()).isLessThan(inFull);
    }

    assertThat(send(4000, head("x"), MUCH_ROOM).readableBytes()).isEqualTo(inFull);
  }

  @Test
  void insertsNothingThatCannotBeSentAtOnce() {
    assertThat(sender.begin(4096, 16, instructions)).isTrue();
    instructions.clear();

    send(0, head("x"), 20);

    assertThat(instructions.isReadable()).isFalse();
  }

  @Test
  void insertsNeitherCookiesNorChangingValues() {
    assertThat(sender.begin(4096, 16, instructions)).isTrue();
    instructions.clear();
    List<Map.Entry<String, String>> fields = new ArrayList<>();
    for (String name : List.of("set-cookie", "date", "etag", "age", "last-modified", "location")) {
      fields.add(Map.entry(name, "a value of it"));
    }

    send(0, fields, MUCH_ROOM);
    send(4, fields, MUCH_ROOM);

    assertThat(instructions.isReadable()).isFalse();
  }

  @Test
  void insertsAnIdOfEachRequestOnce() {
    assertThat(sender.begin(4096, 16, instructions)).isTrue();
    send(0, head("id 1"), MUCH_ROOM);
    instructions.clear();

    send(4, head("id 2"), MUCH_ROOM);
    assertThat(instructions.isReadable()).isFalse();

    send(8, head("id 2"), MUCH_ROOM);
    assertThat(instructions.isReadable()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"84", "00", "02", "8080"})
  void rejectsImpossibleDecoderInstructions(String bytes) {
    assertThat(sender.begin(4096, 16, instructions)).isTrue();
    // One insertion, and one section that refers to it.
    send(0, head("x"), MUCH_ROOM);

    assertThatExceptionOfType(Malformed.class)
        .isThrownBy(() -> reply(HexFormat.of().parseHex(bytes)));
  }

  @Test
  void randomBytesCauseOnlyMalformed() {
    Random random = new Random(7);
    int understood = 0;
    for (int round = 0; round < 20_000; round++) {
      RequestFields reader = new RequestFields(256);
      Instructions toReader = reader.encoderInstructions();
      ByteBuf start = Unpooled.buffer();
      start.writeBytes(Http3Bytes.prefixed(0x20, 5, 256));
      start.writeBytes(Http3Bytes.bytes(0x41, 'a', 1, 'b', 0xc1, 1, 'c'));
      byte[] more = new byte[random.nextInt(12)];
      random.nextBytes(more);
      byte[] section = new byte[random.nextInt(12)];
      random.nextBytes(section);
      try {
        toReader.take(UnpooledByteBufAllocator.DEFAULT, start.writeBytes(more));
        ByteBuf in = Unpooled.wrappedBuffer(section);
        long required = reader.readRequiredInsertCount(in);
        if (reader.has(required)) {
          reader.translate(in, required, Unpooled.buffer(), LIMIT);
          understood++;
        }
      } catch (Malformed expected) {
        assertThat(expected).hasMessageMatching(".+");
      } finally {
        toReader.close();
      }
    }
    assertThat(understood).isPositive();
  }

  private static List<Map.Entry<String, String>> head(String value) {
    return List.of(Map.entry("x-a-field", value));
  }

  private ByteBuf send(long stream, List<Map.Entry<String, String>> fields, long room) {
    byte[] section = ByteBufUtil.getBytes(StaticQpack.encode(fields));
    ByteBuf sent = sender.translate(
        stream,
        Unpooled.wrappedBuffer(Http3Bytes.frame(Http3Bytes.HEADERS, section)),
        UnpooledByteBufAllocator.DEFAULT,
        instructions,
        room);
    ByteBuf copy = Unpooled.copiedBuffer(sent);
    sent.release();
    return copy.skipBytes(1 + (1 << ((copy.getByte(1) & 0xc0) >> 6)));
  }

  private void reply(byte[] bytes) throws Malformed {
    responses.take(UnpooledByteBufAllocator.DEFAULT, Unpooled.wrappedBuffer(bytes));
  }
}
