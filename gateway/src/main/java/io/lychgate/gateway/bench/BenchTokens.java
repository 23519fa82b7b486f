package io.lychgate.gateway.bench;

import io.lychgate.gateway.store.FleetKeys;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signs tokens of the bench page, and checks them (HMAC-SHA256). A token names its use, its site, a random id and its end, so a link is no
 * cookie and a token of one site opens no other. Thread-safe.
 */
final class BenchTokens {
  /** Characters of the longest token: a site has at most 253, each text is in base64. */
  static final int MAX_CHARACTERS = 512;

  private static final String ALGORITHM = "HmacSHA256";
  private static final int ID_BYTES = 16;
  private static final int PARTS = 4;

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  private final SecureRandom random = new SecureRandom();
  private final FleetKeys keys = new FleetKeys("lychgate bench", ALGORITHM, random);

  /** The use of a token. */
  enum Use {
    LINK,
    COOKIE
  }

  /** A token whose signature is right. */
  record Opened(String id, long endMillis) {}

  /** Uses these secrets of the fleet from now on, and the one of this process to check. */
  void use(List<byte[]> secrets) {
    keys.use(secrets);
  }

  String sign(Use use, String site, long endMillis) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    byte[] content = String.join("\n", use.name(), site, ENCODER.encodeToString(id), "" + endMillis)
        .getBytes(StandardCharsets.UTF_8);
    return ENCODER.encodeToString(content)
        + '.'
        + ENCODER.encodeToString(mac(keys.current(), content));
  }

  /** Returns the token; null if it is for another use or site, has ended, or no gateway of the fleet has signed it. */
  @Nullable
  Opened open(Use use, String site, String token, long nowMillis) {
    int dot = token.indexOf('.');
    if (dot < 0 || token.length() > MAX_CHARACTERS) {
      return null;
    }
    try {
      byte[] content = DECODER.decode(token.substring(0, dot));
      byte[] mac = DECODER.decode(token.substring(dot + 1));
      if (keys.all().stream().noneMatch(key -> MessageDigest.isEqual(mac(key, content), mac))) {
        return null;
      }
      String[] parts = new String(content, StandardCharsets.UTF_8).split("\n", -1);
      if (parts.length != PARTS || !parts[0].equals(use.name()) || !parts[1].equals(site)) {
        return null;
      }
      long end = Long.parseLong(parts[3]);
      return end > nowMillis ? new Opened(parts[2], end) : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static byte[] mac(SecretKeySpec key, byte[] content) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(content);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("token: not signed (expected: " + ALGORITHM + ")", e);
    }
  }
}
