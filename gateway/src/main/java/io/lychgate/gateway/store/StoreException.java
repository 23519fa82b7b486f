package io.lychgate.gateway.store;

import org.jspecify.annotations.Nullable;

/** A failure of the store. The message has the place, the fault and a remedy. */
public final class StoreException extends RuntimeException {

  /** Kind of failure, by what ends it. */
  public enum Kind {
    /** Cannot be reached now. The gateway continues with the manifests last published. */
    UNAVAILABLE,
    /** Can be read but not written, for example on a full disk. Manifests stay in force; changes are refused. */
    READ_ONLY,
    /** Damaged, of a newer version, or of another program. An operator must act. */
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
