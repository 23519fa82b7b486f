package io.lychgate.gateway.admin.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.Session;
import io.lychgate.gateway.store.SessionOrigin;
import io.lychgate.gateway.store.User;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class RecentCallersTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Session SESSION = new Session(
      "public",
      new User("ann", Role.ADMIN, "hash", false),
      START,
      START,
      START.plus(Duration.ofHours(8)),
      SessionOrigin.UNKNOWN);

  private final AtomicLong now = new AtomicLong();
  private final RecentCallers callers = new RecentCallers(now::get);

  private void put(boolean isConfirmed) {
    callers.put("secret", null, SESSION, START.plusNanos(now.get()), isConfirmed);
  }

  /** A store that returns for moments does not extend it either: another gateway's revocation may not arrive in them. */
  @Test
  void requestsWithoutTheStoreDoNotExtendTheTime() {
    put(true);
    now.addAndGet(RecentCallers.AFTER_LOSS.minusSeconds(1).toNanos());
    assertThat(callers.isConfirmed("secret")).isTrue();
    put(false);
    now.addAndGet(Duration.ofSeconds(1).toNanos());

    assertThat(callers.isConfirmed("secret")).isFalse();
    put(false);
    assertThat(callers.isConfirmed("secret")).isFalse();
    put(true);
    assertThat(callers.isConfirmed("secret")).isTrue();
  }

  @Test
  void revokedSenderDoesNotReturnWithoutTheStore() {
    put(true);
    callers.dropAll();
    put(false);

    assertThat(callers.has("secret")).isFalse();
  }

  @Test
  void keepsAFewSendersOnly() {
    for (int i = 0; i < 201; i++) {
      callers.put("secret" + i, null, SESSION, START, true);
    }

    assertThat(callers.has("secret0")).isFalse();
    assertThat(callers.has("secret200")).isTrue();
  }
}
