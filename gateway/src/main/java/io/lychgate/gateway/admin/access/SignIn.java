package io.lychgate.gateway.admin.access;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a person has to know to sign in for the first time. To be shown on the terminal once, and in no log.
 *
 * @param password the one-time password, if this start made it
 * @param hint where to find it, if another node or an earlier start made it
 * @param isForThisRun whether the password is only good until the store can be used
 */
public record SignIn(Optional<String> password, Optional<String> hint, boolean isForThisRun) {

  /** There are users who have their passwords. */
  public static final SignIn NOTHING = of(null, null);

  static SignIn with(String password) {
    return of(password, null);
  }

  /** To look at a gateway whose store cannot be used. */
  static SignIn forThisRun(String password) {
    return new SignIn(Optional.of(password), Optional.empty(), true);
  }

  static SignIn elsewhere(String node, Instant at) {
    return of(
        null,
        "the one-time password of " + Accounts.FIRST_USER + " was printed by node " + node + " at "
            + at.truncatedTo(ChronoUnit.SECONDS)
            + "; if it is lost, start once with --admin-password-file");
  }

  private static SignIn of(@Nullable String password, @Nullable String hint) {
    return new SignIn(Optional.ofNullable(password), Optional.ofNullable(hint), false);
  }

  /** Without the password: records are printed easily. */
  @Override
  public String toString() {
    return "SignIn[" + (password.isPresent() ? "one-time password" : hint.orElse("nothing")) + "]";
  }
}
