package io.lychgate.gateway.config.pem;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A new key (EC P-256) and its self-signed certificate. Valid for {@code localhost}, the loopback addresses, and further DNS names.
 *
 * @param certificate PEM
 * @param key PEM, PKCS#8; a secret
 */
public record SelfSigned(String certificate, String key) {
  /** The longest lifetime that browsers accept. */
  private static final Duration LIFETIME = Duration.ofDays(397);

  /** Start of validity before now, for clients whose clock is slow. */
  private static final Duration BACKDATED = Duration.ofHours(1);

  public static SelfSigned create(
      String commonName, Collection<String> dnsNames, InstantSource clock)
      throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair pair = generator.generateKeyPair();
    byte[] certificate = sign(pair, new X500Name("CN=" + commonName), dnsNames, clock);
    return new SelfSigned(
        pem("CERTIFICATE", certificate), pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
  }

  private static byte[] sign(
      KeyPair pair, X500Name name, Collection<String> dnsNames, InstantSource clock)
      throws GeneralSecurityException {
    X509v3CertificateBuilder certificate = new JcaX509v3CertificateBuilder(
        name,
        new BigInteger(127, new SecureRandom()),
        Date.from(clock.instant().minus(BACKDATED)),
        Date.from(clock.instant().plus(LIFETIME)),
        name,
        pair.getPublic());
    try {
      certificate.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      certificate.addExtension(
          Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
      certificate.addExtension(Extension.subjectAlternativeName, false, alternativeNames(dnsNames));
      return certificate
          .build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()))
          .getEncoded();
    } catch (OperatorCreationException | IOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static GeneralNames alternativeNames(Collection<String> dnsNames) {
    List<GeneralName> all = new ArrayList<>();
    all.add(new GeneralName(GeneralName.dNSName, "localhost"));
    all.add(new GeneralName(GeneralName.iPAddress, "127.0.0.1"));
    all.add(new GeneralName(GeneralName.iPAddress, "::1"));
    dnsNames.forEach(name -> all.add(new GeneralName(GeneralName.dNSName, name)));
    return new GeneralNames(all.toArray(GeneralName[]::new));
  }

  private static String pem(String kind, byte[] der) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n";
  }

  /** Returns the certificate, without the key. */
  @Override
  public String toString() {
    return certificate;
  }
}
