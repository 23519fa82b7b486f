package io.lychgate.gateway.admin.http;

import io.lychgate.gateway.store.ApiToken;
import io.lychgate.gateway.store.SecretHash;
import io.lychgate.gateway.store.Session;
import io.lychgate.gateway.store.SessionRules;
import io.lychgate.gateway.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The senders that the store has confirmed lately. While its database server is away, they may go on reading for a short time, so that
 * an operator can see the state of the gateway.
 *
 * <p>The time counts from the last confirmation by the store: a server that returns for moments does not extend it.
 *
 * <p>A sender is kept after all checks of a sign-in, and dropped as soon as the store no longer confirms it. Keys are hashes, so that a
 * copy of the memory opens no session.
 */
public final class RecentCallers {

  /** A sender may read for this time after the loss of the server. */
  static final Duration AFTER_LOSS = Duration.ofMinutes(15);

  /** Operators and scrapers at once. The sender that was seen longest ago is dropped for another one. */
  private static final int MAX_CALLERS = 200;

  /**
   * A sender. One of token and session is null.
   *
   * @param seenAt time of its last request
   * @param confirmedAt nanoseconds of the last confirmation by the store, by the clock of the JVM
   */
  private record Kept(
      ApiToken.@Nullable Found token,
      @Nullable Session session,
      Instant seenAt,
      long confirmedAt) {}

  private final LongSupplier nanoTime;

  // Guarded by this; in the order of the last use.
  private final Map<String, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);

  RecentCallers(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Keeps a session of a sender who has passed all checks. */
  void keep(String id, Session session, Store store) {
    // Only a server can be lost.
    if (store.isShared()) {
      put(id, null, session, store.clock().instant(), store.away() == null);
    }
  }

  void keep(String text, ApiToken.Found token, Store store) {
    if (store.isShared()) {
      put(text, token, null, store.clock().instant(), store.away() == null);
    }
  }

  /** @param isConfirmed false if the store is away, so that the sender is one of those kept before */
  synchronized void put(
      String secret,
      ApiToken.@Nullable Found token,
      @Nullable Session session,
      Instant seenAt,
      boolean isConfirmed) {
    String hash = SecretHash.of(secret);
    if (!isConfirmed) {
      kept.computeIfPresent(
          hash,
          (any, before) ->
              new Kept(before.token(), before.session(), seenAt, before.confirmedAt()));
      return;
    }
    kept.put(hash, new Kept(token, session, seenAt, nanoTime.getAsLong()));
    if (kept.size() > MAX_CALLERS) {
      kept.remove(kept.keySet().iterator().next());
    }
  }

  synchronized void drop(String secret) {
    kept.remove(SecretHash.of(secret));
  }

  /** Drops all senders: the rights of one have changed. Each is kept again at its next request. */
  public synchronized void dropAll() {
    kept.clear();
  }

  synchronized boolean has(String secret) {
    return kept.containsKey(SecretHash.of(secret));
  }

  /** Returns the session, if its sender may go on in this outage. */
  synchronized Optional<Session> session(String id, SessionRules rules, Store store) {
    Kept caller = caller(id, store);
    Session session = caller == null ? null : caller.session();
    if (caller == null || session == null) {
      return Optional.empty();
    }
    Instant now = store.clock().instant();
    boolean isValid = session.expiresAt().isAfter(now)
        && session.createdAt().plus(rules.life()).isAfter(now)
        && caller.seenAt().plus(rules.idle()).isAfter(now);
    if (!isValid) {
      drop(id);
      return Optional.empty();
    }
    return Optional.of(session);
  }

  /** Returns the token, if its sender may go on in this outage. */
  synchronized Optional<ApiToken.Found> token(String text, Store store) {
    Kept caller = caller(text, store);
    return Optional.ofNullable(caller == null ? null : caller.token())
        .filter(each -> each.token().expiresAt().isAfter(store.clock().instant()));
  }

  private @Nullable Kept caller(String secret, Store store) {
    Duration away = store.awayFor();
    return away != null && away.compareTo(AFTER_LOSS) < 0 && isConfirmed(secret)
        ? kept.get(SecretHash.of(secret))
        : null;
  }

  /** Returns true for a sender that the store has confirmed a short time ago. */
  synchronized boolean isConfirmed(String secret) {
    Kept caller = kept.get(SecretHash.of(secret));
    return caller != null && nanoTime.getAsLong() - caller.confirmedAt() < AFTER_LOSS.toNanos();
  }

  /** Drops the senders that another gateway has revoked. */
  public void confirm(Store store, SessionRules rules) {
    List<String> hashes = hashes();
    if (hashes.isEmpty() || !store.isShared()) {
      return;
    }
    Map<String, Session> sessions = store.sessions().confirm(hashes, rules);
    Map<String, ApiToken.Found> tokens = store.tokens().confirm(hashes);
    for (String hash : hashes) {
      confirm(hash, sessions.get(hash), tokens.get(hash));
    }
  }

  private synchronized List<String> hashes() {
    return List.copyOf(kept.keySet());
  }

  private synchronized void confirm(
      String hash, @Nullable Session session, ApiToken.@Nullable Found token) {
    Kept before = kept.remove(hash);
    if (before != null && (session != null || token != null)) {
      kept.put(hash, new Kept(token, session, before.seenAt(), nanoTime.getAsLong()));
    }
  }
}
