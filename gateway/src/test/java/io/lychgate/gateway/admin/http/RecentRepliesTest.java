package io.lychgate.gateway.admin.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.access.Principal;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.User;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class RecentRepliesTest {
  private static final Principal ANN = Principal.of(new User("ann", Role.ADMIN, "hash", false));
  private static final Principal BOB = Principal.of(new User("bob", Role.VIEWER, "hash", false));
  private static final Reply STATUS = Reply.ok(Map.of("state", "up"));

  private final AtomicLong now = new AtomicLong();
  private final RecentReplies replies = new RecentReplies(now::get);

  private boolean has(Principal sender, String session, String target) {
    return replies.find(sender, session, target).isPresent();
  }

  @Test
  void eachSessionHasItsOwn() {
    replies.keep(ANN, "one", "/status", STATUS);

    assertThat(has(ANN, "one", "/status")).isTrue();
    assertThat(has(ANN, "two", "/status")).isFalse();
    assertThat(has(BOB, "one", "/status")).isFalse();
    assertThat(has(ANN, "one", "/status\ntext/csv")).isFalse();
    Principal demoted = Principal.of(new User("ann", Role.VIEWER, "hash", false));
    assertThat(has(demoted, "one", "/status")).isFalse();
  }

  @Test
  void oneUserDoesNotDisplaceTheOthers() {
    replies.keep(ANN, "one", "/status", STATUS);
    Reply large = Reply.ok(Map.of("text", "x".repeat(200_000)));
    for (int i = 0; i < 1000; i++) {
      replies.keep(BOB, "session" + i, "/status?n=" + i, i % 2 == 0 ? STATUS : large);
    }

    assertThat(has(ANN, "one", "/status")).isTrue();
    assertThat(has(BOB, "session999", "/status?n=999")).isTrue();
    assertThat(has(BOB, "session0", "/status?n=0")).isFalse();
  }

  @Test
  void tooOldOnesAreNotSent() {
    replies.keep(ANN, "one", "/status", STATUS);
    now.addAndGet(Duration.ofMinutes(59).toNanos());
    assertThat(replies.find(ANN, "one", "/status").orElseThrow().head().get("age"))
        .isEqualTo("3540");
    now.addAndGet(Duration.ofMinutes(2).toNanos());

    assertThat(has(ANN, "one", "/status")).isFalse();
  }
}
