package io.lychgate.gateway.config.account;

import org.jspecify.annotations.Nullable;

/**
 * The rules for the users of the admin plane.
 *
 * @param clientCertificates null if clients need none
 */
public record AccountConfig(
    SessionConfig sessions,
    PasswordConfig passwords,
    @Nullable ClientCertificates clientCertificates) {

  public static AccountConfig defaults() {
    return new AccountConfig(SessionConfig.defaults(), PasswordConfig.defaults(), null);
  }
}
