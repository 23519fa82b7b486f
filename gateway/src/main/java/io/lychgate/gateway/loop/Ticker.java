package io.lychgate.gateway.loop;

/** The two clocks of the gateway: a monotonic clock for durations, and the wall clock for dates. */
public interface Ticker {

  /** Returns the nanoseconds since a fixed moment; never steps back. */
  long nanoTime();

  /** Returns the milliseconds since 1970-01-01T00:00:00Z; may step when the clock is set. */
  long wallMillis();

  /** Returns the clocks of the machine. */
  static Ticker system() {
    return SystemTicker.INSTANCE;
  }

  /** The clocks of the machine; has no state. */
  enum SystemTicker implements Ticker {
    INSTANCE;

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public long wallMillis() {
      return System.currentTimeMillis();
    }
  }
}
