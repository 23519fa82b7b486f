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
 * Takes samples over the link. A round is one of each kind, in an order that is shuffled anew each time, so that a change of
 * the machine touches all alike. A sample during which the link was late says nothing, and is taken again.
 */
public final class Rounds {
  /** Of one sample, until the link was in time and nothing failed. */
  private static final int ATTEMPTS = 6;

  /** In a row: something is broken. A single sample is left out. */
  private static final int MAX_FAILURES = 8;

  /** Between two attempts, so that whatever keeps the machine busy may pass. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Watch watch;
  private final PrintWriter progress;
  private final long pauseNanos;
  private LinkShape before = LinkShape.NONE;

  /** What the link says of itself since it had its last shape. */
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

  /** The samples that could be had; an exception when one after the other fails. */
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

  /** One sample; the exception is that of the last attempt. */
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
    // Until the last words of the one before have arrived: what a slower link still holds would be
    // seen in the next shape.
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
