package io.lychgate.gateway.config.password;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Hashes of passwords: Argon2id (RFC 9106) in its usual text form, {@code $argon2id$v=19$m=...,t=...,p=...$salt$hash}, and bcrypt, as
 * {@code htpasswd -B} writes it.
 *
 * <p>A hash takes tens of milliseconds and {@link #MEMORY_KIB} on purpose: call it from a bounded pool only.
 */
public final class PasswordHash {

  /** Memory of a hash in KiB. With two passes it is the first choice of the OWASP password cheat sheet. */
  static final int MEMORY_KIB = 19 * 1024;

  /** Memory of new hashes in KiB. Only tests change it, by code of this package: their gateways hash passwords thousands of times. */
  private static volatile int memoryKib = MEMORY_KIB;

  private static final int PASSES = 2;
  private static final int LANES = 1;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;

  /** KiB. A hash of a file with more would take the memory of other requests. */
  private static final int MAX_MEMORY_KIB = 256 * 1024;

  private static final int MAX_PASSES = 20;
  private static final int MAX_LANES = 16;

  /** Binary logarithm of the rounds of bcrypt: 14 takes a second. */
  private static final int MAX_COST = 14;

  private static final Pattern TEXT = Pattern.compile(
      "\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,3}),p=(\\d{1,2})\\$([A-Za-z0-9+/]{11,86})\\$([A-Za-z0-9+/]{16,86})");

  private static final Pattern BCRYPT = Pattern.compile("\\$2[aby]\\$(\\d\\d)\\$[./A-Za-z0-9]{53}");

  private static final SecureRandom RANDOM = new SecureRandom();

  private PasswordHash() {}

  public static String of(String password) {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    int memory = memoryKib;
    byte[] hash = hash(password, salt, memory, PASSES, LANES, HASH_BYTES);
    Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
    return parameters(memory) + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
  }

  /** Returns true if the hash has the algorithm and the parameters of a new one. */
  public static boolean isCurrent(String text) {
    return text.startsWith(parameters(memoryKib));
  }

  private static String parameters(int memory) {
    return "$argon2id$v=19$m=" + memory + ",t=" + PASSES + ",p=" + LANES + "$";
  }

  /** Sets the memory of new hashes. */
  static void memoryOfNewHashes(int kib) {
    memoryKib = kib;
  }

  /** Returns the expected form of a hash, in one line and without the hash itself; empty if the text is one. */
  public static String problemOf(String text) {
    Matcher bcrypt = BCRYPT.matcher(text);
    if (bcrypt.matches()) {
      int cost = Integer.parseInt(bcrypt.group(1));
      return cost >= 4 && cost <= MAX_COST ? "" : "bcrypt with a cost of 4-" + MAX_COST;
    }
    Matcher argon2 = TEXT.matcher(text);
    if (!argon2.matches()) {
      return "a hash of bcrypt ($2y$...) or Argon2id ($argon2id$...)";
    }
    int memory = Integer.parseInt(argon2.group(1));
    int passes = Integer.parseInt(argon2.group(2));
    int lanes = Integer.parseInt(argon2.group(3));
    boolean isBounded = memory >= 8 * lanes
        && memory <= MAX_MEMORY_KIB
        && passes >= 1
        && passes <= MAX_PASSES
        && lanes >= 1
        && lanes <= MAX_LANES;
    return isBounded
        ? ""
        : "Argon2id with m of at most " + MAX_MEMORY_KIB + ", t of 1-" + MAX_PASSES + ", p of 1-"
            + MAX_LANES;
  }

  /** Returns true if the password has this hash. A text that is no hash, or one that is too costly, matches nothing. */
  public static boolean matches(String password, String text) {
    if (!problemOf(text).isEmpty()) {
      return false;
    }
    if (BCRYPT.matcher(text).matches()) {
      return OpenBSDBCrypt.checkPassword(text, password.toCharArray());
    }
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
