package io.lychgate.gateway.config.pem;

import java.io.IOException;
import java.security.GeneralSecurityException;
import org.bouncycastle.asn1.ASN1Object;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.RSAPrivateKey;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/**
 * Converts the older forms of a private key into PKCS#8 (RFC 5208 section 5), the only form that the JDK reads.
 *
 * <p>PKCS#8 is the older form preceded by an algorithm identifier. The identifier is constant for RSA (RFC 8017 section A.1). For
 * EC it has the curve, which the key itself names (SEC1, RFC 5915 section 3).
 */
final class PrivateKeyForm {
  private PrivateKeyForm() {}

  static byte[] toPkcs8(PemBlock block) throws GeneralSecurityException {
    try {
      return switch (block.type()) {
        case "PRIVATE KEY" -> block.content();
        case "RSA PRIVATE KEY" -> ofRsa(RSAPrivateKey.getInstance(block.content()));
        case "EC PRIVATE KEY" -> ofEc(ECPrivateKey.getInstance(block.content()));
        default -> throw new GeneralSecurityException("a key of RSA, EC or Ed25519");
      };
    } catch (IOException | RuntimeException e) {
      // A malformed encoding makes the reader throw various exceptions.
      throw new GeneralSecurityException("a key in DER", e);
    }
  }

  private static byte[] ofRsa(RSAPrivateKey key) throws IOException {
    var rsa = new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE);
    return new PrivateKeyInfo(rsa, key).getEncoded();
  }

  private static byte[] ofEc(ECPrivateKey key) throws IOException, GeneralSecurityException {
    ASN1Object curve = key.getParametersObject();
    if (curve == null) {
      throw new GeneralSecurityException("an EC key that names its curve");
    }
    var ec = new AlgorithmIdentifier(X9ObjectIdentifiers.id_ecPublicKey, curve);
    return new PrivateKeyInfo(ec, key).getEncoded();
  }
}
