package io.lychgate.gateway.auth.jwt;

import io.netty.util.AsciiString;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The SHA-256 hash of a token: the key of the cache of verified tokens. No client can make a token with the hash of another one, and the
 * memory of the gateway holds no tokens.
 */
public record TokenKey(long a, long b, long c, long d) {
  private static final ThreadLocal<MessageDigest> SHA256 =
      ThreadLocal.withInitial(TokenKey::newDigest);

  public static TokenKey of(CharSequence token) {
    MessageDigest digest = SHA256.get();
    if (token instanceof AsciiString ascii) {
      digest.update(ascii.array(), ascii.arrayOffset(), ascii.length());
    } else {
      digest.update(token.toString().getBytes(StandardCharsets.UTF_8));
    }
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    return new TokenKey(hash.getLong(), hash.getLong(), hash.getLong(), hash.getLong());
  }

  /** Returns the 64 hexadecimal digits of the hash. */
  public String hex() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(a) + hex.toHexDigits(b) + hex.toHexDigits(c) + hex.toHexDigits(d);
  }

  /** The bits of a hash need no further mixing. */
  @Override
  public int hashCode() {
    return (int) a;
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256: missing (expected: in each JDK)", e);
    }
  }
}
