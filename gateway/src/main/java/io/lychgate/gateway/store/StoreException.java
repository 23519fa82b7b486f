package io.lychgate.gateway.store;

import org.jspecify.annotations.Nullable;

/** The store does not do its work. The message names the place, what is wrong and what to do. */
public final class StoreException extends RuntimeException {

  /** Whether waiting may help. */
  public enum Kind {
    /** Cannot be reached now; the gateway serves on with what was last published. */
    UNAVAILABLE,
    /** Damaged, of a newer version, or not ours: somebody has to act, and the gateway does not start. */
    UNUSABLE
  }

  private final Kind kind;

  StoreException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
