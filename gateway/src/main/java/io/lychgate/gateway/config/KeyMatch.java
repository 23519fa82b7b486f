package io.lychgate.gateway.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Locale;
import org.bouncycastle.asn1.ASN1BitString;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;

/**
 * Whether a private key belongs to a public one.
 *
 * <p>Files of private keys hold the public half as well, and comparing it is what OpenSSL does. Where it is missing, one signs
 * and the other verifies, which is the same test for every algorithm, but costs a start some 200 ms of interpreted arithmetic.
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

  /** RFC 5915 section 3: the point is optional, and the curve is the one of the key. */
  private static boolean holdsPoint(PrivateKey key, PublicKey publicKey) {
    try {
      PrivateKeyInfo secret = PrivateKeyInfo.getInstance(key.getEncoded());
      SubjectPublicKeyInfo known = SubjectPublicKeyInfo.getInstance(publicKey.getEncoded());
      ASN1BitString point = ECPrivateKey.getInstance(secret.parsePrivateKey()).getPublicKey();
      return point != null
          && secret.getPrivateKeyAlgorithm().equals(known.getAlgorithm())
          && Arrays.equals(point.getOctets(), known.getPublicKeyData().getOctets());
    } catch (IOException | RuntimeException e) {
      // Cannot be had this way: a signature tells.
      return false;
    }
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
