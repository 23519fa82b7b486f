package io.lychgate.gateway.auth.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.auth.oidc.ProviderFailure.Reason;
import io.lychgate.gateway.store.RefreshStore;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.testkit.Await;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways spend a refresh token once. */
final class FleetRefreshesTest {
  @TempDir
  Path directory;

  private final SecureRandom random = new SecureRandom();
  private final SealKeys keys = new SealKeys(random);
  private final FleetRefreshes a = new FleetRefreshes(keys, random);
  private final FleetRefreshes b = new FleetRefreshes(keys, random);
  private final List<CompletableFuture<SessionContent>> started = new CopyOnWriteArrayList<>();
  private Store store;

  @BeforeEach
  void open() {
    StoreUrl url = StoreUrl.parse("jdbc:sqlite:lychgate.db", directory);
    store = Store.open(url, directory, InstantSource.system());
    a.use(store::refreshes);
    b.use(store::refreshes);
  }

  @AfterEach
  void close() {
    a.close();
    b.close();
    store.close();
  }

  private CompletableFuture<SessionContent> refresh(FleetRefreshes gateway) {
    return gateway.once("client and session", "old token", () -> {
      CompletableFuture<SessionContent> made = new CompletableFuture<>();
      started.add(made);
      return made;
    });
  }

  private void awaitStarted(int number) {
    Await.until(() -> assertThat(started).hasSize(number));
  }

  private static SessionContent content() {
    return new SessionContent("id", 1, 2, 3, "new token", "a.b.c", "");
  }

  @Test
  void oneRefreshesAndTheOtherGetsItsResult() {
    CompletableFuture<SessionContent> first = refresh(a);
    awaitStarted(1);
    CompletableFuture<SessionContent> second = refresh(b);
    started.get(0).complete(content());

    assertThat(first.join()).isEqualTo(content());
    assertThat(second.join()).isEqualTo(content());
    assertThat(refresh(b).join()).as("also later").isEqualTo(content());
    assertThat(started).hasSize(1);
  }

  @Test
  void otherTriesAfterAFailure() {
    CompletableFuture<SessionContent> first = refresh(a);
    awaitStarted(1);
    CompletableFuture<SessionContent> second = refresh(b);
    started.get(0).completeExceptionally(new ProviderFailure(Reason.UNAVAILABLE, "down"));

    assertThat(first).failsWithin(Duration.ofSeconds(5));
    awaitStarted(2);
    started.get(1).complete(content());
    assertThat(second.join()).isEqualTo(content());
  }

  @Test
  void refusalEndsTheSessionIfNoOtherGatewayCanHaveSpentTheToken() {
    CompletableFuture<SessionContent> refused = refresh(a);
    awaitStarted(1);
    started.get(0).completeExceptionally(new ProviderFailure(Reason.REFUSED, "invalid_grant"));

    assertThat(reason(refused)).isEqualTo(Reason.REFUSED);
  }

  @Test
  void refusalWithoutTheStoreIsNoReasonToEndASession() {
    store.close();
    CompletableFuture<SessionContent> refused = refresh(b);
    awaitStarted(1);
    started.get(0).completeExceptionally(new ProviderFailure(Reason.REFUSED, "invalid_grant"));
    CompletableFuture<SessionContent> done = refresh(b);
    awaitStarted(2);
    started.get(1).complete(content());

    assertThat(reason(refused)).isEqualTo(Reason.UNSHARED);
    assertThat(done.join()).isEqualTo(content());
  }

  @Test
  void storeThatDoesNotRespondHoldsNoRefresh() {
    CompletableFuture<RefreshStore> stalled = new CompletableFuture<>();
    a.use(stalled::join);
    CompletableFuture<SessionContent> refused = refresh(a);
    awaitStarted(1);
    started.get(0).completeExceptionally(new ProviderFailure(Reason.REFUSED, "invalid_grant"));

    assertThat(reason(refused)).isEqualTo(Reason.UNSHARED);
    stalled.complete(store.refreshes());
  }

  private static Reason reason(CompletableFuture<SessionContent> failed) {
    return failed
        .handle((content, problem) -> ProviderFailure.of(problem).reason())
        .join();
  }
}
