package io.lychgate.gateway.auth.oidc;

import java.io.Serial;
import java.util.concurrent.CompletionException;

/** A request to the provider had no useful response. The message is for operators, and never has a code or token. */
final class ProviderFailure extends RuntimeException {
  @Serial
  private static final long serialVersionUID = 1;

  private final Reason reason;

  /** Kinds of failure. */
  enum Reason {
    /** No response in time, or one that says so. It may work later. */
    UNAVAILABLE,
    /** Too many requests wait for the provider. */
    BUSY,
    /** The provider refuses the code or the refresh token. */
    REFUSED,
    /** The provider refuses a refresh token that another gateway may have spent. */
    UNSHARED,
    /** The response, or a token in it, is not valid. */
    INVALID
  }

  ProviderFailure(Reason reason, String message) {
    // Without a stack trace: peers cause it.
    super(message, null, false, false);
    this.reason = reason;
  }

  Reason reason() {
    return reason;
  }

  /** Returns the failure of a future. */
  static ProviderFailure of(Throwable problem) {
    Throwable cause = problem instanceof CompletionException && problem.getCause() != null
        ? problem.getCause()
        : problem;
    return cause instanceof ProviderFailure failure
        ? failure
        : new ProviderFailure(Reason.UNAVAILABLE, cause.getClass().getSimpleName());
  }
}
