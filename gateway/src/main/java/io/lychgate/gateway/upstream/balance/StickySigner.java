package io.lychgate.gateway.upstream.balance;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes and checks the values of one upstream's sticky cookie with HMAC-SHA-256 (RFC 2104). Gateways with the same secret accept each
 * other's cookies. Any thread.
 */
final class StickySigner {
  private static final String ALGORITHM = "HmacSHA256";

  /** The first byte of a message, so that a tag is never a signature of something else. */
  private static final byte OF_SERVER = 1;

  private static final byte OF_TAG = 2;

  private final Mac keyed;
  private final byte[] upstream;

  StickySigner(byte[] secret, String upstream) {
    try {
      keyed = Mac.getInstance(ALGORITHM);
      keyed.init(new SecretKeySpec(secret, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("sticky cookie: no HMAC-SHA-256", e);
    }
    this.upstream = (upstream + "\0").getBytes(StandardCharsets.UTF_8);
  }

  /** @param server id of its endpoint */
  StickyPin pin(String server) {
    return pin(hmac(OF_SERVER, server.getBytes(StandardCharsets.UTF_8)).getLong());
  }

  /** Returns true if a gateway with this secret made the pin, for whatever server. */
  boolean hasMade(StickyPin pin) {
    return pin(pin.tag()).hasSignatureOf(pin);
  }

  private StickyPin pin(long tag) {
    ByteBuffer signature =
        hmac(OF_TAG, ByteBuffer.allocate(Long.BYTES).putLong(tag).array());
    return new StickyPin(tag, signature.getLong(), signature.getLong());
  }

  private ByteBuffer hmac(byte kind, byte[] message) {
    try {
      Mac mac = (Mac) keyed.clone();
      mac.update(kind);
      mac.update(upstream);
      return ByteBuffer.wrap(mac.doFinal(message));
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("sticky cookie: an HMAC that cannot be copied", e);
    }
  }
}
