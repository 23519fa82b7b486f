package io.lychgate.gateway.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.CacheConfig;
import io.lychgate.gateway.http.CacheControl;
import io.lychgate.gateway.http.SharedFreshness;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.testkit.Await;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Removals while the disk has too much to do. */
final class DiskStoreTest {
  private static final String URL = "https://shop.example/a";

  @TempDir
  Path directory;

  private final CountDownLatch reading = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private DiskStore store;

  @BeforeEach
  void open() throws IOException {
    store = DiskStore.open(new CacheConfig.Disk(directory, 16 << 20), false);
    write();
    Await.until(() -> assertThat(store.written()).isEqualTo(1));
  }

  private void write() {
    store.write(
        new DiskFile.Head(
            URL,
            "route a",
            200,
            new Fields(),
            new SharedFreshness(CacheControl.ofText("max-age=9"), 9, 0, 0, SharedFreshness.NONE),
            9,
            0,
            List.of(),
            List.of(),
            List.of(),
            List.of()),
        StoredBody.of(Unpooled.copiedBuffer("body", StandardCharsets.UTF_8)),
        0,
        () -> true);
  }

  @AfterEach
  void close() {
    mayEnd.countDown();
    store.close();
  }

  private long files() {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(each -> each.toString().endsWith(".response")).count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Occupies the thread of the store with a read until the test lets it end. */
  private void occupy() {
    boolean isBegun = store.read(
        URL,
        100,
        whole -> {
          whole.body().release();
          reading.countDown();
          try {
            mayEnd.await();
          } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
          }
          return true;
        },
        () -> {});
    assertThat(isBegun).isTrue();
    Await.latch(reading);
  }

  @Test
  void removalWithAFullQueueLeavesTheFileToTheThreadOfTheStore() {
    occupy();
    int waiting = 0;
    while (store.read("https://shop.example/b", 100, whole -> true, () -> {})) {
      waiting++;
    }

    store.remove(URL);

    assertThat(waiting).isPositive();
    assertThat(store.has(URL)).isFalse();
    assertThat(files()).isEqualTo(1);
    mayEnd.countDown();
    Await.until(() -> assertThat(files()).isZero());
  }

  /** A response that leaves the memory, or a restart, would bring the older one back (RFC 9111 section 4). */
  @Test
  void olderResponseDoesNotStayIfTheNewerOneCannotBeWritten() {
    occupy();
    while (store.read("https://shop.example/b", 100, whole -> true, () -> {})) {
      assertThat(store.has(URL)).isTrue();
    }

    write();

    assertThat(store.skipped()).isEqualTo(1);
    assertThat(store.has(URL)).isFalse();
    mayEnd.countDown();
    Await.until(() -> assertThat(files()).isZero());
  }

  @Test
  void removalHoldsAfterACloseThatDropsTheQueue() {
    occupy();
    store.remove(URL);

    store.close();

    assertThat(files()).isZero();
  }
}
