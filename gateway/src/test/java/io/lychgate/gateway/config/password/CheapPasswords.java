package io.lychgate.gateway.config.password;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets new hashes of passwords take little memory in all tests. Gateways of tests hash the password of their first user at each start
 * and login, which took a sixth of the processor time of the stories. JUnit loads it for every class ({@code META-INF/services}).
 */
public final class CheapPasswords implements BeforeAllCallback {
  static final int MEMORY_KIB = 64;

  @Override
  public void beforeAll(ExtensionContext context) {
    PasswordHash.memoryOfNewHashes(MEMORY_KIB);
  }
}
