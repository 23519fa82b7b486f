package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.check.Require;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code basic}: a request needs the name and password of a user (RFC 7617).
 *
 * @param file source of the users
 * @param users hashes of passwords by user, in the order of the file
 * @param realm name of the protected area, which browsers show
 * @param remembered time for which an accepted password is not hashed again
 * @param forwards true if the upstream gets the credentials
 * @param nameField name of the request field with the user's name, in lower case; empty for none
 */
public record BasicPolicy(
    Path file,
    Map<String, String> users,
    String realm,
    Duration remembered,
    boolean forwards,
    String nameField)
    implements SenderPolicy {
  public static final String KEY = "basic";

  /** Users of a file. Larger sets belong into an identity provider. */
  public static final int MAX_USERS = 10_000;

  public static final Duration DEFAULT_REMEMBERED = Duration.ofMinutes(5);

  public static final Duration LONGEST_REMEMBERED = Duration.ofHours(1);

  public BasicPolicy {
    users = Collections.unmodifiableMap(new LinkedHashMap<>(users));
    Require.text("realm", realm);
    Require.range("users", users.size(), 1, MAX_USERS);
    Require.range("remember", remembered.toSeconds(), 1, LONGEST_REMEMBERED.toSeconds());
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    return "requires a password of one of " + users.size() + " users";
  }

  /** Without the hashes. */
  @Override
  public String toString() {
    return KEY + "[" + summary() + "]";
  }
}
