package io.lychgate.jmh.protocols;

/** Work of a server while its processor time is measured. */
enum Work {
  /** Cost of a request. */
  SMALL("µs per request of 1 KB", 20_000, 60_000),
  /** Cost of bytes. */
  LARGE("µs per MB", 300, 1000);

  private static final int CONNECTIONS = 4;
  private static final int STREAMS = 16;
  private static final int QUICK_DIVISOR = 20;

  private final String title;
  private final int requests;
  private final int warmUp;

  Work(String title, int requests, int warmUp) {
    this.title = title;
    this.requests = requests;
    this.warmUp = warmUp;
  }

  String title() {
    return title;
  }

  /** Returns the load of one sample. */
  Client.Load sample(boolean isQuick) {
    return load(requests / (isQuick ? QUICK_DIVISOR : 1));
  }

  /** Returns the load before the first sample. */
  Client.Load warmUp(boolean isCompiledWhileRunning, boolean isQuick) {
    return isCompiledWhileRunning && !isQuick ? load(warmUp) : load(requests / QUICK_DIVISOR);
  }

  private Client.Load load(int count) {
    return this == SMALL
        ? new Client.Load(Page.SMALL_PATH, Page.SMALL_BYTES, count, CONNECTIONS, STREAMS)
        : new Client.Load(Page.MB_1.paths().get(0), Page.MB_1.bytes(), count, CONNECTIONS, 1);
  }
}
