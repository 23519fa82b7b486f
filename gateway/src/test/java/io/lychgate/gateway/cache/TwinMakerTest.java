package io.lychgate.gateway.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.CacheConfig;
import io.lychgate.gateway.http.SharedFreshness;
import io.lychgate.gateway.message.BodyCoding;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.testkit.Await;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of twins in the store: when they are made, kept and dropped, and their bounds. */
final class TwinMakerTest {
  private static final int MEMORY = 8 * 1024 * 1024;
  private static final String URL = "https://a.example/app.js";
  private static final Fields NONE = new Fields(0);

  @TempDir
  Path directory;

  private final ResponseStore store = new ResponseStore(MEMORY);
  private final List<ByteBuf> plains = new ArrayList<>();

  /** When the last response arrived. */
  private long arrivedNanos;

  private final Halves coding = new Halves();

  @AfterEach
  void close() {
    coding.mayEnd.countDown();
    store.close();
    assertThat(plains).allSatisfy(plain -> assertThat(plain.refCnt()).isZero());
    assertThat(coding.made).allSatisfy(twin -> assertThat(twin.refCnt()).isZero());
  }

  /** A coding to half the bytes. */
  private static final class Halves implements BodyCoding {
    final CountDownLatch begun = new CountDownLatch(1);
    final AtomicInteger calls = new AtomicInteger();
    final List<ByteBuf> made = new ArrayList<>();
    CountDownLatch mayEnd = new CountDownLatch(0);
    boolean isInVain;

    @Override
    public String token() {
      return "br";
    }

    @Override
    public @Nullable ByteBuf code(ByteBuf plain, BooleanSupplier isWanted) {
      calls.incrementAndGet();
      begun.countDown();
      Await.latch(mayEnd);
      if (isInVain || !isWanted.getAsBoolean()) {
        return null;
      }
      ByteBuf twin = bytes(plain.readableBytes() / 2);
      made.add(twin);
      return twin;
    }
  }

  private static ByteBuf bytes(int length) {
    return UnpooledByteBufAllocator.DEFAULT.directBuffer(length, length).writeZero(length);
  }

  private StoredResponse put(String url, int length) {
    ByteBuf body = bytes(length);
    plains.add(body);
    Fields fields = new Fields().add(FieldNames.canonical("cache-control"), "max-age=60");
    SharedFreshness freshness = SharedFreshness.of(fields, 1000, 0);
    StoredResponse response = new StoredResponse(
        StoredResponse.Selection.of("r", List.of(), NONE),
        new StoredResponse.Head(200, fields, freshness, 60, ++arrivedNanos, List.of("t")),
        body);
    put(url, response);
    return response;
  }

  private void put(String url, StoredResponse response) {
    long stamp = store.beginFill(url);
    assertThat(store.put(url, response, stamp)).isTrue();
    store.endFill(url);
  }

  private StoredResponse found() {
    return Objects.requireNonNull(
        Objects.requireNonNull(store.find(URL), "entry").select("r", NONE), "response");
  }

  private long count(TwinOutcome outcome) {
    return store.twins().count(outcome);
  }

  private void await(TwinOutcome outcome, long number) {
    Await.until(() -> assertThat(count(outcome)).isEqualTo(number));
  }

  private StoredResponse freshened(StoredResponse response) {
    return Objects.requireNonNull(response.freshened(
        response.fields(), response.freshness(), 60, ++arrivedNanos, response.tags()));
  }

  @Test
  void twinIsMadeOnceAndCountsForTheMemory() {
    put(URL, 10_000);
    long before = store.bytes();
    store.makeTwin(URL, found(), coding);
    store.makeTwin(URL, found(), coding);
    await(TwinOutcome.MADE, 1);

    ByteBuf twin = Objects.requireNonNull(found().takeTwin("br"), "twin");
    assertThat(twin.readableBytes()).isEqualTo(5000);
    assertThat(found().takeTwin("gzip")).isNull();
    assertThat(found().bodyLength()).isEqualTo(10_000);
    assertThat(store.bytes() - before).isBetween(5000L, 5100L);
    assertThat(coding.calls).hasValue(1);
    store.purgeAll();
    assertThat(twin.refCnt()).isEqualTo(1);
    twin.release();
  }

  @Test
  void validationKeepsTheTwinAndNewContentDropsIt() {
    put(URL, 1000);
    store.makeTwin(URL, found(), coding);
    await(TwinOutcome.MADE, 1);

    put(URL, freshened(found()));
    assertThat(found().hasTwin("br")).isTrue();
    put(URL, 2000);
    assertThat(found().hasTwin("br")).isFalse();
    assertThat(coding.made.get(0).refCnt()).isZero();
  }

  @Test
  void validationDuringTheWorkKeepsTheTwin() {
    coding.mayEnd = new CountDownLatch(1);
    put(URL, 1000);
    store.makeTwin(URL, found(), coding);
    Await.latch(coding.begun);
    put(URL, freshened(found()));

    coding.mayEnd.countDown();

    await(TwinOutcome.MADE, 1);
    assertThat(found().hasTwin("br")).isTrue();
  }

