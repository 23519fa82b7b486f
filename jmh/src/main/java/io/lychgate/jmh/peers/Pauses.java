package io.lychgate.jmh.peers;

import java.io.IOException;

/** Pauses of a JVM for its garbage collector since this moment. A process that is no JVM has none. */
public final class Pauses {
  private final Running running;
  private final GcLog earlier;

  Pauses(Running running) throws IOException {
    this.running = running;
    this.earlier = running.gcLog();
  }

  /** Longest pause in milliseconds; 0 without a pause. */
  public double longest() throws IOException {
    return running.gcLog().since(earlier).longestPause().orElse(0);
  }
}
