package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObjectGenerator;
import org.bouncycastle.util.io.pem.PemWriter;
import org.jspecify.annotations.Nullable;

/** An authority that issues certificates to clients. */
public final class ClientAuthority {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String name;
  private final KeyPair keys;
  private final X509Certificate certificate;

  private ClientAuthority(String name, KeyPair keys, X509Certificate certificate) {
    this.name = name;
    this.keys = keys;
    this.certificate = certificate;
  }

  /** Makes an authority with a certificate of its own. */
  public static ClientAuthority of(String name) {
    return of(name, null);
  }

  /** Makes an authority that may issue certificates only for names below this one, such as {@code dns:shop.example}. */
  public static ClientAuthority constrained(String name, String permitted) {
    return of(
        name,
        new NameConstraints(
            new GeneralSubtree[] {new GeneralSubtree(generalName(permitted))}, null));
  }

  private static ClientAuthority of(String name, @Nullable NameConstraints constraints) {
    try {
      KeyPair keys = newKeys();
      X500Principal subject = new X500Principal("CN=" + name + " CA");
      JcaX509v3CertificateBuilder builder = builder(subject, subject, keys, Duration.ofDays(1));
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
      if (constraints != null) {
        builder.addExtension(Extension.nameConstraints, true, constraints);
      }
      return new ClientAuthority(name, keys, signed(builder, keys.getPrivate()));
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyPair newKeys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static JcaX509v3CertificateBuilder builder(
      X500Principal issuer, X500Principal subject, KeyPair keys, Duration time) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        new BigInteger(64, RANDOM),
        Date.from(Instant.now().minus(Duration.ofMinutes(5))),
        Date.from(Instant.now().plus(time)),
        subject,
        keys.getPublic());
  }

  private static X509Certificate signed(JcaX509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
  }

  /** Returns the certificate of the authority. */
  public String pem() {
    try {
      return pem(new JcaMiscPEMGenerator(certificate));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Issues a certificate to {@code CN=commonName,O=AUTHORITY}, with names such as {@code dns:a.example}. */
  public Issued issue(String commonName, String... names) {
    return issueFor(Duration.ofDays(1), commonName, names);
  }

  /** Issues a certificate for a time from now. */
  public Issued issueFor(Duration time, String commonName, String... names) {
    try {
      KeyPair own = newKeys();
      JcaX509v3CertificateBuilder builder = builder(
          certificate.getSubjectX500Principal(),
          new X500Principal("CN=" + commonName + ",O=" + name),
          own,
          time);
      if (names.length > 0) {
        builder.addExtension(
            Extension.subjectAlternativeName,
            false,
            new GeneralNames(Arrays.stream(names)
                .map(ClientAuthority::generalName)
                .toArray(GeneralName[]::new)));
      }
      return new Issued(
          own.getPrivate(),
          new X509Certificate[] {signed(builder, keys.getPrivate()), certificate});
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static GeneralName generalName(String text) {
    int colon = text.indexOf(':');
    int type = switch (text.substring(0, colon)) {
      case "dns" -> GeneralName.dNSName;
      case "uri" -> GeneralName.uniformResourceIdentifier;
      case "ip" -> GeneralName.iPAddress;
      default -> GeneralName.rfc822Name;
    };
    return new GeneralName(type, text.substring(colon + 1));
  }

  /** A certificate with its key and the certificates that a client sends. */
  @SuppressWarnings("ArrayRecordComponent") // The form that TLS libraries take.
  public record Issued(PrivateKey key, X509Certificate[] chain) {
    /** Returns the same certificate, after which the client also sends that of another authority. */
    public Issued withExtra(ClientAuthority other) {
      List<X509Certificate> more = new ArrayList<>(List.of(chain));
      more.add(other.certificate);
      return new Issued(key, more.toArray(X509Certificate[]::new));
    }

    /** Returns a context of a client that shows the certificate and trusts every server. */
    public SSLContext context() {
      try {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {keyManager()}, TestCertificates.trustAll(), RANDOM);
        return context;
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Returns the certificate for every server, also for one that names other authorities. */
    public KeyManager keyManager() {
      return new Shown(this);
    }

    /** Returns certificates and key, as curl reads them. */
    public String pem() {
      try {
        StringBuilder text = new StringBuilder();
        for (X509Certificate each : chain) {
          text.append(ClientAuthority.pem(new JcaMiscPEMGenerator(each)));
        }
        return text + ClientAuthority.pem(new JcaPKCS8Generator(key, null));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Shows one certificate whatever the server asks for. */
  private static final class Shown extends X509ExtendedKeyManager {
    private static final String ALIAS = "client";

    private final Issued issued;

    Shown(Issued issued) {
      this.issued = issued;
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
      return new String[] {ALIAS};
    }

    @Override
    public String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
      return ALIAS;
    }

    @Override
    public String chooseEngineClientAlias(String[] keyType, Principal[] issuers, SSLEngine engine) {
      return ALIAS;
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
      return new String[0];
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
      return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return issued.chain().clone();
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return issued.key();
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
}
