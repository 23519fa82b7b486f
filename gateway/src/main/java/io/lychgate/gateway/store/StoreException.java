package io.lychgate.gateway.store;

import org.jspecify.annotations.Nullable;

/** The store does not do its work. The message names the place, what is wrong and what to do. */
public final class StoreException extends RuntimeException {

  /** Whether waiting may help. */
  public enum Kind {
    /** Cannot be reached now; the gateway serves on with what was last published. */
    UNAVAILABLE,
    /** Can be read but not written, such as on a full disk: manifests stay in force, changes are refused. */
    READ_ONLY,
    /** Damaged, of a newer version, or of another program: an operator has to act. */
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
