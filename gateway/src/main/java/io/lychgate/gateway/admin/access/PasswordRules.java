package io.lychgate.gateway.admin.access;

import io.lychgate.gateway.config.account.PasswordConfig;
import io.lychgate.gateway.config.password.BreachedList;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules for new passwords: a length, and absence from a list of breached ones (NIST SP 800-63B 5.1.1.2). There are no rules for their
 * characters.
 */
public final class PasswordRules {

  private static final Logger log = LoggerFactory.getLogger(PasswordRules.class);

  private final PasswordConfig config;

  public PasswordRules(PasswordConfig config) {
    this.config = config;
  }

  public PasswordConfig config() {
    return config;
  }

  /** Returns the problem with a new password as {@code got (expected: …)}, without the password; empty if it may be used. May block. */
  public String problem(String password, String user) {
    int length = password.codePointCount(0, password.length());
    if (length < config.minLength() || length > config.maxLength()) {
      return length + " characters (expected: " + config.minLength() + "-" + config.maxLength()
          + ")";
    }
    if (password.equalsIgnoreCase(user)) {
      return "the name of the user (expected: another text)";
    }
    return isBreached(password)
        ? "in the list of breached passwords (expected: one that was used nowhere else)"
        : "";
  }

  /** A list that cannot be read refuses no password: otherwise a lost file would prevent the change of a stolen one. */
  private boolean isBreached(String password) {
    Path file = config.breachedList();
    if (file == null) {
      return false;
    }
    try {
      return new BreachedList(file).contains(password);
    } catch (IOException e) {
      log.warn(
          "admin.passwords.breachedList: new passwords are not checked, make the file readable ({})",
          e.toString());
      return false;
    }
  }
}
