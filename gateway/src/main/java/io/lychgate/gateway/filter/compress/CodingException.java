package io.lychgate.gateway.filter.compress;

import java.io.Serial;

/** A body that cannot be coded: malformed input, too much output, or a failure of a library. */
final class CodingException extends RuntimeException {
  @Serial
  private static final long serialVersionUID = 1;

  CodingException(String message) {
    super(message);
  }
}
