package io.lychgate.gateway.listen.tls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HKDF with SHA-256 (RFC 5869), which derives keys for several purposes from one secret.
 *
 * <p>The JDK has it from 25 on only ({@code javax.crypto.KDF}). Bouncy Castle has it, too, but its archive is signed: the first class
 * from there costs a start 0.2 s of processor time, and no other part of a usual start needs one.
 */
public final class Hkdf {
  private static final String HMAC = "HmacSHA256";
  private static final int BLOCK_BYTES = 32;

  private Hkdf() {}

  /** Returns the pseudorandom key of a salt and of input keying material (RFC 5869 section 2.2). */
  public static byte[] extract(byte[] salt, byte[] material) {
    return mac(new SecretKeySpec(salt, HMAC)).doFinal(material);
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

  /** RFC 5869 section 2.3. */
  public static byte[] expand(byte[] secret, byte[] info, int length) {
    Mac mac = mac(new SecretKeySpec(secret, HMAC));
    byte[] blocks = new byte[0];
    byte[] last = new byte[0];
    for (int number = 1; blocks.length < length; number++) {
      mac.update(last);
      mac.update(info);
      last = mac.doFinal(new byte[] {(byte) number});
      blocks = Arrays.copyOf(blocks, blocks.length + BLOCK_BYTES);
      System.arraycopy(last, 0, blocks, blocks.length - BLOCK_BYTES, BLOCK_BYTES);
    }
    return Arrays.copyOf(blocks, length);
  }

  /** Returns a key for {@link #mac}. */
  public static SecretKeySpec macKey(byte[] secret, String purpose) {
    return new SecretKeySpec(expand(secret, purpose, BLOCK_BYTES), HMAC);
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
