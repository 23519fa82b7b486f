package io.lychgate.gateway.acme;

import io.lychgate.gateway.config.AcmeConfig.KeyType;
import io.lychgate.gateway.config.pem.PemIdentity;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.RSAPublicKeySpec;
import org.bouncycastle.jcajce.provider.asymmetric.util.EC5Util;
import org.bouncycastle.jce.spec.ECParameterSpec;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.util.io.pem.PemObjectGenerator;
import org.bouncycastle.util.io.pem.PemWriter;

/** Key pairs of accounts and certificates as PEM. A file has the private half, from which the public one follows. */
final class PemKeys {
  private PemKeys() {}

  /** Makes a key pair. The library of ACME would make it with a provider that is not registered. */
  static KeyPair create(KeyType type) throws GeneralSecurityException {
    KeyPairGenerator generator = switch (type) {
      case EC256, EC384 -> KeyPairGenerator.getInstance("EC");
      case RSA2048, RSA3072, RSA4096 -> KeyPairGenerator.getInstance("RSA");
    };
    switch (type) {
      case EC256 -> generator.initialize(new ECGenParameterSpec("secp256r1"));
      case EC384 -> generator.initialize(new ECGenParameterSpec("secp384r1"));
      case RSA2048 -> generator.initialize(2048);
      case RSA3072 -> generator.initialize(3072);
      case RSA4096 -> generator.initialize(4096);
    }
    return generator.generateKeyPair();
  }

  static KeyPair read(Path file) throws IOException, GeneralSecurityException {
    PrivateKey key = PemIdentity.readKey(file);
    return new KeyPair(publicHalf(key), key);
  }

  static KeyPair parse(String pem) throws GeneralSecurityException {
    PrivateKey key = PemIdentity.parseKey(pem);
    return new KeyPair(publicHalf(key), key);
  }

  private static PublicKey publicHalf(PrivateKey key) throws GeneralSecurityException {
    if (key instanceof RSAPrivateCrtKey rsa) {
      return KeyFactory.getInstance("RSA")
          .generatePublic(new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent()));
    }
    if (key instanceof ECPrivateKey ec) {
      ECParameterSpec curve = EC5Util.convertSpec(ec.getParams());
      BigInteger secret = ec.getS();
      ECPoint point =
          EC5Util.convertPoint(new FixedPointCombMultiplier().multiply(curve.getG(), secret));
      return KeyFactory.getInstance("EC")
          .generatePublic(new ECPublicKeySpec(point, ec.getParams()));
    }
    throw new GeneralSecurityException(
        "accountKey: " + key.getAlgorithm() + " (expected: RSA or EC)");
  }

  /** Returns the private half in PKCS#8. */
  static String pem(PrivateKey key) throws IOException {
    return text(new JcaPKCS8Generator(key, null));
  }

  static String pem(Iterable<? extends X509Certificate> chain) throws IOException {
    StringBuilder all = new StringBuilder();
    for (X509Certificate each : chain) {
      all.append(text(new JcaMiscPEMGenerator(each)));
    }
    return all.toString();
  }

  private static String text(PemObjectGenerator content) throws IOException {
    StringWriter text = new StringWriter();
    try (PemWriter writer = new PemWriter(text)) {
      writer.writeObject(content);
    }
    return text.toString();
  }
}