  @Test
  void purgeDuringTheWorkDropsTheTwin() {
    coding.mayEnd = new CountDownLatch(1);
    put(URL, 1000);
    store.makeTwin(URL, found(), coding);
    Await.latch(coding.begun);
    assertThat(store.purgeTag("t")).isEqualTo(1);
    put(URL, 3000);

    coding.mayEnd.countDown();

    await(TwinOutcome.GONE, 1);
    assertThat(found().hasTwin("br")).isFalse();
    assertThat(found().bodyLength()).isEqualTo(3000);
  }

  @Test
  void replacedResponseIsDroppedWithTheTwinThatItGotMeanwhile() {
    StoredResponse known = put(URL, 1000);
    store.makeTwin(URL, known, coding);
    await(TwinOutcome.MADE, 1);

    store.drop(URL, known);

    assertThat(Objects.requireNonNull(store.find(URL)).variants()).isEmpty();
    assertThat(coding.made.get(0).refCnt()).isZero();
  }

  @Test
  void tenThousandAssetsFillABoundedQueueAndTheRestIsCounted() {
    coding.mayEnd = new CountDownLatch(1);
    for (int i = 0; i < 10_000; i++) {
      String url = URL + i;
      store.makeTwin(url, put(url, 100), coding);
      assertThat(store.twinsWaiting()).isLessThanOrEqualTo(TwinMaker.MOST_WAITING + 1);
    }
    long full = count(TwinOutcome.QUEUE_FULL);
    assertThat(full).isBetween(10_000L - TwinMaker.MOST_WAITING - 1, 9999L);

    coding.mayEnd.countDown();

    Await.until(() -> assertThat(store.twinsWaiting()).isZero());
    Await.until(() ->
        assertThat(count(TwinOutcome.MADE) + count(TwinOutcome.GONE) + full).isEqualTo(10_000));
  }

  @Test
  void bytesThatWaitAreBounded() {
    ResponseStore large = new ResponseStore(512L << 20);
    try {
      coding.mayEnd = new CountDownLatch(1);
      int length = TwinMaker.LARGEST;
      for (int i = 0; i < 8; i++) {
        ByteBuf body = bytes(length);
        plains.add(body);
        SharedFreshness freshness = SharedFreshness.of(NONE, 1000, 0);
        StoredResponse response = new StoredResponse(
            StoredResponse.Selection.of("r", List.of(), NONE),
            new StoredResponse.Head(200, NONE, freshness, 60, 0, List.of()),
            body);
        long stamp = large.beginFill(URL + i);
        assertThat(large.put(URL + i, response, stamp)).isTrue();
        large.endFill(URL + i);
        large.makeTwin(URL + i, response, coding);
      }
      assertThat(large.twins().count(TwinOutcome.QUEUE_FULL)).isEqualTo(4);
    } finally {
      coding.mayEnd.countDown();
      large.close();
    }
  }

  @Test
  void bodyThatDoesNotShrinkIsTriedOnce() {
    coding.isInVain = true;
    put(URL, 1000);
    store.makeTwin(URL, found(), coding);
    await(TwinOutcome.NOT_SMALLER, 1);

    store.makeTwin(URL, found(), coding);

    assertThat(coding.calls).hasValue(1);
    assertThat(store.twinsDropped()).isEqualTo(1);
  }

  @Test
  void twinWithoutRoomIsDropped() {
    put(URL, MEMORY / 8 - 5000);
    store.makeTwin(URL, found(), coding);
    await(TwinOutcome.NO_ROOM, 1);

    assertThat(found().hasTwin("br")).isFalse();
  }

  @Test
  void twinIsOnDiskBesideItsBody() throws Exception {
    store.openDisk(new CacheConfig.Disk(directory.resolve("cache"), 16 << 20), false);
    Await.until(() -> {
      put(URL, 1000);
      assertThat(store.isOnDisk(URL)).isTrue();
    });
    store.makeTwin(URL, found(), coding);
    await(TwinOutcome.MADE, 1);
    store.close();

    ResponseStore next = new ResponseStore(MEMORY);
    try {
      next.openDisk(new CacheConfig.Disk(directory.resolve("cache"), 16 << 20), false);
      Await.until(() -> assertThat(next.isOnDisk(URL)).isTrue());
      CountDownLatch loaded = new CountDownLatch(1);
      next.load(URL, responses -> {
        responses.release();
        loaded.countDown();
      });
      Await.latch(loaded);
      StoredResponse restored = Objects.requireNonNull(
          Objects.requireNonNull(next.find(URL), "entry").select("r", NONE), "response");
      ByteBuf twin = Objects.requireNonNull(restored.takeTwin("br"), "twin");
      assertThat(twin.readableBytes()).isEqualTo(500);
      twin.release();
    } finally {
      next.close();
    }
  }
}
