package io.lychgate.gateway.observe.log;

import java.io.IOException;

/** The destination of the bytes of one log. Writer thread only, except for {@link #torn}. */
interface LogSink {

  /**
   * Writes whole lines.
   *
   * @throws LinesLostException if only some or none of them could be written
   */
  void write(byte[] bytes, int length) throws IOException;

  /** Returns the number of lines that counted as written but were lost afterwards. Any thread. */
  long torn();

  /** Reopens the file if it was moved (log rotation), or always if {@code force}. */
  void reopen(boolean force) throws IOException;

  void close() throws IOException;

  /** Reports that not all lines were written. */
  static final class LinesLostException extends IOException {
    private final int written;

    /** @param written bytes of the whole lines that were written */
    LinesLostException(int written, IOException cause) {
      super(cause.getMessage(), cause);
      this.written = written;
    }

    int written() {
      return written;
    }
  }
}
