package io.lychgate.gateway.config.pem;

import io.lychgate.gateway.config.listener.CertificateConfig;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemObjectGenerator;
import org.bouncycastle.util.io.pem.PemWriter;

/** Creates self-signed certificates and writes them as PEM files, for tests. */
public final class CertificateFiles {
  private CertificateFiles() {}

  /** Writes {@code NAME.pem} and {@code NAME.key} (PKCS#8, EC P-256) to the directory. */
  public static CertificateConfig write(Path directory, String name) {
    try {
      KeyPair keys = keys("EC");
      Path chain = writeChain(directory.resolve(name + ".pem"), keys);
      return new CertificateConfig(chain, writePkcs8(directory.resolve(name + ".key"), keys));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static KeyPair keys(String algorithm) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    if (algorithm.equals("EC")) {
      generator.initialize(new ECGenParameterSpec("secp256r1"));
    } else if (algorithm.equals("RSA")) {
      generator.initialize(2048);
    }
    return generator.generateKeyPair();
  }

  static Path writeChain(Path file, KeyPair keys) throws GeneralSecurityException, IOException {
    return write(file, new JcaMiscPEMGenerator(certificate(keys)));
  }

  static Path writePkcs8(Path file, KeyPair keys) throws IOException {
    return write(file, new JcaPKCS8Generator(keys.getPrivate(), null));
  }

  /** Writes PKCS#1 for RSA, SEC1 for EC. */
  static Path writeOldForm(Path file, KeyPair keys) throws IOException {
    if (keys.getPrivate() instanceof ECPrivateKey key) {
      var sec1 = new org.bouncycastle.asn1.sec.ECPrivateKey(
          256, key.getS(), X9ObjectIdentifiers.prime256v1);
      return write(file, new PemObject("EC PRIVATE KEY", sec1.getEncoded()));
    }
    return write(file, new JcaMiscPEMGenerator(keys.getPrivate()));
  }

  /** Writes SEC1 with both halves, as OpenSSL does. */
  static Path writeWithPoint(Path file, PrivateKey secret, PublicKey point) throws IOException {
    byte[] bytes =
        SubjectPublicKeyInfo.getInstance(point.getEncoded()).getPublicKeyData().getOctets();
    var sec1 = new org.bouncycastle.asn1.sec.ECPrivateKey(
        256,
        ((ECPrivateKey) secret).getS(),
        new DERBitString(bytes),
        X9ObjectIdentifiers.prime256v1);
    return write(file, new PemObject("EC PRIVATE KEY", sec1.getEncoded()));
  }

  private static Path write(Path file, PemObjectGenerator content) throws IOException {
    StringWriter text = new StringWriter();
    try (PemWriter writer = new PemWriter(text)) {
      writer.writeObject(content);
    }
    return Files.writeString(file, text.toString());
  }

  private static X509Certificate certificate(KeyPair keys) throws GeneralSecurityException {
    X500Principal name = new X500Principal("CN=localhost");
    Instant now = Instant.now();
    String algorithm = switch (keys.getPrivate().getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> "Ed25519";
    };
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(new JcaX509v3CertificateBuilder(
                  name,
                  BigInteger.ONE,
                  Date.from(now.minus(1, ChronoUnit.DAYS)),
                  Date.from(now.plus(1, ChronoUnit.DAYS)),
                  name,
                  keys.getPublic())
              .build(new JcaContentSignerBuilder(algorithm).build(keys.getPrivate())));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }
}
