package io.lychgate.gateway.admin.access;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The credentials for the first sign-in. Shown once on the terminal, never in a log.
 *
 * @param password the one-time password, if this start created it
 * @param hint the place to find it, if another node or an earlier start created it
 * @param isForThisRun true if the password is valid only until the store can be used
 */
public record SignIn(Optional<String> password, Optional<String> hint, boolean isForThisRun) {

  /** No credentials to show: users exist and have their passwords. */
  public static final SignIn NOTHING = of(null, null);

  static SignIn with(String password) {
    return of(password, null);
  }

  /** Returns the credentials for read access to a gateway whose store cannot be used. */
  static SignIn forThisRun(String password) {
    return new SignIn(Optional.of(password), Optional.empty(), true);
  }

  static SignIn elsewhere(String node, Instant at) {
    return of(
        null,
        "the one-time password of " + Accounts.FIRST_USER + " was printed by node " + node + " at "
            + at.truncatedTo(ChronoUnit.SECONDS)
            + "; if it is lost, reset it with lychgate user reset " + Accounts.FIRST_USER
            + " -c FILE");
  }

  private static SignIn of(@Nullable String password, @Nullable String hint) {
    return new SignIn(Optional.ofNullable(password), Optional.ofNullable(hint), false);
  }

  /** Omits the password, because records are easily printed. */
  @Override
  public String toString() {
    return "SignIn[" + (password.isPresent() ? "one-time password" : hint.orElse("nothing")) + "]";
  }
}
