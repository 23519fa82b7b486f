package io.lychgate.gateway.cache;

import io.lychgate.gateway.message.BodyCoding;
import io.netty.buffer.ByteBuf;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the twins of stored bodies, one at a time, on a thread of its own that exists while there is work. After each piece the thread
 * rests for as long as the piece took, so it takes at most half a processor. Any thread may ask for a twin; nothing waits for it.
 */
final class TwinMaker implements AutoCloseable {
  /** Bytes of the largest plain body: five seconds of work and rest at the default levels. */
  static final int LARGEST = 8 * 1024 * 1024;

  /** Twins that wait. More would be minutes of work, and the assets that matter are requested again. */
  static final int MOST_WAITING = 256;

  /** Bytes of their plain bodies. They stay in memory even if the store drops them. */
  static final long MOST_WAITING_BYTES = 32L * 1024 * 1024;

  private static final long MOST_REST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long CLOSE_SECONDS = 5;

  private static final Logger LOG = LoggerFactory.getLogger(TwinMaker.class);

  private final ResponseStore store;
  private final ThreadPoolExecutor thread;
  private final AtomicLong waitingBytes = new AtomicLong();
  private final Map<TwinOutcome, LongAdder> outcomes = new EnumMap<>(TwinOutcome.class);
  private final LongAdder nanos = new LongAdder();
  private final LongAdder bytesIn = new LongAdder();
  private final LongAdder bytesOut = new LongAdder();
  private volatile boolean isClosed;

  TwinMaker(ResponseStore store) {
    this.store = store;
    this.thread = new ThreadPoolExecutor(
        1, 1, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), task -> {
          Thread made = new Thread(task, "lychgate-cache-twins");
          made.setDaemon(true);
          return made;
        });
    thread.allowCoreThreadTimeOut(true);
    for (TwinOutcome outcome : TwinOutcome.values()) {
      outcomes.put(outcome, new LongAdder());
    }
  }

  /** Makes a twin later, unless an attempt is in progress or was in vain. */
  void make(String url, StoredResponse response, BodyCoding coding) {
    TwinAttempts attempts = response.attempts();
    if (isClosed || !attempts.begin(coding.token())) {
      return;
    }
    int length = response.bodyLength();
    if (length > LARGEST) {
      end(attempts, coding, TwinOutcome.TOO_LARGE);
    } else if (!store.has(url, attempts)) {
      end(attempts, coding, TwinOutcome.GONE);
    } else if (waitingBytes.addAndGet(length) > MOST_WAITING_BYTES) {
      waitingBytes.addAndGet(-length);
      end(attempts, coding, TwinOutcome.QUEUE_FULL);
    } else {
      enqueue(url, response, coding);
    }
  }

  private void enqueue(String url, StoredResponse response, BodyCoding coding) {
    int length = response.bodyLength();
    ByteBuf plain = response.takeBody();
    TwinOutcome early = plain == null ? TwinOutcome.GONE : null;
    if (plain != null) {
      try {
        thread.execute(() -> {
          try {
            end(response.attempts(), coding, makeNow(url, response.attempts(), coding, plain));
          } finally {
            waitingBytes.addAndGet(-length);
            plain.release();
          }
        });
      } catch (RejectedExecutionException full) {
        plain.release();
        early = TwinOutcome.QUEUE_FULL;
      }
    }
    if (early != null) {
      waitingBytes.addAndGet(-length);
      end(response.attempts(), coding, early);
    }
  }

  private void end(TwinAttempts attempts, BodyCoding coding, TwinOutcome outcome) {
    counter(outcome).increment();
    if (outcome.mayChange()) {
      attempts.ended(coding.token());
    }
  }

  private LongAdder counter(TwinOutcome outcome) {
    LongAdder counter = outcomes.get(outcome);
    if (counter == null) {
      throw new IllegalStateException("outcome: " + outcome + " (expected: a counted one)");
    }
    return counter;
  }

  private TwinOutcome makeNow(String url, TwinAttempts attempts, BodyCoding coding, ByteBuf plain) {
    Pace pace = new Pace(url, attempts);
    try {
      ByteBuf twin = pace.isWanted() ? coding.code(plain, pace::goesOn) : null;
      nanos.add(pace.worked());
      if (twin == null) {
        return pace.isWanted() ? TwinOutcome.NOT_SMALLER : TwinOutcome.GONE;
      }
      int length = twin.capacity();
      TwinOutcome outcome = store.addTwin(url, attempts, new StoredBody.Twin(coding.token(), twin));
      if (outcome == TwinOutcome.MADE) {
        bytesIn.add(plain.readableBytes());
        bytesOut.add(length);
      }
      return outcome;
    } catch (RuntimeException | OutOfMemoryError failed) {
      LOG.warn(
          "cache: no twin of {} in {}: {}. Responses are compressed one by one",
          url,
          coding.token(),
          failed.toString());
      return TwinOutcome.FAILED;
    }
  }

  /** The work on one twin: it rests between pieces, and ends early once the twin is not needed. */
  private final class Pace {
    private final String url;
    private final TwinAttempts attempts;
    private long since = System.nanoTime();
    private long worked;

    Pace(String url, TwinAttempts attempts) {
      this.url = url;
      this.attempts = attempts;
    }

    boolean isWanted() {
      return !isClosed && store.has(url, attempts);
    }

    boolean goesOn() {
      long piece = System.nanoTime() - since;
      worked += piece;
      LockSupport.parkNanos(Math.min(piece, MOST_REST_NANOS));
      since = System.nanoTime();
      return isWanted();
    }

    long worked() {
      return worked + System.nanoTime() - since;
    }
  }

  long count(TwinOutcome outcome) {
    return counter(outcome).sum();
  }

  /** Returns the number of attempts that ended without a twin. */
  long dropped() {
    long all = 0;
    for (TwinOutcome outcome : TwinOutcome.values()) {
      all += outcome == TwinOutcome.MADE ? 0 : count(outcome);
    }
    return all;
  }

  /** Returns the number of twins that wait or are being made. */
  int waiting() {
    return thread.getQueue().size() + thread.getActiveCount();
  }

  /** Returns the time of the work. */
  long nanos() {
    return nanos.sum();
  }

  /** Returns the bytes of the plain bodies of all twins that were made. */
  long bytesIn() {
    return bytesIn.sum();
  }

  /** Returns the bytes of all twins that were made. */
  long bytesOut() {
    return bytesOut.sum();
  }

  @Override
  public void close() {
    isClosed = true;
    // Not interrupted: the tasks end by themselves at the next piece, and each releases its body.
    thread.shutdown();
    try {
      if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("cache: a twin is still being made after {} s", CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
