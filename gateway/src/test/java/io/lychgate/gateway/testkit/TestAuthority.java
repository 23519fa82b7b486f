package io.lychgate.gateway.testkit;

import io.lychgate.gateway.config.listener.TlsConfig;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x509.AccessDescription;
import org.bouncycastle.asn1.x509.AuthorityInformationAccess;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObjectGenerator;
import org.bouncycastle.util.io.pem.PemWriter;
import org.jspecify.annotations.Nullable;

/** An authority that issues certificates to servers: a root, or an intermediate of another one (EC P-256). */
public final class TestAuthority {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Duration LIFETIME = Duration.ofDays(90);

  private final KeyPair keys;
  private final X509Certificate certificate;

  private TestAuthority(KeyPair keys, X509Certificate certificate) {
    this.keys = keys;
    this.certificate = certificate;
  }

  /** Makes a root, {@code CN=name}. */
  public static TestAuthority root(String name) {
    return make(name, null);
  }

  /** Makes an intermediate authority, {@code CN=name}. */
  public TestAuthority intermediate(String name) {
    return make(name, this);
  }

  /** Issues with the key of a certificate that does not permit it. */
  public static TestAuthority usurper(Issued certificate) {
    return new TestAuthority(
        new KeyPair(certificate.certificate().getPublicKey(), certificate.key()),
        certificate.certificate());
  }

  private static TestAuthority make(String name, @Nullable TestAuthority issuer) {
    try {
      KeyPair keys = newKeys("EC");
      X500Principal subject = new X500Principal("CN=" + name);
      JcaX509v3CertificateBuilder builder = builder(
          issuer == null ? subject : issuer.certificate.getSubjectX500Principal(),
          subject,
          keys,
          Instant.now().minus(Duration.ofMinutes(5)),
          Instant.now().plus(LIFETIME));
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
      PrivateKey signer = issuer == null ? keys.getPrivate() : issuer.keys.getPrivate();
      return new TestAuthority(keys, signed(builder, signer));
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Begins a certificate for these DNS names. */
  public Request issue(String... names) {
    return new Request(names);
  }

  public X509Certificate certificate() {
    return certificate;
  }

  public PrivateKey key() {
    return keys.getPrivate();
  }

  /** Properties of a certificate to issue. */
  public final class Request {
    private final String[] names;
    private Instant begin = Instant.now().minus(Duration.ofMinutes(5));
    private Instant end = Instant.now().plus(LIFETIME);
    private @Nullable String responder;
    private boolean mustStaple;
    private boolean isResponder;
    private String algorithm = "EC";

    private Request(String... names) {
      this.names = names;
    }

    /** Makes a certificate of the usual lifetime with this end. */
    public Request until(Instant value) {
      begin = value.minus(LIFETIME);
      end = value;
      return this;
    }

    /** Names an OCSP responder. */
    public Request withResponder(String url) {
      responder = url;
      return this;
    }

    /** Demands a stapled response (RFC 7633). */
    public Request mustStaple() {
      mustStaple = true;
      return this;
    }

    /** Makes a certificate that signs OCSP responses for this authority. */
    public Request forResponder() {
      isResponder = true;
      return this;
    }

    public Request rsa() {
      algorithm = "RSA";
      return this;
    }

    public Request ed25519() {
      algorithm = "Ed25519";
      return this;
    }

    public Issued make() {
      try {
        KeyPair own = newKeys(algorithm);
        JcaX509v3CertificateBuilder builder = builder(
            certificate.getSubjectX500Principal(),
            new X500Principal("CN=" + names[0]),
            own,
            begin,
            end);
        builder.addExtension(
            Extension.subjectAlternativeName,
            false,
            new GeneralNames(Arrays.stream(names)
                .map(name -> new GeneralName(GeneralName.dNSName, name))
                .toArray(GeneralName[]::new)));
        if (responder != null) {
          builder.addExtension(
              Extension.authorityInfoAccess,
              false,
              new AuthorityInformationAccess(
                  AccessDescription.id_ad_ocsp,
                  new GeneralName(GeneralName.uniformResourceIdentifier, responder)));
        }
        if (mustStaple) {
          builder.addExtension(
              new ASN1ObjectIdentifier("1.3.6.1.5.5.7.1.24"),
              false,
              new DERSequence(new ASN1Integer(5)));
        }
        if (isResponder) {
          builder.addExtension(
              Extension.extendedKeyUsage,
              false,
              new ExtendedKeyUsage(KeyPurposeId.id_kp_OCSPSigning));
        }
        return new Issued(own.getPrivate(), signed(builder, keys.getPrivate()));
      } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** A certificate with its key. */
  public record Issued(PrivateKey key, X509Certificate certificate) {
    /** Writes {@code FILE.pem} with these certificates after the own one, and {@code FILE.key}, readable by the owner only. */
    public TlsConfig.Certificate write(Path directory, String file, X509Certificate... others) {
      X509Certificate[] chain = new X509Certificate[others.length + 1];
      chain[0] = certificate;
      System.arraycopy(others, 0, chain, 1, others.length);
      Path key = directory.resolve(file + ".key");
      replace(key, pemOf(this.key));
      return new TlsConfig.Certificate(writeChain(directory.resolve(file + ".pem"), chain), key);
    }
  }

  /** Writes certificates in this order. */
  public static Path writeChain(Path file, X509Certificate... chain) {
    StringBuilder text = new StringBuilder();
    for (X509Certificate each : List.of(chain)) {
      try {
        text.append(pem(new JcaMiscPEMGenerator(each)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return replace(file, text.toString());
  }

  private static String pemOf(PrivateKey key) {
    try {
      return pem(new JcaPKCS8Generator(key, null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String pem(PemObjectGenerator content) {
    StringWriter text = new StringWriter();
    try (PemWriter writer = new PemWriter(text)) {
      writer.writeObject(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** Replaces the file in one step. */
  private static Path replace(Path file, String text) {
    try {
      Path next = Files.writeString(file.resolveSibling(file.getFileName() + ".next"), text);
      Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rw-------"));
      return Files.move(
          next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static KeyPair newKeys(String algorithm) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    if (algorithm.equals("EC")) {
      generator.initialize(new ECGenParameterSpec("secp256r1"));
    } else if (algorithm.equals("RSA")) {
      generator.initialize(2048);
    }
    return generator.generateKeyPair();
  }

  private static JcaX509v3CertificateBuilder builder(
      X500Principal issuer, X500Principal subject, KeyPair keys, Instant begin, Instant end) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        new BigInteger(64, RANDOM),
        Date.from(begin),
        Date.from(end),
        subject,
        keys.getPublic());
  }

  private static X509Certificate signed(JcaX509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
  }
}
