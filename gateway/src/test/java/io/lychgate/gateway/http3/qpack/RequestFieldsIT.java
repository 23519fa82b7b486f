package io.lychgate.gateway.http3.qpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.LsQpack;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.codec.http3.StaticQpack;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@link RequestFields} decode what ls-qpack encodes, with any delay: random heads, evictions, duplicates, instructions in pieces,
 * sections before the insertions that they need, cancellations. ls-qpack ends the test on an invalid instruction.
 */
class RequestFieldsIT {
  private static final int HEADS = 250;
  private static final int LIMIT = 1 << 20;

  private static LsQpack peer;

  @BeforeAll
  static void start() throws Exception {
    peer = LsQpack.start();
  }

  @AfterAll
  static void stop() throws Exception {
    if (peer != null) {
      peer.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 100, 128, 256, 500, 1000, 4096, 65536})
  void decodesWhatLsqpackEncodes(int capacity) throws Exception {
    for (int blocked : new int[] {0, 1, 16}) {
      for (int seed = 0; seed < 2; seed++) {
        new Connection(new Random(seed), capacity, blocked).play();
      }
    }
  }

  /** @param section the field section in hexadecimal */
  private record Sent(long stream, String section, List<Map.Entry<String, String>> fields) {}

  /** One connection, with bytes in flight in both directions. */
  private static final class Connection {
    private final Random random;
    private final SampleFields samples;
    private final RequestFields fields;
    private final Instructions reader;
    private final int capacity;
    private final int allowedBlocked;
    private final ByteArrayOutputStream encoderStream = new ByteArrayOutputStream();
    private int encoderStreamRead;
    private final List<Sent> sections = new ArrayList<>();
    private final Deque<byte[]> acknowledgments = new ArrayDeque<>();
    private int referring;

    Connection(Random random, int capacity, int blocked) {
      this.random = random;
      this.samples = new SampleFields(random);
      this.capacity = capacity;
      this.allowedBlocked = blocked;
      this.fields = new RequestFields(capacity);
      this.reader = fields.encoderInstructions();
    }

    void play() throws Exception {
      encoderStream.writeBytes(
          LsQpack.bytes(peer.ask("encoder", capacity, allowedBlocked).get(0)));
      for (int head = 0; head < HEADS; head++) {
        send(4L * head);
        for (int steps = random.nextInt(6); steps > 0; steps--) {
          step();
        }
      }
      while (encoderStreamRead < encoderStream.size() || !sections.isEmpty()) {
        step();
      }
      assertThat(referring).isGreaterThan(capacity < 256 ? -1 : 0);
      reader.close();
    }

    private void send(long stream) throws Exception {
      List<Map.Entry<String, String>> head = samples.next(":path", "/", "/a", "/index.html");
      List<Object> words = new ArrayList<>(List.of("encode", stream));
      for (Map.Entry<String, String> field : head) {
        words.add(hex(field.getKey()));
        words.add(hex(field.getValue()));
      }
      List<String> response = peer.ask(words.toArray());
      encoderStream.writeBytes(LsQpack.bytes(response.get(0)));
      sections.add(new Sent(stream, response.get(1), head));
    }

    private static String hex(String text) {
      return LsQpack.hex(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void step() throws Exception {
      switch (random.nextInt(6)) {
        case 0, 1 -> deliverInstructions();
        case 2, 3, 4 -> deliverSection();
        default -> deliverAcknowledgments();
      }
    }

    private void deliverInstructions() throws Exception {
      byte[] all = encoderStream.toByteArray();
      int end = Math.min(all.length, encoderStreamRead + 1 + random.nextInt(200));
      if (end > encoderStreamRead) {
        byte[] part = Arrays.copyOfRange(all, encoderStreamRead, end);
        reader.take(UnpooledByteBufAllocator.DEFAULT, Unpooled.wrappedBuffer(part));
        encoderStreamRead = end;
        ByteBuf reported = Unpooled.buffer();
        fields.acknowledgeInsertions(reported);
        acknowledgments.add(ByteBufUtil.getBytes(reported));
      }
    }

    private void deliverSection() throws Exception {
      if (sections.isEmpty()) {
        return;
      }
      Sent sent = sections.get(random.nextInt(sections.size()));
      ByteBuf section = Unpooled.wrappedBuffer(LsQpack.bytes(sent.section));
      ByteBuf reported = Unpooled.buffer();
      if (random.nextInt(40) == 0) {
        fields.cancel(sent.stream, reported);
      } else {
        long required = fields.readRequiredInsertCount(section);
        if (!fields.has(required)) {
          assertThat(allowedBlocked).isPositive();
          return;
        }
        ByteBuf translated = Unpooled.buffer();
        fields.translate(section, required, translated, LIMIT);
        assertThat(StaticQpack.decode(translated)).isEqualTo(sent.fields);
        if (required > 0) {
          referring++;
          fields.acknowledgeSection(sent.stream, required, reported);
        }
      }
      sections.remove(sent);
      acknowledgments.add(ByteBufUtil.getBytes(reported));
    }

    private void deliverAcknowledgments() throws Exception {
      for (int count = random.nextInt(acknowledgments.size() + 1); count > 0; count--) {
        var unused = peer.ask("acknowledge", LsQpack.hex(acknowledgments.remove()));
      }
    }
  }
}
