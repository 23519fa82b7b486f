package io.lychgate.gateway.auth.oidc;

import com.github.benmanes.caffeine.cache.Cache;
import io.lychgate.gateway.auth.HttpFetcher;
import io.lychgate.gateway.config.policy.KeySet;
import io.lychgate.gateway.config.policy.OidcClient;
import io.lychgate.gateway.loop.Ticker;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Clients of providers for people who sign in to the gateway itself, and their threads. Logins of visitors of sites have others, so
 * that neither can delay the other.
 */
public final class LoginClients implements AutoCloseable {
  /** Checks of tokens that wait. Further logins fail. */
  private static final int MAX_WAITING = 256;

  /** States of logins that have come back. */
  private static final int MAX_USED_STATES = 10_000;

  private static final int IDLE_SECONDS = 30;

  private final ThreadPoolExecutor threads;
  private final HttpFetcher fetcher = new HttpFetcher(KeySet.MAX_BYTES);
  private final Shared shared;

  /**
   * The parts that all clients share.
   *
   * @param usedStates states of logins that have come back
   */
  record Shared(
      SealKeys keys,
      SecureRandom random,
      Ticker ticker,
      ThreadPoolExecutor workers,
      Cache<String, Boolean> usedStates) {}

  public LoginClients(Ticker ticker) {
    SecureRandom random = new SecureRandom();
    threads = new ThreadPoolExecutor(
        1,
        1,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(MAX_WAITING),
        new DefaultThreadFactory("lychgate-admin-sign-on", true));
    threads.allowCoreThreadTimeOut(true);
    shared = new Shared(
        new SealKeys(random),
        random,
        ticker,
        threads,
        RelyingParties.register(MAX_USED_STATES, 2 * LoginAttempt.LIFETIME.toNanos(), ticker));
  }

  /** Uses these secrets of the fleet for cookies of logins from now on: the first one seals, all of them open. */
  public void secrets(List<byte[]> secrets) {
    shared.keys().use(secrets);
  }

  public LoginClient client(OidcClient config) {
    return new LoginClient(
        config,
        shared,
        new Provider(config.issuer(), fetcher, threads, shared.ticker()),
        new ProviderClient(config, fetcher, threads));
  }

  @Override
  public void close() {
    threads.shutdownNow();
    fetcher.close();
  }
}
