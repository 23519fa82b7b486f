package io.lychgate.gateway.auth.oidc;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lychgate.gateway.auth.Decisions;
import io.lychgate.gateway.auth.HttpFetcher;
import io.lychgate.gateway.config.policy.KeySet;
import io.lychgate.gateway.config.policy.OidcPolicy;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.store.RefreshStore;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The clients of all policies, the descriptions of their providers, and the threads for both. They outlive the snapshots, so a login that
 * is under way survives a reload. Nothing is made before the first policy.
 */
public final class RelyingParties implements AutoCloseable {
  /** Checks of tokens that wait: some 50 ms of work. Further logins get 503. */
  private static final int MAX_WAITING = 512;

  private static final int THREADS = 2;
  private static final int IDLE_SECONDS = 30;

  /** States of logins that have come back. Each is one request to the provider, so there are never many. */
  private static final int MAX_USED_STATES = 100_000;

  /** Sessions that were ended by a logout and would not have expired yet. */
  private static final int MAX_ENDED = 100_000;

  /** Logouts that wait for the store. Further ones end their sessions on this gateway only. */
  private static final int MAX_UNSENT = 10_000;

  /** The id of a session is 22 characters of base64url. */
  private static final Pattern SESSION_ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private final Shared shared;
  private final ThreadPoolExecutor threads;

  // Guarded by this.
  private final Map<OidcPolicy, RelyingParty> parties = new HashMap<>();
  private final Map<String, Provider> providers = new HashMap<>();
  private @Nullable HttpFetcher fetcher;

  /**
   * The parts that all clients share.
   *
   * @param fleet refreshes that other gateways share
   * @param usedStates states of logins that have come back
   * @param endedSessions ids of sessions that a logout has ended
   * @param unsentLogouts those that other gateways do not know yet
   */
  record Shared(
      SealKeys keys,
      SecureRandom random,
      Ticker ticker,
      Executor workers,
      Refreshes refreshes,
      FleetRefreshes fleet,
      Cache<String, Boolean> usedStates,
      Cache<String, Boolean> endedSessions,
      Queue<String> unsentLogouts) {}

  public RelyingParties(Ticker ticker) {
    SecureRandom random = new SecureRandom();
    threads = new ThreadPoolExecutor(
        THREADS,
        THREADS,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(MAX_WAITING),
        new DefaultThreadFactory("lychgate-logins", true));
    threads.allowCoreThreadTimeOut(true);
    SealKeys keys = new SealKeys(random);
    shared = new Shared(
        keys,
        random,
        ticker,
        threads,
        new Refreshes(ticker),
        new FleetRefreshes(keys, random),
        register(MAX_USED_STATES, LoginAttempt.LIFETIME.toNanos(), ticker),
        register(MAX_ENDED, OidcPolicy.Lifetime.MAX.toNanos(), ticker),
        new ArrayBlockingQueue<>(MAX_UNSENT));
  }

  /** Returns a register of the newest texts, each for a time. */
  static Cache<String, Boolean> register(int size, long nanos, Ticker ticker) {
    return Caffeine.newBuilder()
        .maximumSize(size)
        .expireAfterWrite(nanos, TimeUnit.NANOSECONDS)
        .ticker(ticker::nanoTime)
        .executor(Runnable::run)
        .build();
  }

  /** Uses these secrets of the fleet for cookies from now on: the first one seals, all of them open. */
  public void secrets(List<byte[]> secrets) {
    shared.keys().use(secrets);
  }

  /** Refreshes each session once among the gateways with this store. */
  public void refreshesIn(Supplier<RefreshStore> store) {
    shared.fleet().use(store);
  }

  /** Returns the step of a route with this policy. */
  public synchronized OidcStep step(OidcPolicy policy, Decisions decisions) {
    RelyingParty party = parties.get(policy);
    if (party == null) {
      HttpFetcher by = fetcher();
      Provider provider = providers.computeIfAbsent(
          policy.issuer(), issuer -> new Provider(issuer, by, threads, shared.ticker()));
      party = new RelyingParty(
          policy, shared, provider, new ProviderClient(policy.client(), by, threads));
      parties.put(policy, party);
    }
    return new OidcStep(policy, party, decisions);
  }

  /** Returns the step of a route without logins: it removes the cookies of those that have them. */
  public static RequestStep dropOfCookies() {
    return OwnCookies.DROP;
  }

  /** Returns true if a route has logins. */
  public synchronized boolean isInUse() {
    return !parties.isEmpty();
  }

  /** Returns the ids of sessions that were ended here since the last call. */
  public List<String> unsentLogouts() {
    List<String> ids = new ArrayList<>();
    for (String id = shared.unsentLogouts().poll();
        id != null;
        id = shared.unsentLogouts().poll()) {
      ids.add(id);
    }
    return ids;
  }

  /** Takes ids back that could not be sent. Without room, the sessions have ended here only. */
  public void sendAgain(List<String> ids) {
    ids.forEach(shared.unsentLogouts()::offer);
  }

  /** Ends a session that was ended on another gateway. */
  public void logoutReceived(String id) {
    if (SESSION_ID.matcher(id).matches()) {
      shared.endedSessions().put(id, Boolean.TRUE);
    }
  }

  private HttpFetcher fetcher() {
    if (fetcher == null) {
      fetcher = new HttpFetcher(KeySet.MAX_BYTES);
    }
    return fetcher;
  }

  /** Forgets what no policy of the new configuration uses. */
  public synchronized void retain(Collection<OidcPolicy> wanted) {
    parties.keySet().retainAll(new HashSet<>(wanted));
    Set<String> issuers = wanted.stream().map(OidcPolicy::issuer).collect(Collectors.toSet());
    providers.keySet().retainAll(issuers);
  }

  @Override
  public synchronized void close() {
    threads.shutdownNow();
    shared.fleet().close();
    if (fetcher != null) {
      fetcher.close();
    }
  }
}
