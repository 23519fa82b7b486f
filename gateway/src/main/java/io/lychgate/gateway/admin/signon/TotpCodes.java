package io.lychgate.gateway.admin.signon;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.util.encoders.Base32;

/** Codes of an app (RFC 6238): SHA-1, six digits, 30 seconds. Many apps ignore other parameters, and show codes that never match. */
final class TotpCodes {
  /** RFC 4226 section 4: the length of the hash. */
  private static final int SECRET_BYTES = 20;

  private static final int DIGITS = 6;
  private static final Duration STEP = Duration.ofSeconds(30);

  /** Steps before and after the present one whose codes are accepted: clocks of telephones differ (RFC 6238 section 5.2). */
  private static final int TOLERANCE = 1;

  private final TimeBasedOneTimePasswordGenerator generator =
      new TimeBasedOneTimePasswordGenerator(STEP, DIGITS);

  /** Returns a new secret in Base32, as apps take it. */
  static String newSecret(SecureRandom random) {
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    return Base32.toBase32String(secret);
  }

  /** Returns the URI that apps read from a QR code (the format of Google Authenticator, which the others share). */
  static String uri(String host, String user, String secret) {
    String issuer = escaped("Lychgate " + host);
    return "otpauth://totp/" + issuer + ":" + escaped(user) + "?secret=" + secret + "&issuer="
        + issuer;
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Returns the time step that has this code now; empty if none has. */
  OptionalLong stepOf(String secret, String code, Instant now) {
    SecretKeySpec key = new SecretKeySpec(Base32.decode(secret), generator.getAlgorithm());
    byte[] given = digits(code).getBytes(StandardCharsets.US_ASCII);
    long present = now.getEpochSecond() / STEP.toSeconds();
    OptionalLong found = OptionalLong.empty();
    for (long step = present - TOLERANCE; step <= present + TOLERANCE; step++) {
      // All steps are computed, so that the time does not tell which one fits.
      if (MessageDigest.isEqual(given, codeOf(key, step).getBytes(StandardCharsets.US_ASCII))
          && found.isEmpty()) {
        found = OptionalLong.of(step);
      }
    }
    return found;
  }

  private String codeOf(SecretKeySpec key, long step) {
    try {
      return generator.generateOneTimePasswordString(
          key, Instant.ofEpochSecond(step * STEP.toSeconds()));
    } catch (InvalidKeyException e) {
      throw new IllegalStateException("totp: key refused (expected: HMAC of the JDK)", e);
    }
  }

  /** Apps show a code in groups, and users type it so. */
  private static String digits(String code) {
    return code.replace(" ", "").replace("-", "");
  }
}
