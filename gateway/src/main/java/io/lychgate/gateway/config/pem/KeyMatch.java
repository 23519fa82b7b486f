package io.lychgate.gateway.config.pem;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Locale;

/**
 * Test of whether a private key belongs to a public key.
 *
 * <p>Most private key files hold the public half as well. Like OpenSSL, this class compares it. Without it the private key signs
 * a text and the public key verifies it. That works for every algorithm, but it is slow while the JVM interprets at startup.
 */
final class KeyMatch {
  private KeyMatch() {}

  static boolean isPair(PublicKey publicKey, PrivateKey key) throws GeneralSecurityException {
    return family(publicKey.getAlgorithm()).equals(family(key.getAlgorithm()))
        && (holdsPublicHalf(key, publicKey) || verifies(publicKey, key));
  }

  private static boolean holdsPublicHalf(PrivateKey key, PublicKey publicKey) {
    if (key instanceof RSAPrivateCrtKey rsa && publicKey instanceof RSAPublicKey rsaPublic) {
      return rsa.getModulus().equals(rsaPublic.getModulus())
          && rsa.getPublicExponent().equals(rsaPublic.getPublicExponent());
    }
    return key.getAlgorithm().equals("EC") && holdsPoint(key, publicKey);
  }

  /**
   * Returns true if both encodings end in the same point. The point is the last element of a public key (RFC 5480 section 2), and
   * of a private key that has one (RFC 5915 section 3). Other content cannot match it by accident: it has too many bytes.
   */
  private static boolean holdsPoint(PrivateKey key, PublicKey publicKey) {
    if (!(publicKey instanceof ECPublicKey point)) {
      return false;
    }
    byte[] secret = key.getEncoded();
    byte[] known = publicKey.getEncoded();
    int length = 2 * ((point.getParams().getCurve().getField().getFieldSize() + 7) / 8);
    return secret.length > length
        && known.length > length
        && Arrays.equals(
            secret,
            secret.length - length,
            secret.length,
            known,
            known.length - length,
            known.length);
  }

  private static boolean verifies(PublicKey publicKey, PrivateKey key)
      throws GeneralSecurityException {
    String algorithm = switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> "EdDSA";
    };
    byte[] message = "lychgate".getBytes(StandardCharsets.US_ASCII);
    Signature signer = Signature.getInstance(algorithm);
    signer.initSign(key);
    signer.update(message);
    Signature verifier = Signature.getInstance(algorithm);
    verifier.initVerify(publicKey);
    verifier.update(message);
    return verifier.verify(signer.sign());
  }

  /** Returns one name per algorithm: JDKs name the same keys EdDSA or Ed25519. */
  private static String family(String algorithm) {
    return algorithm.toUpperCase(Locale.ROOT).startsWith("ED") ? "EDDSA" : algorithm;
  }
}
