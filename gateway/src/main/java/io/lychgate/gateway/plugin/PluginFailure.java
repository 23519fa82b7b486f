package io.lychgate.gateway.plugin;

import java.util.Locale;

/** The ways in which a plug-in fails a request. */
public enum PluginFailure {
  /** It threw an exception, or completed its stage with one. */
  EXCEPTION,
  /** It threw an error, such as one of linkage or a stack overflow. */
  ERROR,
  /** It ran out of memory. This may be the fault of others, and concern them. */
  OUT_OF_MEMORY,
  /** Its stage was not complete in time. */
  TIMEOUT,
  /** It returned null. */
  NO_RESULT,
  /** Its field, status or body is not allowed. */
  BAD_RESULT;

  /** Returns the value of the label {@code cause}. */
  public String token() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static PluginFailure of(Throwable thrown) {
    if (thrown instanceof OutOfMemoryError) {
      return OUT_OF_MEMORY;
    }
    return thrown instanceof Error ? ERROR : EXCEPTION;
  }
}
