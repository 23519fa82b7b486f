package io.lychgate.gateway.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lychgate.gateway.config.password.PasswordHash;
import io.lychgate.gateway.config.policy.BasicPolicy;
import io.lychgate.gateway.loop.Ticker;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Checks passwords on a few threads of its own, because a check takes tens of milliseconds on purpose. Accepted ones are remembered for
 * some minutes by a keyed hash, so that each page does not cost a check for each of its requests. Shared by all loops and kept over
 * reloads.
 *
 * <p>A client can send wrong passwords at any rate. The number of checks that wait is bounded, and for each client more tightly.
 */
public final class PasswordChecks implements AutoCloseable {
  /** Checks at a time. Each uses a core, and up to 256 MiB with Argon2id. */
  static final int THREADS =
      Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));

  /** Checks that wait: at most some seconds of work. */
  static final int MAX_WAITING = 64;

  /** Checks of one client at a time, so that it cannot keep out others. */
  static final int MAX_OF_CLIENT = 4;

  /** Remembered passwords. Each takes about 100 bytes. */
  private static final int MAX_REMEMBERED = 50_000;

  private static final long IDLE_SECONDS = 10;
  private static final String HMAC = "HmacSHA256";

  private final Ticker ticker;
  private final BiPredicate<String, String> matches;
  private final SecretKeySpec secret;

  /** The time in nanoseconds until which a password is accepted without a check. */
  private final Cache<Key, Long> accepted = Caffeine.newBuilder()
      .maximumSize(MAX_REMEMBERED)
      .expireAfterWrite(BasicPolicy.LONGEST_REMEMBERED)
      .executor(Runnable::run)
      .build();

  private final Map<Key, CompletableFuture<Boolean>> underWay = new ConcurrentHashMap<>();

  /** The number of checks of each client that wait or run. */
  private final Map<Long, Integer> ofClients = new ConcurrentHashMap<>();

  private final ThreadPoolExecutor threads;

  public PasswordChecks() {
    this(Ticker.system(), PasswordHash::matches);
  }

  /** @param matches returns true if a password has a hash */
  PasswordChecks(Ticker ticker, BiPredicate<String, String> matches) {
    this.ticker = ticker;
    this.matches = matches;
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    this.secret = new SecretKeySpec(random, HMAC);
    this.threads = new ThreadPoolExecutor(
        THREADS,
        THREADS,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(MAX_WAITING),
        work -> {
          Thread thread = new Thread(work, "password-check");
          thread.setDaemon(true);
          return thread;
        });
    threads.allowCoreThreadTimeOut(true);
  }

  /** Stands for one user, password and stored hash, from which it cannot be guessed without the secret of this process. */
  record Key(long first, long second) {}

  Key key(BasicCredentials credentials, String hash) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(secret);
      mac.update(hash.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      // Without a colon in the name, both parts are unambiguous.
      mac.update(credentials.user().getBytes(StandardCharsets.UTF_8));
      mac.update((byte) ':');
      ByteBuffer bytes =
          ByteBuffer.wrap(mac.doFinal(credentials.password().getBytes(StandardCharsets.UTF_8)));
      return new Key(bytes.getLong(), bytes.getLong());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(HMAC + ": each Java has it", e);
    }
  }

  /** Returns true if this password was accepted a short time ago. */
  boolean isRemembered(Key key) {
    Long until = accepted.getIfPresent(key);
    return until != null && until - ticker.nanoTime() > 0;
  }

  /** Remembers an accepted password. */
  void remember(Key key, Duration time) {
    accepted.put(key, ticker.nanoTime() + time.toNanos());
  }

  /**
   * Starts a check, or joins the one of the same credentials. Returns null if too many wait.
   *
   * @param client identifies the client
   */
  @Nullable
  CompletableFuture<Boolean> check(
      Key key, long client, BasicCredentials credentials, String hash) {
    CompletableFuture<Boolean> running = underWay.get(key);
    if (running != null) {
      return running;
    }
    if (ofClients.merge(client, 1, Integer::sum) > MAX_OF_CLIENT) {
      leave(client);
      return null;
    }
    CompletableFuture<Boolean> check = new CompletableFuture<>();
    underWay.put(key, check);
    try {
      threads.execute(() -> run(check, key, client, credentials, hash));
      return check;
    } catch (RejectedExecutionException full) {
      leave(client);
      underWay.remove(key, check);
      // Another loop may have joined in the meantime.
      check.completeExceptionally(full);
      return null;
    }
  }

  private void run(
      CompletableFuture<Boolean> check,
      Key key,
      long client,
      BasicCredentials credentials,
      String hash) {
    boolean isRight = false;
    try {
      isRight = matches.test(credentials.password(), hash);
    } finally {
      leave(client);
      underWay.remove(key, check);
      check.complete(isRight);
    }
  }

  private void leave(long client) {
    ofClients.computeIfPresent(client, (same, number) -> number == 1 ? null : number - 1);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
