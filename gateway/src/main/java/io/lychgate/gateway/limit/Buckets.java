package io.lychgate.gateway.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.BucketState;
import io.github.bucket4j.BucketState64BitsInteger;
import io.github.bucket4j.ConfigurationBuilder;
import io.lychgate.gateway.config.policy.RateLimits.Counting;
import io.lychgate.gateway.config.policy.RateLimits.Scope;
import io.lychgate.gateway.limit.UseMessage.Taken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The token buckets of one limit, by key. A bucket begins full and gets its tokens evenly over the period. All loops share them; a bucket
 * is locked for some 10 ns.
 *
 * <p>It uses the arithmetic of bucket4j without its wrappers, which would allocate for each decision, and hold a clock and a
 * configuration for each key. The number of keys is bounded. An evicted bucket begins full again; Caffeine evicts those that were used
 * least, so a sender above its rate keeps its bucket while others come and go.
 */
final class Buckets {
  private final BucketConfiguration configuration;
  private final Cache<Long, BucketState> byKey;

  /** Set for a limit of the fleet. */
  private final @Nullable UnsentUse unsent;

  Buckets(Counting counting) {
    Bandwidth bandwidth = Bandwidth.builder()
        .capacity(counting.burst())
        .refillGreedy(counting.rate().requests(), counting.rate().period())
        .build();
    configuration = new ConfigurationBuilder().addLimit(bandwidth).build();
    unsent = counting.scope() == Scope.FLEET ? new UnsentUse(counting.maxKeys()) : null;
    byKey = Caffeine.newBuilder()
        .maximumSize(counting.maxKeys())
        // On the loop that adds a key: an eviction is a short task.
        .executor(Runnable::run)
        .build();
  }

  /**
   * Takes a token.
   *
   * @param now nanoseconds of a clock that never steps back by more than the difference between two loops
   * @return the tokens left; if there was none, minus the nanoseconds until the next one
   */
  long take(long key, long now) {
    BucketState bucket = bucket(key, now);
    synchronized (bucket) {
      bucket.refillAllBandwidth(now);
      long tokens = bucket.getAvailableTokens();
      if (tokens <= 0) {
        return -Math.max(1, bucket.calculateDelayNanosAfterWillBePossibleToConsume(1, now, false));
      }
      bucket.consume(1);
      if (unsent != null) {
        unsent.add(key, 1);
      }
      return tokens - 1;
    }
  }

  /** Puts a token back that a request took, because another limit refuses it. */
  void putBack(long key) {
    BucketState bucket = byKey.getIfPresent(key);
    if (bucket != null) {
      synchronized (bucket) {
        bucket.addTokens(1);
      }
    }
    if (unsent != null) {
      unsent.add(key, -1);
    }
  }

  /** Returns what was taken since the last call, for the other gateways of the fleet: up to this number of keys. */
  List<Taken> unsent(int most) {
    return unsent == null ? List.of() : unsent.drain(most);
  }

  /** Forgets what was taken since the last message to the other gateways. */
  void forgetUnsent() {
    if (unsent != null) {
      unsent.clear();
    }
  }

  /** Takes the tokens that requests at another gateway have taken. A bucket may owe tokens after that, which it gets before others. */
  void takeForOthers(Taken taken, long now) {
    BucketState bucket = bucket(taken.key(), now);
    synchronized (bucket) {
      bucket.refillAllBandwidth(now);
      if (taken.tokens() > 0) {
        bucket.consume(taken.tokens());
      } else {
        bucket.addTokens(-(long) taken.tokens());
      }
    }
  }

  private BucketState bucket(long key, long now) {
    Long boxed = key;
    BucketState known = byKey.getIfPresent(boxed);
    return known != null ? known : add(boxed, now);
  }

  private BucketState add(Long key, long now) {
    return byKey.get(key, unused -> new BucketState64BitsInteger(configuration, now));
  }

  /** Returns the number of keys with a bucket. */
  long size() {
    byKey.cleanUp();
    return byKey.estimatedSize();
  }
}
