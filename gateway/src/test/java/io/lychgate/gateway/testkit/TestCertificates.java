package io.lychgate.gateway.testkit;

import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pem.PemIdentity;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObjectGenerator;
import org.bouncycastle.util.io.pem.PemWriter;
import org.jspecify.annotations.Nullable;

/** Self-signed certificates (EC P-256) for any DNS names, as files, and a TLS client that accepts every certificate. */
public final class TestCertificates {
  private static final SecureRandom RANDOM = new SecureRandom();

  private TestCertificates() {}

  /** Writes {@code FILE.pem} and {@code FILE.key} and replaces existing ones. The first DNS name is also the subject. */
  public static TlsConfig.Certificate write(Path directory, String file, String... dnsNames) {
    return write(directory, file, Instant.now().plus(1, ChronoUnit.DAYS), dnsNames);
  }

  /** Writes a certificate with this end; an end in the past makes it expired. */
  public static TlsConfig.Certificate write(
      Path directory, String file, Instant end, String... dnsNames) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair keys = generator.generateKeyPair();
      Path chain = writePem(
          directory.resolve(file + ".pem"),
          new JcaMiscPEMGenerator(certificate(keys, end, dnsNames)));
      Path key = writePem(
          directory.resolve(file + ".key"), new JcaPKCS8Generator(keys.getPrivate(), null));
      return new TlsConfig.Certificate(chain, key);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the TLS of a server with this certificate. */
  public static SSLContext server(TlsConfig.Certificate own) {
    return server(own, null);
  }

  /**
   * Returns the TLS of a server that trusts clients of an authority.
   *
   * @param clientAuthority PEM file; null for the authorities of the JDK
   */
  public static SSLContext server(TlsConfig.Certificate own, @Nullable Path clientAuthority) {
    try {
      PemIdentity identity = PemIdentity.read(own.chain(), own.key());
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(null, null);
      keys.setKeyEntry(
          "server", identity.key(), new char[0], identity.chain().toArray(X509Certificate[]::new));
      // Decrypts the key once. "PKIX" does so for each handshake, in 10000 rounds of SHA-256.
      KeyManagerFactory managers = KeyManagerFactory.getInstance("SunX509");
      managers.init(keys, new char[0]);
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      if (clientAuthority != null) {
        KeyStore authorities = KeyStore.getInstance("PKCS12");
        authorities.load(null, null);
        authorities.setCertificateEntry(
            "client", PemIdentity.readChain(clientAuthority).get(0));
        trust.init(authorities);
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          managers.getKeyManagers(),
          clientAuthority == null ? null : trust.getTrustManagers(),
          null);
      return context;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509Certificate certificate(KeyPair keys, Instant end, String... dnsNames)
      throws GeneralSecurityException, OperatorCreationException, IOException {
    X500Principal name = new X500Principal("CN=" + dnsNames[0]);
    X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
        name,
        new BigInteger(64, RANDOM),
        Date.from(end.minus(2, ChronoUnit.DAYS)),
        Date.from(end),
        name,
        keys.getPublic());
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(Arrays.stream(dnsNames)
            .map(dns -> new GeneralName(GeneralName.dNSName, dns))
            .toArray(GeneralName[]::new)));
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
  }

  private static Path writePem(Path file, PemObjectGenerator content) throws IOException {
    StringWriter text = new StringWriter();
    try (PemWriter writer = new PemWriter(text)) {
      writer.writeObject(content);
    }
    Path written = Files.writeString(file, text.toString());
    if (file.toString().endsWith(".key")) {
      Files.setPosixFilePermissions(written, PosixFilePermissions.fromString("rw-------"));
    }
    return written;
  }

  /** Returns a TLS context that accepts every certificate. Tests check certificates themselves. */
  public static SSLContext trustingAll() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trustAll(), RANDOM);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns trust in every server. */
  static TrustManager[] trustAll() {
    return new TrustManager[] {new TrustAll()};
  }

  private static final class TrustAll implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
