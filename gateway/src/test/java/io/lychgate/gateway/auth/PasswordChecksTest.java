package io.lychgate.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.FakeTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PasswordChecksTest {
  private final FakeTicker ticker = new FakeTicker();
  private final Semaphore permits = new Semaphore(0);
  private final AtomicInteger made = new AtomicInteger();
  private final PasswordChecks checks =
      new PasswordChecks(ticker, (password, hash) -> awaited(password.equals(hash)));

  private boolean awaited(boolean result) {
    permits.acquireUninterruptibly();
    made.incrementAndGet();
    return result;
  }

  @AfterEach
  void stop() {
    permits.release(1_000);
    checks.close();
  }

  private @Nullable CompletableFuture<Boolean> check(long client, String user, String password) {
    BasicCredentials credentials = new BasicCredentials(user, password);
    return checks.check(checks.key(credentials, "right"), client, credentials, "right");
  }

  private CompletableFuture<Boolean> started(long client, String user, String password) {
    return Objects.requireNonNull(check(client, user, password), "too many checks");
  }

  @Test
  void equalCredentialsShareOneCheck() throws Exception {
    CompletableFuture<Boolean> first = started(1, "ann", "right");

    assertThat(check(2, "ann", "right")).isSameAs(first);
    permits.release(1_000);
    assertThat(first.get(10, TimeUnit.SECONDS)).isTrue();
    assertThat(made.get()).isEqualTo(1);
  }

  @Test
  void oneClientCannotTakeAllChecks() throws Exception {
    List<CompletableFuture<Boolean>> started = new ArrayList<>();
    for (int i = 0; i < PasswordChecks.MAX_OF_CLIENT; i++) {
      started.add(started(1, "ann", "guess " + i));
    }

    assertThat(check(1, "ann", "one more")).isNull();
    assertThat(check(2, "bob", "right")).isNotNull();
    permits.release(1_000);
    for (CompletableFuture<Boolean> each : started) {
      assertThat(each.get(10, TimeUnit.SECONDS)).isFalse();
    }
    assertThat(check(1, "ann", "one more")).isNotNull();
  }

  @Test
  void numberOfWaitingChecksIsBounded() {
    int accepted = 0;
    for (int client = 0; client < 500; client++) {
      accepted += check(client, "ann", "guess " + client) == null ? 0 : 1;
    }

    assertThat(accepted).isEqualTo(PasswordChecks.THREADS + PasswordChecks.MAX_WAITING);
  }

  @Test
  void acceptedPasswordIsRememberedForItsTime() {
    PasswordChecks.Key key = checks.key(new BasicCredentials("ann", "right"), "right");

    assertThat(checks.isRemembered(key)).isFalse();
    checks.remember(key, Duration.ofMinutes(5));
    assertThat(checks.isRemembered(key)).isTrue();
    ticker.advance(Duration.ofMinutes(6));
    assertThat(checks.isRemembered(key)).isFalse();
  }

  @Test
  void keyDependsOnUserPasswordAndHash() {
    PasswordChecks.Key key = checks.key(new BasicCredentials("ann", "right"), "hash");

    assertThat(checks.key(new BasicCredentials("ann", "right"), "hash")).isEqualTo(key);
    assertThat(checks.key(new BasicCredentials("ann", "wrong"), "hash")).isNotEqualTo(key);
    assertThat(checks.key(new BasicCredentials("bob", "right"), "hash")).isNotEqualTo(key);
    assertThat(checks.key(new BasicCredentials("ann", "right"), "other")).isNotEqualTo(key);
  }
}
