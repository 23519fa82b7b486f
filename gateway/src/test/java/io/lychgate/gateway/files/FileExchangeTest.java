package io.lychgate.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.testkit.Await;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileExchangeTest {
  private static final String LARGE = "0123456789abcdef".repeat(65_536);

  @TempDir
  Path folder;

  private FileServing serving;

  @BeforeEach
  void fill() throws Exception {
    serving = new FileServing(folder);
    serving.put("large.bin", LARGE);
  }

  @AfterEach
  void close() {
    serving.close();
  }

  @Test
  void readsALargeFileInChunks() throws Exception {
    for (int i = 0; i < 2; i++) {
      RecordingSink response = serving.get("/large.bin");

      assertThat(response.status()).isEqualTo(200);
      assertThat(response.field("content-length")).isEqualTo(String.valueOf(LARGE.length()));
      assertThat(response.body()).isEqualTo(LARGE);
      assertThat(response.chunks()).isEqualTo(9);
    }
    assertThatFilesAreClosed();
  }

  @Test
  void readsNoMoreThanTheClientReads() throws Exception {
    RecordingSink sink = new RecordingSink().withRoom(1);
    Responder responder = serving.begin(sink, "GET", "/large.bin");
    Await.until(() -> assertThat(sink.chunks()).isEqualTo(1));

    int before = sink.received();
    serving.onLoop(() -> {
      sink.moreRoom(1);
      responder.sinkWritable();
      return sink;
    });

    Await.until(() -> assertThat(sink.chunks()).isEqualTo(2));
    assertThat(sink.received()).isEqualTo(2 * before).isLessThan(LARGE.length());
    serving.onLoop(() -> {
      sink.moreRoom(Long.MAX_VALUE);
      responder.sinkWritable();
      return sink;
    });
    assertThat(sink.ended().await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(sink.body()).isEqualTo(LARGE);
  }

  @Test
  void stopsReadingAndClosesTheFileWhenTheClientLeaves() throws Exception {
    RecordingSink sink = new RecordingSink().withRoom(1);
    Responder responder = serving.begin(sink, "GET", "/large.bin");
    Await.until(() -> assertThat(sink.chunks()).isEqualTo(1));

    serving.onLoop(() -> {
      responder.cancel();
      responder.sinkWritable();
      responder.cancel();
      return sink;
    });

    assertThatFilesAreClosed();
    assertThat(sink.chunks()).isEqualTo(1);
  }

  @Test
  void sendsRangesOfALargeFile() throws Exception {
    RecordingSink one = serving.get("/large.bin", "range", "bytes=16-31");
    RecordingSink two = serving.get("/large.bin", "range", "bytes=0-1,-2");

    assertThat(one.status()).isEqualTo(206);
    assertThat(one.body()).isEqualTo("0123456789abcdef");
    assertThat(two.body()).contains("\r\n\r\n01\r\n--").contains("\r\n\r\nef\r\n--");
    assertThat(two.field("content-length")).isEqualTo(String.valueOf(two.body().length()));
    assertThatFilesAreClosed();
  }

  @Test
  void sendsTheNewVersionOfAChangedFile() throws Exception {
    serving.ask("HEAD", "/large.bin");
    String other = LARGE.replace('0', 'z');
    serving.put("large.bin", other, FileServing.MODIFIED.plusSeconds(1));

    RecordingSink response = serving.get("/large.bin");

    assertThat(response.body()).isEqualTo(other);
    assertThat(response.field("last-modified")).isEqualTo("Sun, 01 Nov 2026 08:00:01 GMT");
  }

  @Test
  void failsInsteadOfMixingTwoVersions() throws Exception {
    RecordingSink sink = new RecordingSink().withRoom(1);
    Responder responder = serving.begin(sink, "GET", "/large.bin");
    Await.until(() -> assertThat(sink.chunks()).isEqualTo(1));

    try (var file = FileChannel.open(folder.resolve("large.bin"), StandardOpenOption.WRITE)) {
      file.truncate(10);
    }
    serving.onLoop(() -> {
      sink.moreRoom(Long.MAX_VALUE);
      responder.sinkWritable();
      return sink;
    });

    assertThat(sink.ended().await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(sink.failure()).isNotNull();
    assertThatFilesAreClosed();
  }

  @Test
  void sendsNotFoundWhenALargeFileIsGone() throws Exception {
    serving.ask("HEAD", "/large.bin");
    Files.delete(folder.resolve("large.bin"));

    assertThat(serving.get("/large.bin").status()).isEqualTo(404);
  }

  @Test
  void keepsNoLargeFileInMemory() throws Exception {
    serving.get("/large.bin");
    serving.put("small.txt", "s".repeat(FileServing.KEPT));
    serving.get("/small.txt");
    Files.delete(folder.resolve("small.txt"));

    assertThat(serving.get("/small.txt").chunks()).isEqualTo(1);
  }

  @Test
  void returnsTheWindowForADiscardedBody() throws Exception {
    RecordingSink sink = new RecordingSink().withRoom(0);
    Responder responder = serving.begin(sink, "GET", "/large.bin");

    serving.onLoop(() -> {
      responder.requestData(Unpooled.buffer().writeZero(100), true);
      responder.cancel();
      return sink;
    });

    assertThat(sink.consumed()).isEqualTo(100);
  }

  @Test
  void concurrentRequestsForOneFileAreServed() throws Exception {
    serving.put("a.txt", "a");
    RecordingSink[] sinks = new RecordingSink[100];
    for (int i = 0; i < sinks.length; i++) {
      sinks[i] = new RecordingSink();
      serving.begin(sinks[i], "GET", "/a.txt");
    }

    for (RecordingSink sink : sinks) {
      assertThat(sink.ended().await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(sink.body()).isEqualTo("a");
    }
    serving.ticker.advance(Duration.ofSeconds(3));
    assertThat(serving.get("/a.txt").body()).isEqualTo("a");
  }

  @Test
  void failsWhenTheServerIsClosed() throws Exception {
    serving.server.close();

    assertThat(serving.get("/large.bin").failure()).isNotNull();
  }

  /** Linux lists the files that a process holds open. */
  private void assertThatFilesAreClosed() {
    Path descriptors = Path.of("/proc/self/fd");
    if (!Files.isDirectory(descriptors)) {
      return;
    }
    Await.until(() -> {
      try (Stream<Path> open = Files.list(descriptors)) {
        assertThat(open.filter(descriptor -> leadsTo(descriptor, "large.bin"))).isEmpty();
      }
    });
  }

  private static boolean leadsTo(Path descriptor, String name) {
    try {
      return Files.readSymbolicLink(descriptor).toString().contains(name);
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }
}
