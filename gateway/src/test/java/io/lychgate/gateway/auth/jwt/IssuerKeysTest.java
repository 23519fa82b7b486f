package io.lychgate.gateway.auth.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.FakeTicker;
import io.lychgate.gateway.testkit.TokenIssuer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When the keys of an issuer are read, and which are in use. */
final class IssuerKeysTest {
  private static final String FIRST = TokenIssuer.ofEc("first").jwks();
  private static final String SECOND = TokenIssuer.ofEc("second").jwks();

  private final FakeTicker ticker = new FakeTicker();
  private final Deque<CompletableFuture<byte[]>> reads = new ArrayDeque<>();
  private final AtomicInteger resumed = new AtomicInteger();
  private int readCount;

  private final IssuerKeys keys = IssuerKeys.at(
      URI.create("https://login.example/jwks"),
      url -> {
        CompletableFuture<byte[]> read = new CompletableFuture<>();
        reads.add(read);
        readCount++;
        return read;
      },
      ticker);

  private void publish(String jwks) {
    reads.remove().complete(jwks.getBytes(StandardCharsets.UTF_8));
  }

  private void fail() {
    reads.remove().completeExceptionally(new IOException("refused"));
  }

  private KeyRing haveKeys() {
    assertThat(keys.current()).isNull();
    publish(FIRST);
    return Objects.requireNonNull(keys.current());
  }

  @Test
  void requestsShareTheFirstRead() {
    assertThat(keys.refresh(resumed::incrementAndGet)).isTrue();
    assertThat(keys.refresh(resumed::incrementAndGet)).isTrue();
    assertThat(readCount).isEqualTo(1);
    assertThat(resumed).hasValue(0);

    publish(FIRST);

    assertThat(resumed).hasValue(2);
    assertThat(keys.current()).isNotNull();
  }

  @Test
  void oldKeysAreReadAgainWithoutWaiting() {
    KeyRing first = haveKeys();
    ticker.advance(IssuerKeys.TTL);

    assertThat(keys.current()).isSameAs(first);
    assertThat(readCount).isEqualTo(2);
    publish(SECOND);

    assertThat(keys.current()).isNotSameAs(first).isNotNull();
  }

  @Test
  void sameDocumentKeepsTheSameKeys() {
    KeyRing first = haveKeys();
    ticker.advance(IssuerKeys.TTL);
    keys.current();
    publish(FIRST);

    assertThat(keys.current()).isSameAs(first);
  }

  @Test
  void keysStayInUseWhileTheUrlFails() {
    KeyRing first = haveKeys();
    for (int i = 0; i < 10; i++) {
      ticker.advance(IssuerKeys.TTL);
      assertThat(keys.current()).isSameAs(first);
      fail();
    }
    ticker.advance(IssuerKeys.PAUSE);
    keys.current();
    publish("{\"keys\":[]}");

    assertThat(keys.current()).isSameAs(first);
  }

  @Test
  void unknownKeysAreReadOnceInHalfAMinute() {
    haveKeys();
    assertThat(keys.refresh(resumed::incrementAndGet)).isFalse();
    ticker.advance(IssuerKeys.PAUSE);

    assertThat(keys.refresh(resumed::incrementAndGet)).isTrue();
    publish(FIRST);
    for (int i = 0; i < 100; i++) {
      assertThat(keys.refresh(resumed::incrementAndGet)).isFalse();
    }
    assertThat(readCount).isEqualTo(2);
    assertThat(resumed).hasValue(1);
  }

  @Test
  void firstReadIsRepeatedSoonAndThenLessOften() {
    keys.refresh(resumed::incrementAndGet);
    fail();
    int reported = 0;
    for (int second = 0; second < 120; second++) {
      ticker.advance(Duration.ofSeconds(1));
      if (keys.refresh(resumed::incrementAndGet)) {
        reported++;
        fail();
      }
    }

    // After 2, 4, 8, 16 and then each 30 seconds.
    assertThat(reported).isBetween(5, 8);
    assertThat(resumed).hasValue(reported + 1);
  }
}
