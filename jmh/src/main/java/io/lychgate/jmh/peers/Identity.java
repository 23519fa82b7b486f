package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * ECDSA P-256 certificate for {@code localhost} of every peer, and a client context that trusts it.
 *
 * @param both chain and key in one file, for HAProxy
 * @param store both as PKCS #12, for Java
 */
public record Identity(Path chain, Path key, Path both, Path store, SSLContext client) {
  /** Password of the store. */
  static final String PASSWORD = "lychgate";

  private static final String ALIAS = "peer";

  /** Creates a certificate in the folder. */
  static Identity create(Path directory) throws IOException, GeneralSecurityException {
    Path store = directory.resolve("identity.p12");
    Commands.output(keytool(store), directory);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    Certificate certificate = keys.getCertificate(ALIAS);
    String chain = pem("CERTIFICATE", certificate.getEncoded());
    String key = pem("PRIVATE KEY", keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded());
    return new Identity(
        Files.writeString(directory.resolve("chain.pem"), chain),
        Files.writeString(directory.resolve("key.pem"), key),
        Files.writeString(directory.resolve("both.pem"), chain + key),
        store,
        trusting(certificate));
  }

  private static List<String> keytool(Path store) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair",
        "-keyalg",
        "EC",
        "-groupname",
        "secp256r1",
        "-sigalg",
        "SHA256withECDSA",
        "-dname",
        "CN=localhost",
        "-ext",
        "san=dns:localhost,ip:127.0.0.1",
        "-validity",
        "90",
        "-storetype",
        "PKCS12",
        "-alias",
        ALIAS,
        "-storepass",
        PASSWORD,
        "-keypass",
        PASSWORD,
        "-keystore",
        store.toString());
  }

  private static String pem(String label, byte[] der) {
    byte[] newline = {'\n'};
    String body = Base64.getMimeEncoder(64, newline).encodeToString(der);
    return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
  }

  private static SSLContext trusting(Certificate certificate)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(ALIAS, certificate);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
