package io.lychgate.gateway.observe.log;

import java.io.IOException;

/** The destination of the access log's bytes. Writer thread only. */
interface LogSink {

  /**
   * Writes whole lines.
   *
   * @throws LinesLostException if only some or none of them could be written
   */
  void write(byte[] bytes, int length) throws IOException;

  /** Returns the number of lines that counted as written but were incomplete when the file changed. */
  long torn();

  /** Reopens the file if it was moved (log rotation), or always if {@code force}. */
  void reopen(boolean force) throws IOException;

  void close() throws IOException;
}
