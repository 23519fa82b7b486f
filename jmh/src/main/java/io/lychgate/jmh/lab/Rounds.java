package io.lychgate.jmh.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sampling over the link. A round takes one sample of each kind, in a new random order, so that a change of the machine affects
 * all kinds alike. A sample during which the link was late is meaningless, and is taken again.
 */
public final class Rounds {
  /** Attempts at one sample, until the link is in time and nothing fails. */
  private static final int ATTEMPTS = 6;

  /** Consecutive failed samples that end the run, as something is broken. With fewer, the sample is left out. */
  private static final int MAX_FAILURES = 8;

  /** Pause between two attempts, so that a burst of load on the machine may end. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Watch watch;
  private final PrintWriter progress;
  private final long pauseNanos;
  private LinkShape before = LinkShape.NONE;

  /** Source of the link's statistics since its last shape. */
  @FunctionalInterface
  interface Watch {
    LinkStatistics statistics() throws IOException;
  }

  public Rounds(Link link, PrintWriter progress) {
    this(link::statistics, progress, PAUSE_NANOS);
  }

  Rounds(Watch watch, PrintWriter progress, long pauseNanos) {
    this.watch = watch;
    this.progress = progress;
    this.pauseNanos = pauseNanos;
  }

  /** Returns the samples that succeeded. Throws if too many fail in a row. */
  public <T> List<T> round(List<? extends Trial<T>> trials, Random random) throws IOException {
    List<Trial<T>> order = new ArrayList<>(trials);
    Collections.shuffle(order, random);
    List<T> samples = new ArrayList<>();
    int failures = 0;
    for (Trial<T> trial : order) {
      try {
        samples.add(sample(trial));
        failures = 0;
      } catch (IOException e) {
        failures++;
        if (failures == MAX_FAILURES) {
          throw e;
        }
      }
    }
    return samples;
  }

  /** Takes one sample. The exception is that of the last attempt. */
  public <T> T sample(Trial<T> trial) throws IOException {
    IOException last = new IOException("no attempt");
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        return attempt(trial);
      } catch (IOException e) {
        last = e;
      }
      progress.println("  failed: " + trial.title() + ": " + last.getMessage());
      progress.flush();
      LockSupport.parkNanos(pauseNanos);
    }
    throw last;
  }

  private <T> T attempt(Trial<T> trial) throws IOException {
    // Waits until the last packets of the previous sample have arrived: packets in flight on a
    // slower link would count for the next shape.
    LockSupport.parkNanos(before.longestWayNanos());
    before = trial.shape();
    T taken = trial.take();
    LinkStatistics link = watch.statistics();
    if (link.isTrustworthy(trial.shape())) {
      return taken;
    }
    throw new IOException("the link was late: " + link);
  }
}
