package io.lychgate.gateway.auth.oidc;

import io.lychgate.gateway.auth.jwt.TokenKey;
import io.lychgate.gateway.auth.oidc.ProviderFailure.Reason;
import io.lychgate.gateway.store.RefreshStore;
import io.lychgate.gateway.store.RefreshStore.Claim;
import io.lychgate.gateway.store.StoreException;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refreshes of which the gateways of one store make each once: a session is in a cookie, so its browser may send it to two of them at once,
 * and many providers end the session at the second use of a refresh token. One gateway claims the token in the store and publishes the
 * sealed result there; the others wait for it. Without the store, each refreshes for itself, and a provider that refuses is no reason to
 * end a session whose access token is still valid: another gateway may have spent the refresh token. Thread-safe.
 */
final class FleetRefreshes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FleetRefreshes.class);

  /** Time of a claim: three requests to the provider at their timeouts. After it, another gateway tries. */
  private static final Duration CLAIM = Duration.ofSeconds(20);

  /** Time between two looks for the result of another gateway. */
  private static final Duration LOOK = Duration.ofMillis(100);

  /** Looks for the result of another gateway, which take the time of a claim. */
  private static final int MAX_LOOKS = (int) CLAIM.dividedBy(LOOK);

  /** Time for which a refresh waits for the store. A store that is slow must not hold requests whose access token is valid. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** Refreshes that wait for the store. Further ones get 503, or continue with a valid access token. */
  private static final int MAX_WAITING = 1024;

  private static final int THREADS = 2;
  private static final int IDLE_SECONDS = 30;

  private final Seal seal;
  private final ThreadPoolExecutor threads;
  private volatile @Nullable Supplier<RefreshStore> store;

  /** One refresh. */
  private record Task(
      Supplier<RefreshStore> store,
      String session,
      String token,
      Supplier<CompletableFuture<SessionContent>> start) {}

  FleetRefreshes(SealKeys keys, SecureRandom random) {
    this.seal = new Seal(keys, random, "refresh", "");
    this.threads = new ThreadPoolExecutor(
        THREADS,
        THREADS,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(MAX_WAITING),
        new DefaultThreadFactory("lychgate-refreshes", true));
    threads.allowCoreThreadTimeOut(true);
  }

  void use(Supplier<RefreshStore> common) {
    store = common;
  }

  /**
   * Returns the result of the one refresh of this token.
   *
   * @param session the session and its client
   * @param start refreshes it, if this gateway is the one
   */
  CompletableFuture<SessionContent> once(
      String session, String refreshToken, Supplier<CompletableFuture<SessionContent>> start) {
    Supplier<RefreshStore> common = store;
    if (common == null) {
      return start.get();
    }
    String token = TokenKey.of(session + '\n' + refreshToken).hex();
    return claim(new Task(common, session, token, start), MAX_LOOKS);
  }

  private CompletableFuture<SessionContent> claim(Task task, int looks) {
    CompletableFuture<Claim> asked;
    try {
      // A task that still waits for a thread after its time does not run.
      asked = CompletableFuture.supplyAsync(
              () -> task.store().get().claim(task.token(), CLAIM), threads)
          .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException full) {
      return CompletableFuture.failedFuture(
          new ProviderFailure(Reason.BUSY, "too many refreshes wait for the store"));
    }
    return asked
        .handle((claim, problem) ->
            problem == null ? claimed(task, claim, looks) : unclaimed(task, problem, looks))
        .thenCompose(result -> result);
  }

  private CompletableFuture<SessionContent> claimed(Task task, Claim claim, int looks) {
    if (claim instanceof Claim.Won) {
      return task.start().get().whenComplete((content, problem) -> settle(task, content));
    }
    if (claim instanceof Claim.Done done) {
      byte[] bytes = seal.open(task.session(), done.sealed());
      SessionContent content = bytes == null ? null : SessionContent.decode(bytes);
      if (content != null) {
        return CompletableFuture.completedFuture(content);
      }
      // Another version of the gateway wrote it.
      return CompletableFuture.failedFuture(
          new ProviderFailure(Reason.UNAVAILABLE, "refresh: by a gateway of another version"));
    }
    if (looks <= 1) {
      return CompletableFuture.failedFuture(
          new ProviderFailure(Reason.UNAVAILABLE, "refresh: another gateway has not ended it"));
    }
    // On the thread of the timer: an executor that is full would lose the task there.
    return CompletableFuture.completedFuture(looks - 1)
        .thenApplyAsync(
            left -> left,
            CompletableFuture.delayedExecutor(
                LOOK.toMillis(), TimeUnit.MILLISECONDS, Runnable::run))
        .thenCompose(left -> claim(task, left));
  }

  /** Refreshes without the store, unless another gateway had the claim: a second use of the token could end the session. */
  private static CompletableFuture<SessionContent> unclaimed(
      Task task, Throwable problem, int looks) {
    if (looks < MAX_LOOKS) {
      return CompletableFuture.failedFuture(
          new ProviderFailure(Reason.UNAVAILABLE, "refresh: the store has not responded"));
    }
    LOG.debug("oidc: a session is refreshed without the store: {}", problem.toString());
    return alone(task);
  }

  private void settle(Task task, @Nullable SessionContent content) {
    try {
      threads.execute(() -> {
        try {
          if (content == null) {
            task.store().get().release(task.token());
          } else {
            task.store()
                .get()
                .publish(
                    task.token(), seal.close(task.session(), content.encode()), Refreshes.REUSE);
          }
        } catch (StoreException e) {
          LOG.debug("oidc: other gateways do not get a refreshed session: {}", e.getMessage());
        }
      });
    } catch (RejectedExecutionException full) {
      LOG.debug("oidc: other gateways do not get a refreshed session: too many wait");
    }
  }

  private static CompletableFuture<SessionContent> alone(Task task) {
    return task.start().get().exceptionallyCompose(problem -> {
      ProviderFailure failure = ProviderFailure.of(problem);
      return CompletableFuture.failedFuture(
          failure.reason() == Reason.REFUSED
              ? new ProviderFailure(Reason.UNSHARED, String.valueOf(failure.getMessage()))
              : failure);
    });
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
