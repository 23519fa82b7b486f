package io.lychgate.gateway.config;

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
 * Whether a private key belongs to a public one.
 *
 * <p>Files of private keys hold the public half as well, and comparing it is what OpenSSL does. Where it is missing, one signs
 * and the other verifies: the same test for every algorithm, but much arithmetic, which a start interprets.
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
   * The point is the last element of either encoding, of the private key where it is there at all (RFC 5915 section 3, RFC 5480
   * section 2). So many octets are not the same by accident, whatever else stood there.
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

  /** JDKs call the same keys EdDSA or Ed25519. */
  private static String family(String algorithm) {
    return algorithm.toUpperCase(Locale.ROOT).startsWith("ED") ? "EDDSA" : algorithm;
  }
}
