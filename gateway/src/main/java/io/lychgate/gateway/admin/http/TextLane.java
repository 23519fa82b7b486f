package io.lychgate.gateway.admin.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the operations that read texts of users: validation, plans, publication. It has few threads and reads one text of each user
 * at a time, so that no user delays the others. A call gets its turn before its body is read, so the number of users bounds the
 * memory, not the number of calls.
 */
public final class TextLane implements AutoCloseable {
  /** Two threads: while one reads a hostile text, the other serves the other users. */
  private static final int THREADS = 2;

  /** The most calls of one user that may wait for their turn: a dashboard validates while it saves. */
  private static final int WAITING = 8;

  private final ThreadPoolExecutor threads;
  private final Map<String, Queue<CompletableFuture<Turn>>> users = new HashMap<>();

  private TextLane(ThreadPoolExecutor threads) {
    this.threads = threads;
  }

  static TextLane open() {
    ThreadPoolExecutor threads = new ThreadPoolExecutor(
        THREADS, THREADS, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
          Thread thread = new Thread(task, "lychgate-admin-text");
          thread.setDaemon(true);
          return thread;
        });
    threads.allowCoreThreadTimeOut(true);
    return new TextLane(threads);
  }

  /** The right of a user to run one call. */
  final class Turn {
    private final String user;

    private Turn(String user) {
      this.user = user;
    }

    ExecutorService threads() {
      return threads;
    }

    /** Passes the turn on to the next call of the same user. */
    void end() {
      CompletableFuture<Turn> next = next();
      // A call whose wait has ended takes no turn.
      while (next != null && !next.complete(this)) {
        next = next();
      }
    }

    private @Nullable CompletableFuture<Turn> next() {
      synchronized (users) {
        Queue<CompletableFuture<Turn>> waiting = users.get(user);
        CompletableFuture<Turn> next = waiting == null ? null : waiting.poll();
        if (next == null) {
          users.remove(user);
        }
        return next;
      }
    }
  }

  /**
   * Completes when it is the user's turn. Fails with 429 if too many calls of the same user wait already, or if the calls before it take too
   * long.
   */
  CompletableFuture<Turn> turnOf(String user, long patienceMillis) {
    synchronized (users) {
      Queue<CompletableFuture<Turn>> waiting = users.get(user);
      if (waiting == null) {
        users.put(user, new ArrayDeque<>());
        return CompletableFuture.completedFuture(new Turn(user));
      }
      if (waiting.size() >= WAITING) {
        return CompletableFuture.failedFuture(ProblemException.busy(Duration.ofSeconds(1)));
      }
      CompletableFuture<Turn> turn = new CompletableFuture<>();
      waiting.add(turn);
      return turn.orTimeout(patienceMillis, TimeUnit.MILLISECONDS)
          .exceptionallyCompose(
              late -> CompletableFuture.failedFuture(ProblemException.busy(Duration.ofSeconds(1))));
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
