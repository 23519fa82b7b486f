package io.lychgate.jmh.lab;

import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.net.ssl.TrustManagerFactory;

/**
 * Certificate authority of the run, and the certificate (ECDSA P-256) that it issued to the servers.
 *
 * @param certificate the authority's, PEM
 * @param chain the servers', PEM
 * @param key the servers', PEM
 */
public record Authority(Path certificate, Path chain, Path key) {
  private static final String DAYS = "30";

  /** Creates an authority in the folder, for servers with these names. */
  static Authority create(Path directory, List<String> names) throws IOException {
    openssl(
        directory,
        List.of("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "ca.key"));
    openssl(
        directory,
        List.of(
            "req",
            "-x509",
            "-new",
            "-key",
            "ca.key",
            "-days",
            DAYS,
            "-subj",
            "/CN=Lychgate laboratory",
            "-addext",
            "keyUsage=critical,keyCertSign",
            "-out",
            "ca.pem"));
    openssl(
        directory,
        List.of("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "site.ec"));
    openssl(
        directory, List.of("pkcs8", "-topk8", "-nocrypt", "-in", "site.ec", "-out", "site.key"));
    openssl(
        directory,
        List.of(
            "req", "-new", "-key", "site.key", "-subj", "/CN=" + names.get(0), "-out", "site.csr"));
    // Firefox accepts no wildcard below .test: every name is listed.
    String subjects = names.stream().map(name -> "DNS:" + name).collect(Collectors.joining(","));
    Files.writeString(
        directory.resolve("site.ext"),
        "subjectAltName=" + subjects + "\nbasicConstraints=critical,CA:FALSE\n"
            + "extendedKeyUsage=serverAuth\nkeyUsage=digitalSignature\n");
    openssl(
        directory,
        List.of(
            "x509",
            "-req",
            "-in",
            "site.csr",
            "-CA",
            "ca.pem",
            "-CAkey",
            "ca.key",
            "-CAcreateserial",
            "-days",
            DAYS,
            "-extfile",
            "site.ext",
            "-out",
            "site.pem"));
    Path chain = directory.resolve("chain.pem");
    Path certificate = directory.resolve("ca.pem");
    Files.writeString(
        chain, Files.readString(directory.resolve("site.pem")) + Files.readString(certificate));
    return new Authority(certificate, chain, directory.resolve("site.key"));
  }

  /** Returns the base64 of the SHA-256 of the servers' key, for Chromium's list of trusted certificates. */
  public String keyHash() throws IOException {
    try {
      byte[] key = read(chain).getPublicKey().getEncoded();
      return Base64.getEncoder()
          .encodeToString(MessageDigest.getInstance("SHA-256").digest(key));
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** Creates a profile folder for Firefox that trusts the authority. */
  public void trustIn(Path profile) throws IOException {
    Files.createDirectories(profile);
    String store = "sql:" + profile;
    Commands.output(List.of("certutil", "-d", store, "-N", "--empty-password"), profile);
    Commands.output(
        List.of(
            "certutil",
            "-d",
            store,
            "-A",
            "-t",
            "C,,",
            "-n",
            "laboratory",
            "-i",
            certificate.toString()),
        profile);
  }

  /** Returns a factory that trusts only the authority in the file. */
  public static TrustManagerFactory trusting(Path certificate) throws IOException {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry("authority", read(certificate));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      return trust;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private static X509Certificate read(Path file) throws IOException, CertificateException {
    try (InputStream in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private static void openssl(Path directory, List<String> arguments) throws IOException {
    List<String> command = new java.util.ArrayList<>(List.of("openssl"));
    command.addAll(arguments);
    Commands.output(command, directory);
  }
}
