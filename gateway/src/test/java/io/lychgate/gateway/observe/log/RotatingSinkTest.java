package io.lychgate.gateway.observe.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.observe.LogTarget.Rotation;
import io.lychgate.gateway.testkit.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotatingSinkTest {
  private static final String LINE = "{\"path\":\"/" + "x".repeat(1000) + "\"}\n";

  @TempDir
  Path folder;

  private Path log() {
    return folder.resolve("access.log");
  }

  private RotatingSink sink(long size, Duration age, int keep, boolean gzip) throws IOException {
    return new RotatingSink(new FileSink(log(), 0640), log(), new Rotation(size, age, keep, gzip));
  }

  private static void write(LogSink sink, String line) throws IOException {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    sink.write(bytes, bytes.length);
  }

  private List<Path> old() throws IOException {
    return OldLogs.with(log()).stream().filter(path -> !path.equals(log())).toList();
  }

  private static String text(Path file) throws IOException {
    try (InputStream in = file.toString().endsWith(".gz")
        ? new GZIPInputStream(Files.newInputStream(file))
        : Files.newInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void fileStaysBelowItsSizeAndNoLineIsLost() throws IOException {
    RotatingSink sink = sink(10L * LINE.length(), Duration.ZERO, 100, false);
    for (int i = 0; i < 95; i++) {
      write(sink, LINE);
    }
    sink.close();

    assertThat(Files.size(log())).isEqualTo(5L * LINE.length());
    assertThat(old())
        .hasSize(9)
        .allSatisfy(file -> assertThat(Files.size(file)).isEqualTo(10L * LINE.length()));
  }

  /** Lines have addresses and queries, so not every user of the machine may read them. */
  @Test
  void everyFileHasTheConfiguredMode() throws IOException {
    RotatingSink sink = sink(LINE.length(), Duration.ZERO, 9, true);
    write(sink, LINE);
    write(sink, LINE);

    Await.until(() -> assertThat(old()).singleElement().satisfies(file -> {
      assertThat(file.toString()).endsWith(".gz");
      assertThat(mode(file)).isEqualTo("rw-r-----");
    }));
    assertThat(mode(log())).isEqualTo("rw-r-----");
    Files.setPosixFilePermissions(log(), PosixFilePermissions.fromString("rw-rw-r--"));
    sink.reopen(true);
    assertThat(mode(log())).as("as the operator has set it").isEqualTo("rw-rw-r--");
    sink.close();
  }

  /** A rename just while the file is opened must not hide that the path has no file. */
  @Test
  void renameDuringAReopenIsNoticed() throws IOException {
    FileSink sink = new FileSink(log(), 0640);
    for (int i = 0; i < 200; i++) {
      Path old = folder.resolve("old-" + i);
      CompletableFuture<Void> renamed = CompletableFuture.runAsync(() -> {
        try {
          Files.move(log(), old);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
      sink.reopen(true);
      renamed.join();
      sink.reopen(false);
      assertThat(log()).exists();
    }
    sink.close();
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void oldFilesAreCompressedAndTheOldestRemoved() throws IOException {
    RotatingSink sink = sink(LINE.length(), Duration.ZERO, 3, true);
    for (int i = 0; i < 7; i++) {
      write(sink, "{\"number\":" + i + ",\"path\":\"/" + "x".repeat(1000) + "\"}\n");
    }

    // There are three files before, too, while the next one is being compressed.
    Await.until(() -> {
      assertThat(old())
          .hasSize(3)
          .allSatisfy(file -> assertThat(file.toString()).endsWith(".gz"));
      assertThat(old().stream().map(RotatingSinkTest::number)).containsExactlyInAnyOrder(3, 4, 5);
    });
    sink.close();
    assertThat(text(log())).contains("\"number\":6");
  }

  /** An old file with the name of a removed one would be removed next, although it is the newest. */
  @Test
  void namesOfOneMillisecondAreInOrderWhateverIsRemoved() throws IOException {
    Instant time = Instant.parse("2026-11-28T12:02:12.345Z");
    List<String> names = new ArrayList<>();
    try (OldLogs old = new OldLogs(log(), new Rotation(1, Duration.ZERO, 3, false))) {
      for (int i = 0; i < 1002; i++) {
        Path file = old.nameFor(i % 100 == 7 ? time.minusSeconds(3600) : time);
        assertThat(file).doesNotExist();
        if (i % 2 == 0) {
          Files.createFile(file);
        }
        names.add(file.getFileName().toString());
      }
    }

    assertThat(names).isSorted().doesNotHaveDuplicates();
    assertThat(names.get(0)).isEqualTo("access.log.20261128T120212.345Z");
    assertThat(names.get(1001)).isEqualTo("access.log.20261128T120212.346Z-001");
  }

  @Test
  void oldestFileIsRemovedAlthoughItIsCompressed() throws IOException {
    String name = "access.log.20261128T120212.345Z";
    for (String each : List.of(name + ".gz", name + "-001", name + "-002", name + "-003")) {
      Files.createFile(folder.resolve(each));
    }
    RotatingSink sink = sink(1, Duration.ZERO, 3, false);

    Await.until(() -> assertThat(old())
        .extracting(file -> file.getFileName().toString())
        .containsExactlyInAnyOrder(name + "-001", name + "-002", name + "-003"));
    sink.close();
  }

  private static int number(Path file) {
    try {
      return text(file).charAt("{\"number\":".length()) - '0';
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void fileOfACertainAgeIsRotatedWithoutTraffic() throws Exception {
    RotatingSink sink = sink(0, Duration.ofMillis(20), 3, false);
    write(sink, LINE);

    Await.until(() -> {
      sink.reopen(false);
      assertThat(old()).hasSize(1);
    });
    sink.reopen(false);
    assertThat(old()).as("an empty file is not rotated").hasSize(1);
    assertThat(Files.size(log())).isZero();
    sink.close();
  }

  @Test
  void twoWritersOfOneFileLoseNoLine() throws IOException {
    RotatingSink first = sink(3L * LINE.length(), Duration.ZERO, 100, true);
    RotatingSink second = sink(3L * LINE.length(), Duration.ZERO, 100, true);
    write(first, LINE);
    write(first, LINE);
    write(first, "{\"number\":1}\n");
    write(first, LINE);
    assertThat(old()).hasSize(1);

    // Its file is the old one, which has space for this line but not for the next.
    write(second, "{\"number\":2}\n");
    write(second, LINE);

    assertThat(old()).as("the new file is not full").hasSize(1);
    assertThat(log()).hasContent(LINE + LINE.strip());
    Await.until(() -> assertThat(old()).singleElement().asString().endsWith(".gz"));
    assertThat(text(old().get(0))).isEqualTo(LINE + LINE + "{\"number\":1}\n{\"number\":2}\n");
    first.close();
    second.close();
  }

  @Test
  void fileIsNotCompressedWhileAnotherWriterMayHaveIt() throws IOException {
    RotatingSink first = sink(0, Duration.ofMillis(300), 100, true);
    RotatingSink second = sink(0, Duration.ofHours(1), 100, true);
    write(first, LINE);
    Await.until(() -> {
      first.reopen(false);
      assertThat(old()).hasSize(1);
    });

    // It has not noticed the rename yet.
    write(second, "{\"number\":1}\n");
    second.reopen(false);
    write(second, "{\"number\":2}\n");

    Await.until(() -> assertThat(old()).anySatisfy(file -> {
      assertThat(file.toString()).endsWith(".gz");
      assertThat(text(file)).isEqualTo(LINE + "{\"number\":1}\n");
    }));
    assertThat(log()).hasContent("{\"number\":2}");
    first.close();
    second.close();
  }

  @Test
  void steadyTrafficDoesNotDelayTheRotationByAge() throws Exception {
    RotatingSink sink = sink(0, Duration.ofMillis(200), 3, false);

    Await.until(() -> {
      write(sink, LINE);
      sink.reopen(false);
      assertThat(old()).isNotEmpty();
    });
    sink.close();
  }

  @Test
  void leftoversOfAnInterruptedCompressionAreRemoved() throws IOException {
    Path half = folder.resolve("access.log.20260101T000000.000Z.gz.1abc.tmp");
    Path whole = folder.resolve("access.log.20260101T000000.000Z");
    Path foreign = folder.resolve("access.log.backup");
    Files.writeString(half, "half");
    Files.writeString(whole, LINE);
    Files.writeString(foreign, LINE);

    RotatingSink sink = sink(LINE.length(), Duration.ZERO, 3, true);

    Await.until(() -> assertThat(folder.resolve(whole.getFileName() + ".gz")).exists());
    assertThat(half).doesNotExist();
    assertThat(whole).doesNotExist();
    assertThat(foreign).hasContent(LINE.strip());
    sink.close();
  }

  @Test
  void twoFilesOfOneMillisecondHaveDifferentNames() throws IOException {
    try (OldLogs old = new OldLogs(log(), new Rotation(1, Duration.ZERO, 1, true))) {
      Instant now = Instant.parse("2026-11-26T20:55:00.123Z");
      Path first = old.nameFor(now);
      Files.writeString(first.resolveSibling(first.getFileName() + ".gz"), "");

      assertThat(first).hasFileName("access.log.20261126T205500.123Z");
      assertThat(old.nameFor(now)).hasFileName("access.log.20261126T205500.123Z-001");
    }
  }
}
