package io.lychgate.gateway.config.pem;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A server's certificate chain, leaf first, and the private key of the leaf. */
public record PemIdentity(List<X509Certificate> chain, PrivateKey key) {
  /** Bytes. The longest chains have some ten certificates; a bundle of authorities has 200 KiB. */
  private static final int MAX_FILE_BYTES = 4 * 1024 * 1024;

  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519");

  public PemIdentity {
    chain = List.copyOf(chain);
  }

  /** Reads both files. The message of a GeneralSecurityException states what was expected. */
  public static PemIdentity read(Path chain, Path key)
      throws IOException, GeneralSecurityException {
    PemIdentity identity = new PemIdentity(readChain(chain), readKey(key));
    if (!KeyMatch.isPair(identity.chain().get(0).getPublicKey(), identity.key())) {
      throw new GeneralSecurityException(
          "the key of the first certificate in " + chain.getFileName() + placeOfKey(identity));
    }
    return identity;
  }

  /** Names the certificate that the key belongs to, if it is another one of the file: then the order is wrong. */
  private static String placeOfKey(PemIdentity identity) throws GeneralSecurityException {
    for (int i = 1; i < identity.chain().size(); i++) {
      X509Certificate certificate = identity.chain().get(i);
      if (KeyMatch.isPair(certificate.getPublicKey(), identity.key())) {
        return "; it is the key of certificate " + (i + 1) + ", "
            + ChainCheck.nameOf(certificate.getSubjectX500Principal())
            + ": the order is wrong, that certificate comes first";
      }
    }
    return "";
  }

  /** Reads the texts of both files. */
  public static PemIdentity parse(String chain, String key) throws GeneralSecurityException {
    PemIdentity identity = new PemIdentity(chainOf(chain), keyOf(key));
    if (!KeyMatch.isPair(identity.chain().get(0).getPublicKey(), identity.key())) {
      throw new GeneralSecurityException("the key of the first certificate");
    }
    return identity;
  }

  /** Reads the first private key of a text. */
  public static PrivateKey parseKey(String pem) throws GeneralSecurityException {
    return keyOf(pem);
  }

  /** Reads every certificate of a PEM file; at least one. */
  public static List<X509Certificate> readChain(Path file)
      throws IOException, GeneralSecurityException {
    return chainOf(text(file));
  }

  private static List<X509Certificate> chainOf(String text) throws GeneralSecurityException {
    List<X509Certificate> chain = new ArrayList<>();
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    for (PemBlock block : PemBlock.of(text)) {
      if (block.type().equals("CERTIFICATE")) {
        chain.addAll(certificates(factory, block.content()));
      }
    }
    if (chain.isEmpty()) {
      throw new CertificateException("PEM with BEGIN CERTIFICATE");
    }
    return chain;
  }

  private static Collection<X509Certificate> certificates(CertificateFactory factory, byte[] der)
      throws CertificateException {
    try {
      return List.of((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
    } catch (CertificateException e) {
      throw new CertificateException("a certificate of X.509", e);
    }
  }

  /** Reads the first private key of a PEM file. */
  public static PrivateKey readKey(Path file) throws IOException, GeneralSecurityException {
    return keyOf(text(file));
  }

  private static PrivateKey keyOf(String text) throws GeneralSecurityException {
    for (PemBlock block : PemBlock.of(text)) {
      if (block.type().equals("ENCRYPTED PRIVATE KEY") || block.isEncrypted()) {
        throw new GeneralSecurityException("a key without a pass phrase");
      }
      if (block.type().endsWith("PRIVATE KEY")) {
        return key(PrivateKeyForm.toPkcs8(block));
      }
    }
    throw new GeneralSecurityException(
        "PEM with BEGIN PRIVATE KEY, BEGIN RSA PRIVATE KEY or BEGIN EC PRIVATE KEY");
  }

  private static PrivateKey key(byte[] pkcs8) throws GeneralSecurityException {
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      } catch (GeneralSecurityException e) {
        // The encoding names its algorithm, and only the factory of that algorithm accepts it.
      }
    }
    throw new GeneralSecurityException("a key of RSA, EC or Ed25519");
  }

  private static String text(Path file) throws IOException {
    // The path may be a device or a pipe by mistake, which has no size and no end.
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException("no regular file");
    }
    if (Files.size(file) > MAX_FILE_BYTES) {
      throw new IOException("more than " + MAX_FILE_BYTES + " bytes");
    }
    // PEM is ASCII, but people write comments between the blocks: ISO 8859-1 decodes any byte.
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }
}
