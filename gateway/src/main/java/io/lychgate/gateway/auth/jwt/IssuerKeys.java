package io.lychgate.gateway.auth.jwt;

import io.lychgate.gateway.auth.Fetcher;
import io.lychgate.gateway.loop.Ticker;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of an issuer: of a document, or of a URL that is read again from time to time. Keys stay in use while the URL fails. They
 * survive a reload that does not change the URL. Thread-safe, and no method blocks.
 */
public final class IssuerKeys {
  private static final Logger LOG = LoggerFactory.getLogger(IssuerKeys.class);

  /** Time after which the keys are read again. It bounds the use of a key that the issuer has withdrawn. */
  static final Duration TTL = Duration.ofMinutes(5);

  /** The shortest time between two reads because of unknown keys. Anyone can send a token that names one. */
  static final Duration PAUSE = Duration.ofSeconds(30);

  /** The shortest time between two reads as long as there are no keys; it doubles with each failure, up to {@link #PAUSE}. */
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  /** Requests that wait for one read. */
  private static final int MAX_WAITING = 1000;

  private final @Nullable URI url;
  private final @Nullable Fetcher fetcher;
  private final Ticker ticker;

  private volatile @Nullable KeyRing ring;

  /** Time of the next read without a special reason. */
  private volatile long staleAt;

  // Guarded by this.
  private final List<Runnable> waiting = new ArrayList<>();
  private byte[] document = {};
  private boolean isReading;
  private boolean hasRead;
  private long readAt;
  private int failures;

  private IssuerKeys(@Nullable URI url, @Nullable Fetcher fetcher, Ticker ticker) {
    this.url = url;
    this.fetcher = fetcher;
    this.ticker = ticker;
    this.staleAt = ticker.nanoTime();
  }

  public static IssuerKeys at(URI url, Fetcher fetcher, Ticker ticker) {
    return new IssuerKeys(url, fetcher, ticker);
  }

  /** @throws IllegalArgumentException if the document has no usable key */
  static IssuerKeys of(String document) {
    IssuerKeys keys = new IssuerKeys(null, null, Ticker.system());
    try {
      keys.ring = KeyRing.parse(document);
    } catch (ParseException e) {
      throw new IllegalArgumentException(
          "jwks: unusable (expected: a JSON Web Key Set with at least one usable key)", e);
    }
    return keys;
  }

  /** Returns the keys in use; null if none were read yet. Reads them again if they are old, without waiting. */
  @Nullable
  public KeyRing current() {
    if (url != null && ticker.nanoTime() - staleAt >= 0 && begin(null) == Begin.STARTED) {
      read();
    }
    return ring;
  }

  /**
   * Reads the keys again, because one of them is unknown, or none are known.
   *
   * @param then called when the read has ended; on another thread
   * @return false if the keys are fixed, or were read a short time ago: then there is nothing to wait for
   */
  public boolean refresh(Runnable then) {
    if (url == null) {
      return false;
    }
    Begin begin = begin(then);
    if (begin == Begin.STARTED) {
      read();
    }
    return begin != Begin.NOT_DUE;
  }

  /** The beginning of a read. */
  private enum Begin {
    /** The caller starts a read now. */
    STARTED,
    /** Another caller has started one. */
    JOINED,
    NOT_DUE
  }

  /** @param then waits for the end of the read, also of one that another caller has started; null to wait for nothing */
  private synchronized Begin begin(@Nullable Runnable then) {
    boolean isDue =
        !hasRead || ticker.nanoTime() - readAt >= (ring == null ? firstPause() : PAUSE).toNanos();
    if ((!isReading && !isDue) || waiting.size() >= MAX_WAITING) {
      return Begin.NOT_DUE;
    }
    if (then != null) {
      waiting.add(then);
    }
    if (isReading) {
      return Begin.JOINED;
    }
    isReading = true;
    hasRead = true;
    readAt = ticker.nanoTime();
    return Begin.STARTED;
  }

  private Duration firstPause() {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, 5));
    return pause.compareTo(PAUSE) < 0 ? pause : PAUSE;
  }

  private void read() {
    URI from = url;
    Fetcher by = fetcher;
    if (from != null && by != null) {
      by.get(from).whenComplete((bytes, problem) -> ended(bytes, problem));
    }
  }

  private void ended(byte @Nullable [] bytes, @Nullable Throwable problem) {
    List<Runnable> resumed;
    synchronized (this) {
      String failure = problem == null && bytes != null ? use(bytes) : Fetcher.reason(problem);
      failures = failure == null ? 0 : failures + 1;
      if (failure == null) {
        staleAt = ticker.nanoTime() + TTL.toNanos();
      } else {
        staleAt = ticker.nanoTime() + (ring == null ? firstPause() : PAUSE).toNanos();
        LOG.warn(
            "jwks {}: {}; {}",
            url,
            failure,
            ring == null
                ? "tokens of this issuer are refused with 503 until it works"
                : "the keys of before stay in use");
      }
      isReading = false;
      resumed = new ArrayList<>(waiting);
      waiting.clear();
    }
    resumed.forEach(Runnable::run);
  }

  /** Uses these keys from now on. Returns the reason why it cannot; null if it can. */
  private @Nullable String use(byte[] bytes) {
    if (ring != null && Arrays.equals(bytes, document)) {
      // The same object: what was verified by it remains verified.
      return null;
    }
    try {
      ring = KeyRing.parse(new String(bytes, StandardCharsets.UTF_8));
      document = bytes;
      return null;
    } catch (ParseException | RuntimeException e) {
      return "no JSON Web Key Set with a usable key";
    }
  }
}
