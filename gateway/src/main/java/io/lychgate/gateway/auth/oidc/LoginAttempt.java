package io.lychgate.gateway.auth.oidc;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A login between its beginning and the return of the browser. It is in a sealed cookie of its own, so that several tabs can log in side
 * by side.
 *
 * @param state names the attempt in the request to the provider: the second of its beginning, a dash, and random text
 * @param nonce the ID token must have it (OpenID Connect Core 1.0 section 3.1.2.1)
 * @param verifier secret of PKCE (RFC 7636)
 * @param returnPath path and query of the page after the login
 */
record LoginAttempt(String state, String nonce, String verifier, String returnPath) {
  /** Time for the login at the provider. */
  static final Duration LIFETIME = Duration.ofMinutes(10);

  /** Random bytes of each text: a verifier of 43 characters, the fewest of RFC 7636 section 4.1. */
  private static final int RANDOM_BYTES = 32;

  /** Characters of the state in the name of its cookie. */
  private static final int NAME_LENGTH = 16;

  private static final int RADIX = 36;

  static LoginAttempt begin(SecureRandom random, long wallMillis, String returnPath) {
    String second = Long.toString(wallMillis / 1000, RADIX);
    return new LoginAttempt(second + '-' + text(random), text(random), text(random), returnPath);
  }

  private static String text(SecureRandom random) {
    byte[] bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Returns the part of a state that is in the name of its cookie; empty if it is no state of this gateway. */
  static String nameOf(String state) {
    return state.length() > NAME_LENGTH
            && state.length() < 100
            && state.chars().allMatch(LoginAttempt::isNamed)
        ? state.substring(0, NAME_LENGTH)
        : "";
  }

  private static boolean isNamed(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_';
  }

  /** Returns the second of the beginning by the state, or by the name that {@link #nameOf} returns; 0 if there is none. */
  static long secondOf(String state) {
    int dash = state.indexOf('-');
    try {
      return dash < 1 ? 0 : Math.max(0, Long.parseLong(state.substring(0, dash), RADIX));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Returns true if the browser comes back too late. */
  boolean isExpired(long wallMillis) {
    return wallMillis / 1000 - secondOf(state) > LIFETIME.toSeconds();
  }

  byte[] encode() {
    return String.join("\n", state, nonce, verifier, returnPath).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns null for bytes of another form. */
  static @Nullable LoginAttempt decode(byte[] bytes) {
    String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
    return lines.length == 4 ? new LoginAttempt(lines[0], lines[1], lines[2], lines[3]) : null;
  }

  /** An attempt holds secrets, which never go to logs. */
  @Override
  public String toString() {
    return "login attempt";
  }
}
