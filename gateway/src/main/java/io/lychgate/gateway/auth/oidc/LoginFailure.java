package io.lychgate.gateway.auth.oidc;

import io.lychgate.gateway.auth.oidc.ProviderFailure.Reason;
import java.io.Serial;

/** A login of a {@link LoginClient} failed. The message is for operators, and never has a code or token. */
public final class LoginFailure extends RuntimeException {
  @Serial
  private static final long serialVersionUID = 1;

  private final Kind kind;

  /** Kinds of failure. */
  public enum Kind {
    /** The provider has no useful response now. It may work later. */
    UNAVAILABLE,
    /** The provider refuses the person or the code, or its tokens are not valid. */
    REFUSED,
    /** The login does not belong to this browser, is too old, or has ended before. */
    STATE
  }

  LoginFailure(Kind kind, String message) {
    // Without a stack trace: peers cause it.
    super(message, null, false, false);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the failure of a provider without a response. */
  public static LoginFailure unavailable(String message) {
    return new LoginFailure(Kind.UNAVAILABLE, message);
  }

  /** Returns the failure of a future. */
  public static LoginFailure of(Throwable problem) {
    Throwable last = problem;
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof LoginFailure failure) {
        return failure;
      }
      last = cause;
    }
    // A failure of a provider has no cause, so that it is the last of the chain.
    ProviderFailure failure = ProviderFailure.of(last);
    boolean isTemporary = failure.reason() == Reason.UNAVAILABLE || failure.reason() == Reason.BUSY;
    return new LoginFailure(
        isTemporary ? Kind.UNAVAILABLE : Kind.REFUSED, String.valueOf(failure.getMessage()));
  }
}
