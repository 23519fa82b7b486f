package io.lychgate.gateway.http3.qpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Http3Bytes;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * ls-qpack decodes what {@link ResponseFields} encode, with any delay: random heads on many streams, instructions in pieces, late
 * acknowledgments and increments, cancellations. ls-qpack ends the test when more streams are blocked than it allows.
 */
class ResponseFieldsIT {
  private static final int HEADS = 250;

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
  @ValueSource(ints = {32, 33, 64, 100, 256, 1000, 4096, 65536, 1 << 30})
  void lsqpackDecodesWhatIsEncoded(int announced) throws Exception {
    for (int blocked : new int[] {0, 1, 3, 16}) {
      for (int seed = 0; seed < 2; seed++) {
        new Connection(new Random(seed), announced, blocked).play();
      }
    }
  }

  /** @param section the field section in hexadecimal */
  private record Sent(String section, List<Map.Entry<String, String>> fields) {}

  /** One connection, with bytes in flight in both directions. */
  private static final class Connection {
    private final Random random;
    private final SampleFields samples;
    private final int allowedBlocked;
    private final int announced;
    private final ResponseFields fields = new ResponseFields(4096, 16);
    private final Instructions decoderStream = fields.decoderInstructions();

    // Bytes in flight to the client.
    private final ByteArrayOutputStream encoderStream = new ByteArrayOutputStream();
    private int encoderStreamRead;
    private final Map<Long, Deque<Sent>> sections = new TreeMap<>();
    private final Set<Long> waiting = new HashSet<>();
    private final Set<Long> cancelled = new HashSet<>();
    private int shortened;

    // Bytes in flight to the gateway.
    private final ByteArrayOutputStream acknowledgments = new ByteArrayOutputStream();

    Connection(Random random, int announced, int blocked) {
      this.random = random;
      this.samples = new SampleFields(random);
      this.announced = announced;
      this.allowedBlocked = blocked;
    }

    void play() throws Exception {
      var ready = peer.ask("decoder", announced, allowedBlocked);
      assertThat(ready).containsExactly("ok");
      ByteBuf instructions = Unpooled.buffer();
      assertThat(fields.begin(announced, allowedBlocked, instructions)).isTrue();
      encoderStream.writeBytes(ByteBufUtil.getBytes(instructions));
      for (int head = 0; head < HEADS; head++) {
        // A stream has a few heads and is never opened again.
        long stream = 4L * (head / 3 + random.nextInt(40));
        if (!cancelled.contains(stream)) {
          send(stream);
        }
        for (int steps = random.nextInt(6); steps > 0; steps--) {
          step();
        }
      }
      while (encoderStreamRead < encoderStream.size() || !sections.isEmpty()) {
        step();
      }
      // ls-qpack acknowledges sections only. Without a section that refers to the table, it never
      // acknowledges an entry.
      assertThat(shortened).isGreaterThan(allowedBlocked == 0 || announced < 256 ? -1 : 0);
      decoderStream.close();
    }

    private void send(long stream) {
      List<Map.Entry<String, String>> head = samples.next(":status", "200", "304", "404", "299");
      byte[] section = ByteBufUtil.getBytes(StaticQpack.encode(head));
      ByteBuf frame = Unpooled.wrappedBuffer(Http3Bytes.frame(Http3Bytes.HEADERS, section));
      ByteBuf instructions = Unpooled.buffer();
      ByteBuf sent = fields.translate(
          stream,
          frame,
          UnpooledByteBufAllocator.DEFAULT,
          instructions,
          random.nextInt(8) == 0 ? 30 : 100_000);
      encoderStream.writeBytes(ByteBufUtil.getBytes(instructions));
      shortened += sent.readableBytes() < section.length ? 1 : 0;
      sections
          .computeIfAbsent(stream, any -> new ArrayDeque<>())
          .add(new Sent(LsQpack.hex(payload(sent)), head));
      assertThat(fields.blockedStreams()).isLessThanOrEqualTo(allowedBlocked);
    }

    /** Returns the payload of a HEADERS frame. */
    private static byte[] payload(ByteBuf frame) {
      byte[] bytes = ByteBufUtil.getBytes(frame);
      frame.release();
      int head = 1 + (1 << ((bytes[1] & 0xc0) >> 6));
      byte[] payload = Arrays.copyOfRange(bytes, head, bytes.length);
      assertThat(bytes).isEqualTo(Http3Bytes.frame(Http3Bytes.HEADERS, payload));
      return payload;
    }

    private void step() throws Exception {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> deliverInstructions();
        case 3, 4, 5 -> deliverSection();
        case 6 -> deliverAcknowledgments();
        default -> {
          if (random.nextInt(8) == 0 && !sections.isEmpty()) {
            cancel(sections.keySet().iterator().next());
          }
        }
      }
    }

    private void deliverInstructions() throws Exception {
      byte[] all = encoderStream.toByteArray();
      int end = Math.min(all.length, encoderStreamRead + 1 + random.nextInt(300));
      if (end == encoderStreamRead) {
        return;
      }
      List<String> response =
          peer.ask("instructions", LsQpack.hex(Arrays.copyOfRange(all, encoderStreamRead, end)));
      encoderStreamRead = end;
      for (String stream : response.subList(1, response.size())) {
        waiting.remove(Long.parseLong(stream));
        take(Long.parseLong(stream), peer.ask("resume", stream));
      }
    }

    private void deliverSection() throws Exception {
      List<Long> ready = new ArrayList<>(sections.keySet());
      ready.removeAll(waiting);
      if (ready.isEmpty()) {
        return;
      }
      long stream = ready.get(random.nextInt(ready.size()));
      Sent next = onStream(stream).element();
      take(stream, peer.ask("section", stream, next.section));
    }

    private void take(long stream, List<String> response) {
      if (response.get(0).equals("blocked")) {
        waiting.add(stream);
        assertThat(waiting).hasSizeLessThanOrEqualTo(allowedBlocked);
        return;
      }
      acknowledgments.writeBytes(LsQpack.bytes(response.get(1)));
      Deque<Sent> left = onStream(stream);
      assertThat(fieldsOf(response)).isEqualTo(left.remove().fields);
      if (left.isEmpty()) {
        sections.remove(stream);
      }
    }

    private Deque<Sent> onStream(long stream) {
      return sections.getOrDefault(stream, new ArrayDeque<>());
    }

    private static List<Map.Entry<String, String>> fieldsOf(List<String> response) {
      List<Map.Entry<String, String>> fields = new ArrayList<>();
      for (int i = 2; i < response.size(); i += 2) {
        fields.add(Map.entry(text(response.get(i)), text(response.get(i + 1))));
      }
      return fields;
    }

    private static String text(String hex) {
      return new String(LsQpack.bytes(hex), StandardCharsets.ISO_8859_1);
    }

    private void deliverAcknowledgments() throws Exception {
      byte[] all = acknowledgments.toByteArray();
      acknowledgments.reset();
      int cut = random.nextInt(all.length + 1);
      for (byte[] part :
          List.of(Arrays.copyOfRange(all, 0, cut), Arrays.copyOfRange(all, cut, all.length))) {
        decoderStream.take(UnpooledByteBufAllocator.DEFAULT, Unpooled.copiedBuffer(part));
      }
      assertThat(fields.blockedStreams()).isLessThanOrEqualTo(allowedBlocked);
    }

    private void cancel(long stream) throws Exception {
      acknowledgments.writeBytes(LsQpack.bytes(peer.ask("cancel", stream).get(0)));
      waiting.remove(stream);
      cancelled.add(stream);
      sections.remove(stream);
    }
  }
}
