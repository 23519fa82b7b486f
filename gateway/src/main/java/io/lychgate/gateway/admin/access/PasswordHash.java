package io.lychgate.gateway.admin.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Argon2id (RFC 9106) in its usual text form, {@code $argon2id$v=19$m=...,t=...,p=...$salt$hash}.
 *
 * <p>A hash takes tens of milliseconds and {@link #MEMORY_KIB} on purpose: call it from a bounded pool only.
 */
public final class PasswordHash {

  /** Memory of a hash in KiB. With two passes it is the first choice of the OWASP password cheat sheet. */
  private static final int MEMORY_KIB = 19 * 1024;

  private static final int PASSES = 2;
  private static final int LANES = 1;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;

  private static final Pattern TEXT = Pattern.compile(
      "\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,3}),p=(\\d{1,2})\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");

  private static final SecureRandom RANDOM = new SecureRandom();

  private PasswordHash() {}

  public static String of(String password) {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    byte[] hash = hash(password, salt, MEMORY_KIB, PASSES, LANES, HASH_BYTES);
    Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
    return "$argon2id$v=19$m=" + MEMORY_KIB + ",t=" + PASSES + ",p=" + LANES + "$"
        + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
  }

  /** Returns true if the password has this hash. A text that is no hash matches nothing. */
  public static boolean matches(String password, String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return false;
    }
    byte[] expected = Base64.getDecoder().decode(parts.group(5));
    byte[] actual = hash(
        password,
        Base64.getDecoder().decode(parts.group(4)),
        Integer.parseInt(parts.group(1)),
        Integer.parseInt(parts.group(2)),
        Integer.parseInt(parts.group(3)),
        expected.length);
    return MessageDigest.isEqual(expected, actual);
  }

  private static byte[] hash(
      String password, byte[] salt, int memory, int passes, int lanes, int length) {
    Argon2BytesGenerator argon2 = new Argon2BytesGenerator();
    argon2.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
        .withVersion(Argon2Parameters.ARGON2_VERSION_13)
        .withSalt(salt)
        .withMemoryAsKB(memory)
        .withIterations(passes)
        .withParallelism(lanes)
        .build());
    byte[] hash = new byte[length];
    argon2.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
    return hash;
  }
}
