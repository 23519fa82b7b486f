package io.lychgate.gateway.admin.access;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * The certificate that the admin plane signs itself while none is configured, kept so that a browser's exception
 * lasts over restarts.
 *
 * @param chain PEM file
 * @param key PEM file, readable by its owner only
 */
public record AdminCertificate(Path chain, Path key) {

  private static final Duration LIFE = Duration.ofDays(397); // What browsers take at most.
  private static final Duration RENEW_BEFORE = Duration.ofDays(30);

  /** The kept one, or a new one when there is none, it ends soon, or it lacks a name. */
  public static AdminCertificate keptIn(Path directory, Set<String> names, InstantSource clock)
      throws IOException, GeneralSecurityException {
    AdminCertificate files = new AdminCertificate(
        directory.resolve("admin-cert.pem"), directory.resolve("admin-key.pem"));
    Files.createDirectories(directory);
    if (!files.serves(names, clock)) {
      files.create(names, clock);
    }
    return files;
  }

  private boolean serves(Set<String> names, InstantSource clock) {
    if (!Files.isReadable(chain) || !Files.isReadable(key)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(chain)) {
      X509Certificate known =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      known.checkValidity(Date.from(clock.instant().plus(RENEW_BEFORE)));
      List<String> alternatives = new ArrayList<>();
      for (List<?> name : known.getSubjectAlternativeNames()) {
        alternatives.add(String.valueOf(name.get(1)));
      }
      return alternatives.containsAll(names);
    } catch (IOException | GeneralSecurityException e) {
      return false;
    }
  }

  private void create(Set<String> names, InstantSource clock)
      throws IOException, GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair pair = generator.generateKeyPair();
    byte[] certificate = sign(pair, names, clock);
    // The key first: a chain without its key would be taken for whole after a crash in between.
    writePrivately(key, pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
    writePrivately(chain, pem("CERTIFICATE", certificate));
  }

  private static byte[] sign(KeyPair pair, Set<String> names, InstantSource clock)
      throws IOException, GeneralSecurityException {
    X500Name name = new X500Name("CN=Lychgate admin");
    X509v3CertificateBuilder certificate = new JcaX509v3CertificateBuilder(
        name,
        new BigInteger(127, new SecureRandom()),
        Date.from(clock.instant().minus(Duration.ofHours(1))),
        Date.from(clock.instant().plus(LIFE)),
        name,
        pair.getPublic());
    certificate.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    certificate.addExtension(
        Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
    certificate.addExtension(Extension.subjectAlternativeName, false, alternatives(names));
    try {
      X509CertificateHolder signed = certificate.build(
          new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()));
      return signed.getEncoded();
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static GeneralNames alternatives(Set<String> names) {
    List<GeneralName> all = new ArrayList<>();
    all.add(new GeneralName(GeneralName.dNSName, "localhost"));
    all.add(new GeneralName(GeneralName.iPAddress, "127.0.0.1"));
    all.add(new GeneralName(GeneralName.iPAddress, "::1"));
    names.forEach(name -> all.add(new GeneralName(GeneralName.dNSName, name)));
    return new GeneralNames(all.toArray(GeneralName[]::new));
  }

  private static String pem(String kind, byte[] der) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n";
  }

  private static void writePrivately(Path file, String text) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] rights = posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
    Files.createFile(fresh, rights);
    Files.writeString(fresh, text, StandardCharsets.US_ASCII);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
