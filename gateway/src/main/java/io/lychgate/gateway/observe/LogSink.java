package io.lychgate.gateway.observe;

import java.io.IOException;

/** Where the access log's bytes end. Used by its writer thread only. */
interface LogSink {

  /**
   * Writes whole lines.
   *
   * @throws LinesLostException if only some of them, or none, could be written
   */
  void write(byte[] bytes, int length) throws IOException;

  /** Lines that counted as written but were incomplete when the file changed. */
  long torn();

  /** Opens the place anew when it was moved away (log rotation), or always when {@code force}. */
  void reopen(boolean force) throws IOException;

  void close() throws IOException;
}
