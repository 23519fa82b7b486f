package io.lychgate.gateway.observe.log;

import java.io.IOException;

/** Reports that not all lines were written. */
final class LinesLostException extends IOException {
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
