package io.lychgate.gateway.listen.tls;

import at.favre.lib.hkdf.HKDF;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HKDF with SHA-256 (RFC 5869), which derives keys for several purposes from one secret. */
public final class Hkdf {
  private static final String HMAC = "HmacSHA256";
  private static final int KEY_BYTES = 32;
  private static final HKDF SHA_256 = HKDF.fromHmacSha256();

  private Hkdf() {}

  /** Returns the pseudorandom key of a salt and of input keying material (RFC 5869 section 2.2). */
  public static byte[] extract(byte[] salt, byte[] material) {
    return SHA_256.extract(salt, material);
  }

  /** Returns a key for one purpose of the gateway. */
  public static byte[] expand(byte[] secret, String purpose, int length) {
    return expand(secret, ("lychgate " + purpose).getBytes(StandardCharsets.UTF_8), length);
  }

  /** Returns a key for a label of TLS 1.3 or QUIC, without a context (RFC 8446 section 7.1). */
  public static byte[] expandLabel(byte[] secret, String label, int length) {
    byte[] name = ("tls13 " + label).getBytes(StandardCharsets.US_ASCII);
    ByteBuffer info = ByteBuffer.allocate(Short.BYTES + 1 + name.length + 1);
    info.putShort((short) length).put((byte) name.length).put(name).put((byte) 0);
    return expand(secret, info.array(), length);
  }

  /** Returns a key for a context (RFC 5869 section 2.3). */
  public static byte[] expand(byte[] secret, byte[] info, int length) {
    return SHA_256.expand(secret, info, length);
  }

  /** Returns a key for {@link #mac}. */
  public static SecretKeySpec macKey(byte[] secret, String purpose) {
    return new SecretKeySpec(expand(secret, purpose, KEY_BYTES), HMAC);
  }

  /** Returns an HMAC-SHA-256 with this key; not thread-safe. */
  public static Mac mac(SecretKeySpec key) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(key);
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(HMAC + ": not in this JDK (expected: in every one)", e);
    }
  }
}
