package io.lychgate.gateway.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The client connections of all event loops at one moment, for the admin plane.
 *
 * <p>Each loop copies its own records, so each view is consistent in itself. It copies them in slices, as tasks between its other
 * work: otherwise a hundred thousand connections would block a loop for milliseconds. A connection that stays open from call to
 * completion appears exactly once. One that closes meanwhile may be missing; one that opens later is excluded.
 */
public final class LiveConnections {
  /** Records of one task, which takes about 20 µs. */
  private static final int SLICE = 256;

  private final Observatory observatory;

  public LiveConnections(Observatory observatory) {
    this.observatory = observatory;
  }

  /** Collects all connections, in no order. Completes on a loop's thread. A loop that is shut down has none. */
  public CompletableFuture<List<ConnectionView>> collect() {
    List<CompletableFuture<List<ConnectionView>>> parts = new ArrayList<>();
    for (LoopObserver loop : observatory.loops()) {
      parts.add(new Walk(loop, observatory.listeners()).start());
    }
    return CompletableFuture.allOf(parts.toArray(CompletableFuture<?>[]::new)).thenApply(done -> {
      List<ConnectionView> all = new ArrayList<>();
      parts.forEach(part -> all.addAll(part.join()));
      return all;
    });
  }

  /** Walks the table of one loop, one slice in each task. */
  private static final class Walk implements Runnable {
    private final LoopObserver loop;
    private final TagValues listeners;
    private final CompletableFuture<List<ConnectionView>> result = new CompletableFuture<>();
    private final List<ConnectionView> views = new ArrayList<>();
    private long firstLaterId = -1;
    private int size;
    private int next;

    Walk(LoopObserver loop, TagValues listeners) {
      this.loop = loop;
      this.listeners = listeners;
    }

    CompletableFuture<List<ConnectionView>> start() {
      schedule();
      return result;
    }

    @Override
    public void run() {
      ConnectionTable table = loop.table();
      if (firstLaterId < 0) {
        firstLaterId = loop.nextConnectionId();
        size = table.size();
      }
      int end = Math.min(size, next + SLICE);
      while (next < end) {
        add(table.get(next++));
      }
      if (next < size) {
        schedule();
      } else {
        result.complete(views);
      }
    }

    private void add(@Nullable ConnectionRecord record) {
      // A slot may have passed to a connection that opened between two slices.
      if (record != null && record.id() < firstLaterId) {
        views.add(ConnectionView.of(record, listeners));
      }
    }

    private void schedule() {
      try {
        loop.loop().execute(this);
      } catch (RejectedExecutionException shutDown) {
        result.complete(List.of());
      }
    }
  }
}
