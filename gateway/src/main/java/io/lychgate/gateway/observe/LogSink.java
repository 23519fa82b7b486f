package io.lychgate.gateway.observe;

import java.io.IOException;

/** Where the access log's bytes end. Used by its writer thread only. */
interface LogSink {

  void write(byte[] bytes, int length) throws IOException;

  /** Opens the place anew when it was moved away (log rotation), or always when {@code force}. */
  void reopen(boolean force) throws IOException;

  void close() throws IOException;
}
