package io.lychgate.gateway.simulate;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends a population of visitors to a target. Each comes again and again until the end. */
final class Simulation {
  private static final Logger LOG = LoggerFactory.getLogger(Simulation.class);

  private final Target target;
  private final Behaviour behaviour;
  private final int concurrent;
  private final Tally tally = new Tally();

  /** @param concurrent visits at the same time */
  Simulation(Target target, Behaviour behaviour, int concurrent) {
    this.target = target;
    this.behaviour = behaviour;
    this.concurrent = Math.min(concurrent, behaviour.visitors());
  }

  /** Runs until the pace ends, and returns the counts. */
  Tally run(Pace pace) throws SSLException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(
        concurrent, new DefaultThreadFactory("lychgate-visitors", true));
    try (Dialler dialler = new Dialler(target, behaviour.protocols())) {
      AtomicReferenceArray<@Nullable SimulatedBrowser> browsers =
          new AtomicReferenceArray<>(behaviour.visitors());
      AtomicLong turns = new AtomicLong();
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < concurrent; i++) {
        workers.add(threads.submit(() -> work(turns, browsers, dialler, pace)));
      }
      for (Future<?> worker : workers) {
        await(worker);
      }
      return tally;
    } finally {
      threads.shutdownNow();
    }
  }

  private static void await(Future<?> worker) throws InterruptedException {
    try {
      worker.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a visitor ended early", e);
    }
  }

  /** Takes the visitors in turn, so that all come before one comes again. */
  private void work(
      AtomicLong turns,
      AtomicReferenceArray<@Nullable SimulatedBrowser> browsers,
      Dialler dialler,
      Pace pace) {
    while (!pace.isOver()) {
      int number = (int) (turns.getAndIncrement() % behaviour.visitors());
      SimulatedBrowser browser = browsers.get(number);
      if (browser == null) {
        browser = new SimulatedBrowser(number, target, dialler, behaviour, tally);
        browsers.compareAndSet(number, null, browser);
        browser = Objects.requireNonNull(browsers.get(number), "browser");
      }
      try {
        browser.visit(pace);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        tally.add("failed pages");
        LOG.warn("visitor {}: {}", number, e.toString());
      }
      tally.add("visits");
    }
  }
}
