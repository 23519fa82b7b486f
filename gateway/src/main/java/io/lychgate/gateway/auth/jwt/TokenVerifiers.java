package io.lychgate.gateway.auth.jwt;

import io.lychgate.gateway.auth.Decisions;
import io.lychgate.gateway.auth.HttpFetcher;
import io.lychgate.gateway.config.policy.JwtPolicy;
import io.lychgate.gateway.config.policy.KeySet;
import io.lychgate.gateway.loop.Ticker;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The verifiers of all policies, the keys of their issuers, and the threads that verify. They outlive the snapshots: a reload keeps the
 * verified tokens of a policy that did not change, and the keys of each URL that is still used. Nothing is made before the first policy.
 */
public final class TokenVerifiers implements AutoCloseable {
  /** Tokens that wait for their verification: some 50 ms of work. Further ones get 503. */
  private static final int MAX_WAITING = 512;

  /** Verifications may not take all processors from the event loops. */
  private static final int THREADS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

  private static final int IDLE_SECONDS = 30;

  private final Ticker ticker;

  // Guarded by this.
  private final Map<JwtPolicy, TokenVerifier> verifiers = new HashMap<>();
  private final Map<URI, IssuerKeys> keys = new HashMap<>();
  private @Nullable ThreadPoolExecutor workers;
  private @Nullable HttpFetcher fetcher;

  public TokenVerifiers(Ticker ticker) {
    this.ticker = ticker;
  }

  /** Returns the step of a route with this policy. */
  public synchronized JwtStep step(JwtPolicy policy, Decisions decisions) {
    TokenVerifier verifier = verifiers.get(policy);
    if (verifier == null) {
      verifier = new TokenVerifier(policy, this::keysOf, workers(), ticker);
      verifiers.put(policy, verifier);
    }
    return new JwtStep(policy, verifier, decisions);
  }

  private IssuerKeys keysOf(JwtPolicy.Issuer issuer) {
    KeySet set = issuer.keys();
    if (set.document() != null) {
      return IssuerKeys.of(set.document().reveal());
    }
    URI url = Objects.requireNonNull(set.url());
    return keys.computeIfAbsent(url, at -> IssuerKeys.at(at, fetcher(), ticker));
  }

  private HttpFetcher fetcher() {
    if (fetcher == null) {
      fetcher = new HttpFetcher(KeySet.MAX_BYTES);
    }
    return fetcher;
  }

  private ThreadPoolExecutor workers() {
    if (workers == null) {
      workers = new ThreadPoolExecutor(
          THREADS,
          THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MAX_WAITING),
          new DefaultThreadFactory("lychgate-tokens", true));
      workers.allowCoreThreadTimeOut(true);
    }
    return workers;
  }

  /** Forgets what no policy of the new configuration uses. */
  public synchronized void retain(Collection<JwtPolicy> wanted) {
    verifiers.keySet().retainAll(new HashSet<>(wanted));
    Set<URI> urls = wanted.stream()
        .flatMap(policy -> policy.issuers().stream())
        .map(issuer -> issuer.keys().url())
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
    keys.keySet().retainAll(urls);
  }

  @Override
  public synchronized void close() {
    if (workers != null) {
      workers.shutdownNow();
    }
    if (fetcher != null) {
      fetcher.close();
    }
  }
}
