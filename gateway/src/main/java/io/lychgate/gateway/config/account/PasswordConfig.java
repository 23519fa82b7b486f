package io.lychgate.gateway.config.account;

import io.lychgate.gateway.config.check.Require;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The rules for new passwords. A password must have the length, and must not be in the list of breached ones.
 *
 * @param minLength least characters
 * @param maxLength most characters
 * @param breachedList file of passwords that are refused; null for none
 */
public record PasswordConfig(
    int minLength, int maxLength, @Nullable Path breachedList) {

  /** The ceiling keeps a body with two passwords small; a hash takes the same time for each length. */
  public static final int CEILING = 1000;

  /** NIST SP 800-63B 5.1.1.2: at least 8 characters. */
  public static final int FLOOR = 8;

  /** NIST SP 800-63B 5.1.1.2: passwords of 64 characters must be possible. */
  public static final int LEAST_MAXIMUM = 64;

  public PasswordConfig {
    Require.range("minLength", minLength, FLOOR, LEAST_MAXIMUM);
    Require.range("maxLength", maxLength, LEAST_MAXIMUM, CEILING);
  }

  public static PasswordConfig defaults() {
    return new PasswordConfig(12, CEILING, null);
  }
}
