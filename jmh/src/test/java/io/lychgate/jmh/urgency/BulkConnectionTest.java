package io.lychgate.jmh.urgency;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class BulkConnectionTest {
  private static final int PREFACE_BYTES = 24;
  private static final int FRAME_HEAD_BYTES = 9;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private boolean isGreeted;

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  @ParameterizedTest
  @CsvSource({
    "NEW_STREAM_TREE, HEADERS 3",
    "MOVED_TREE, PRIORITY 3",
    "NEW_STREAM_URGENCY, HEADERS 3",
    "MOVED_URGENCY, PRIORITY_UPDATE 0",
  })
  void changeIsSentAfterThreeSecondsOfTransfer(Change change, String frame) {
    BulkConnection connection = begin(change);
    receive(1, 1000);
    pass(2900);
    frames();
    pass(200);
    assertThat(frames()).containsExactly(frame);

    receive(1, 5000);
    receive(3, 16_384);
    receive(3, 16_384);
    assertThat(connection.arrival().join())
        .matches(arrival -> arrival.earlyBytes() == 0 && arrival.bytesAhead() == 5000);
  }

  @ParameterizedTest
  @EnumSource(names = {"MOVED_TREE", "MOVED_URGENCY"})
  void earlyBytesAreCountedButAreNotTheArrival(Change change) {
    BulkConnection connection = begin(change);
    assertThat(frames()).containsExactly("SETTINGS 0", "WINDOW_UPDATE 0", "HEADERS 1");
    receive(1, 1000);
    pass(1600);
    assertThat(frames()).containsExactly("HEADERS 3");
    receive(3, 700);
    pass(2000);
    receive(3, 800);
    receive(1, 5000);
    assertThat(connection.arrival()).isNotDone();
    receive(3, 16_384);
    receive(3, 16_384);

    assertThat(connection.arrival().join())
        .matches(arrival -> arrival.earlyBytes() == 700 && arrival.bytesAhead() == 5000);
  }

  private void pass(long millis) {
    channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
  }

  private BulkConnection begin(Change change) {
    BulkConnection connection = new BulkConnection(change, Source.FILES, "server.test");
    channel.pipeline().addLast(connection);
    connection.begin(channel.pipeline().context(connection));
    ByteBuf preface = channel.readOutbound();
    assertThat(preface.readableBytes()).isEqualTo(PREFACE_BYTES);
    preface.release();
    return connection;
  }

  private void receive(int stream, int bytes) {
    ByteBuf frame = Unpooled.buffer();
    frame.writeMedium(bytes).writeByte(0).writeByte(0).writeInt(stream).writeZero(bytes);
    // A server begins with SETTINGS.
    if (!isGreeted) {
      isGreeted = true;
      frame = Unpooled.wrappedBuffer(
          Unpooled.buffer().writeMedium(0).writeByte(4).writeByte(0).writeInt(0), frame);
    }
    channel.writeInbound(frame);
  }

  /** Types and streams of the frames written since the last call, without acknowledgements. */
  private List<String> frames() {
    ByteBuf written = Unpooled.buffer();
    for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      written.writeBytes(part);
      part.release();
    }
    List<String> frames = new ArrayList<>();
    while (written.readableBytes() >= FRAME_HEAD_BYTES) {
      int length = written.readUnsignedMedium();
      int type = written.readUnsignedByte();
      int flags = written.readUnsignedByte();
      int stream = written.readInt();
      written.skipBytes(length);
      if (type != 4 || flags == 0) {
        frames.add(name(type) + " " + stream);
      }
    }
    return frames;
  }

  private static String name(int type) {
    return switch (type) {
      case 1 -> "HEADERS";
      case 2 -> "PRIORITY";
      case 4 -> "SETTINGS";
      case 8 -> "WINDOW_UPDATE";
      case 0x10 -> "PRIORITY_UPDATE";
      default -> "type " + type;
    };
  }
}
