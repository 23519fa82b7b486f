package io.lychgate.gateway.auth.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.auth.oidc.ProviderFailure.Reason;
import io.lychgate.gateway.testkit.FakeTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Requests side by side spend a refresh token once. */
final class RefreshesTest {
  private final FakeTicker ticker = new FakeTicker();
  private final Refreshes refreshes = new Refreshes(ticker);
  private final List<CompletableFuture<SessionContent>> started = new ArrayList<>();

  private CompletableFuture<SessionContent> join(String token) {
    return join("session", token);
  }

  private CompletableFuture<SessionContent> join(String session, String token) {
    return refreshes.join(session, token, () -> {
      started.add(new CompletableFuture<>());
      return started.get(started.size() - 1);
    });
  }

  private static SessionContent content() {
    return new SessionContent("id", 0, 0, 0, "next", "a.b.c", "");
  }

  @Test
  void requestsShareOneRefreshAndItsResultForAMinute() {
    CompletableFuture<SessionContent> first = join("old");
    CompletableFuture<SessionContent> second = join("old");
    join("other");
    assertThat(started).hasSize(2);
    ticker.advance(Duration.ofSeconds(5));
    started.get(0).complete(content());

    assertThat(first.join()).isSameAs(second.join());
    ticker.advance(Duration.ofSeconds(59));
    assertThat(join("old").join()).isSameAs(first.join());
    assertThat(started).hasSize(2);
    ticker.advance(Duration.ofSeconds(2));
    join("old");
    assertThat(started).hasSize(3);
  }

  @Test
  void equalTokensOfTwoSessionsAreApart() {
    CompletableFuture<SessionContent> first = join("a", "token");
    CompletableFuture<SessionContent> second = join("b", "token");
    assertThat(started).hasSize(2);
    started.get(0).complete(content());

    assertThat(first).isCompleted();
    assertThat(second).isNotDone();
  }

  @Test
  void failureOfTheProviderIsTriedAgainAfterAPause() {
    CompletableFuture<SessionContent> first = join("old");
    started.get(0).completeExceptionally(new ProviderFailure(Reason.UNAVAILABLE, "down"));
    assertThat(first).isCompletedExceptionally();
    assertThat(join("old")).isCompletedExceptionally();
    assertThat(started).hasSize(1);
    ticker.advance(Duration.ofSeconds(3));
    join("old");

    assertThat(started).hasSize(2);
  }

  @Test
  void refusedTokenIsNotSentAgain() {
    join("old");
    started.get(0).completeExceptionally(new ProviderFailure(Reason.REFUSED, "invalid_grant"));
    ticker.advance(Duration.ofSeconds(30));

    assertThat(join("old")).isCompletedExceptionally();
    assertThat(started).hasSize(1);
  }
}
