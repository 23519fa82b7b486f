package io.lychgate.gateway.loop;

/** The two clocks of the gateway: one that only counts, for durations, and that of the wall, for dates. */
public interface Ticker {

  /** Nanoseconds since some fixed moment; never steps back. */
  long nanoTime();

  /** Milliseconds since 1970-01-01T00:00:00Z; may step when the clock is set. */
  long wallMillis();

  /** The clocks of the machine. */
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
