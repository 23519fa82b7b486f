package io.lychgate.gateway.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.http.SharedFreshness;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ResponseStoreTest {
  private static final int MEMORY = 1024 * 1024;
  private static final AsciiString LANGUAGE = FieldNames.canonical("accept-language");
  private static final Fields NONE = new Fields(0);

  private final ResponseStore store = new ResponseStore(MEMORY);

  @AfterEach
  void close() {
    store.close();
  }

  private static ByteBuf bytes(int length) {
    return UnpooledByteBufAllocator.DEFAULT.directBuffer(length, length).writeZero(length);
  }

  private static StoredResponse response(
      ByteBuf body, List<AsciiString> vary, Fields request, String... tags) {
    return arrivedAt(0, body, vary, request, tags);
  }

  private static StoredResponse arrivedAt(
      long nanos, ByteBuf body, List<AsciiString> vary, Fields request, String... tags) {
    Fields fields = new Fields().add(FieldNames.canonical("cache-control"), "max-age=60");
    SharedFreshness freshness = SharedFreshness.of(fields, 1000, 0);
    return new StoredResponse(
        StoredResponse.Selection.of("r", vary, request),
        new StoredResponse.Head(200, fields, freshness, 60, nanos, List.of(tags)),
        body);
  }

  private boolean put(String url, ByteBuf body) {
    return put(url, response(body, List.of(), NONE));
  }

  private boolean put(String url, StoredResponse response) {
    long stamp = store.beginFill(url);
    try {
      return store.put(url, response, stamp);
    } finally {
      store.endFill(url);
    }
  }

  private static Fields language(String value) {
    return new Fields().add(LANGUAGE, value);
  }

  @Test
  void tenThousandUrlsStayWithinTheMemory() {
    for (int i = 0; i < 10_000; i++) {
      put("https://a.example/" + i, bytes(500));
    }
    assertThat(store.bytes()).isBetween(MEMORY / 2L, (long) MEMORY);
    assertThat(store.evictions()).isGreaterThan(8000);
  }

  private CacheEntry found(String url) {
    return Objects.requireNonNull(store.find(url));
  }

  private long lengthOf(String url, String language) {
    return Objects.requireNonNull(found(url).select("r", language(language))).bodyLength();
  }

  @Test
  void evictedBytesStayForTheirReader() {
    ByteBuf body = bytes(1000);
    put("https://a.example/", body);
    StoredResponse stored = Objects.requireNonNull(found("https://a.example/").select("r", NONE));
    ByteBuf read = Objects.requireNonNull(stored.takeBody());

    store.purgeAll();

    assertThat(read.refCnt()).isEqualTo(1);
    assertThat(body.refCnt()).isEqualTo(1);
    read.release();
    assertThat(body.refCnt()).isZero();
    assertThat(stored.takeBody()).isNull();
  }

  @Test
  void newerResponseReplacesTheOneWithTheSameSelectingFields() {
    ByteBuf first = bytes(10);
    ByteBuf second = bytes(20);
    ByteBuf other = bytes(30);
    String url = "https://a.example/";
    put(url, response(first, List.of(LANGUAGE), language("de")));
    put(url, response(other, List.of(LANGUAGE), language("en")));
    put(url, response(second, List.of(LANGUAGE), language("de")));

    assertThat(first.refCnt()).isZero();
    assertThat(lengthOf(url, "de")).isEqualTo(20);
    assertThat(lengthOf(url, "en")).isEqualTo(30);
    assertThat(found(url).select("r", language("fr"))).isNull();
    assertThat(found(url).select("other route", language("en"))).isNull();
  }

  /** A file may be read from a slow disk while the upstream sends a newer response. */
  @Test
  void olderResponseReplacesNoneThatArrivedLater() {
    ByteBuf late = bytes(30);
    String url = "https://a.example/";
    put(url, arrivedAt(5, bytes(20), List.of(LANGUAGE), language("de")));

    assertThat(put(url, arrivedAt(4, late, List.of(LANGUAGE), language("de")))).isFalse();
    assertThat(put(url, arrivedAt(4, bytes(40), List.of(LANGUAGE), language("en"))))
        .isTrue();

    assertThat(late.refCnt()).isZero();
    assertThat(lengthOf(url, "de")).isEqualTo(20);
    assertThat(lengthOf(url, "en")).isEqualTo(40);
    assertThat(put(url, arrivedAt(5, bytes(50), List.of(LANGUAGE), language("de"))))
        .isTrue();
    assertThat(lengthOf(url, "de")).isEqualTo(50);
  }

  @Test
  void variantsOfOneUrlAreBounded() {
    String url = "https://a.example/";
    for (int i = 0; i < 1000; i++) {
      put(url, response(bytes(100), List.of(LANGUAGE), language("x" + i)));
    }
    assertThat(found(url).variants()).hasSize(CacheEntry.MAX_VARIANTS);
    assertThat(found(url).select("r", language("x999"))).isNotNull();
    assertThat(store.bytes()).isLessThan(MEMORY / 8);
  }

  @Test
  void invalidationReachesResponsesOnTheirWay() {
    String url = "https://a.example/";
    long before = store.beginFill(url);
    store.invalidate("https://a.example/other");
    store.invalidate(url);
    ByteBuf late = bytes(10);
    assertThat(store.put(url, response(late, List.of(), NONE), before)).isFalse();
    assertThat(late.refCnt()).isZero();
    assertThat(store.find(url)).isNull();
    store.endFill(url);
    assertThat(put(url, bytes(10))).isTrue();
  }

  @Test
  void purgesByPrefixAndTag() {
    put("https://a.example/1", response(bytes(1), List.of(), NONE, "x", "y"));
    put("https://a.example/2", bytes(1));
    put("https://b.example/2", bytes(1));
    assertThat(store.purgeTag("z")).isZero();
    assertThat(store.purgeTag("y")).isEqualTo(1);
    assertThat(store.purgePrefix("https://a.example/")).isEqualTo(1);
    assertThat(store.purge("https://b.example/2")).isEqualTo(1);
    assertThat(store.urls()).isZero();
  }

  /** The comparison with the other variant is between the check of the newer one and its place in the map. */
  @Test
  void responseIsNotStoredIfAPurgeMeetsItAtThatMoment() {
    String url = "https://a.example/";
    List<AsciiString> purging = new ArrayList<>(List.of(LANGUAGE)) {
      private static final long serialVersionUID = 1L;

      @Override
      public boolean equals(Object other) {
        store.purgeTag("x");
        return super.equals(other);
      }

      @Override
      public int hashCode() {
        return super.hashCode();
      }
    };
    put(url, response(bytes(10), purging, language("de"), "y"));
    ByteBuf late = bytes(20);

    assertThat(put(url, response(late, List.of(LANGUAGE), language("en"), "x"))).isFalse();

    assertThat(late.refCnt()).isZero();
    assertThat(store.find(url)).isNull();
  }

  @Test
  void closedStoreTakesNothing() {
    store.close();
    ByteBuf late = bytes(10);
    assertThat(put("https://a.example/", late)).isFalse();
    assertThat(late.refCnt()).isZero();
  }

  @Test
  void responsesInProgressHaveABudget() {
    assertThat(store.take(MEMORY / 4)).isTrue();
    assertThat(store.take(1)).isFalse();
    store.giveBack(MEMORY / 4);
    assertThat(store.take(1)).isTrue();
    assertThat(store.fillingBytes()).isEqualTo(1);
  }
}
