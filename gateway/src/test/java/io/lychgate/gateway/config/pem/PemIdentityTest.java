package io.lychgate.gateway.config.pem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PemIdentityTest {
  @TempDir
  Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void readsPkcs8(String algorithm) throws Exception {
    KeyPair keys = CertificateFiles.keys(algorithm);
    Path chain = CertificateFiles.writeChain(directory.resolve("a.pem"), keys);
    Path key = CertificateFiles.writePkcs8(directory.resolve("a.key"), keys);

    PemIdentity identity = PemIdentity.read(chain, key);

    assertThat(identity.chain()).hasSize(1);
    assertThat(identity.key().getEncoded()).isEqualTo(keys.getPrivate().getEncoded());
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC"})
  void readsOlderFormats(String algorithm) throws Exception {
    KeyPair keys = CertificateFiles.keys(algorithm);
    Path chain = CertificateFiles.writeChain(directory.resolve("a.pem"), keys);
    Path key = CertificateFiles.writeOldForm(directory.resolve("a.key"), keys);
    assertThat(key).content().startsWith("-----BEGIN " + algorithm + " PRIVATE KEY-----");

    assertThat(PemIdentity.read(chain, key).key().getAlgorithm()).isEqualTo(algorithm);
  }

  @Test
  void readsAWholeChainWithCommentsBetween() throws Exception {
    Path one = CertificateFiles.writeChain(directory.resolve("1.pem"), CertificateFiles.keys("EC"));
    Path two = CertificateFiles.writeChain(directory.resolve("2.pem"), CertificateFiles.keys("EC"));
    Path both = directory.resolve("both.pem");
    Files.writeString(
        both, "# Stra\u00dfe\n" + Files.readString(one) + "\nsubject=x\n" + Files.readString(two));

    assertThat(PemIdentity.readChain(both)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC"})
  void rejectsAKeyThatDoesNotMatchTheCertificate(String algorithm) throws Exception {
    Path chain =
        CertificateFiles.writeChain(directory.resolve("a.pem"), CertificateFiles.keys("EC"));
    Path key =
        CertificateFiles.writePkcs8(directory.resolve("b.key"), CertificateFiles.keys(algorithm));

    assertThatThrownBy(() -> PemIdentity.read(chain, key))
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessage("the key of the first certificate in a.pem");
  }

  @Test
  void readsAnEcKeyWithItsPublicHalf() throws Exception {
    KeyPair keys = CertificateFiles.keys("EC");
    Path chain = CertificateFiles.writeChain(directory.resolve("a.pem"), keys);
    Path key = CertificateFiles.writeWithPoint(
        directory.resolve("a.key"), keys.getPrivate(), keys.getPublic());

    assertThat(PemIdentity.read(chain, key).key().getAlgorithm()).isEqualTo("EC");
  }

  @Test
  void ecKeyWithAForeignPublicHalfIsDetectedByItsSignature() throws Exception {
    KeyPair keys = CertificateFiles.keys("EC");
    Path chain = CertificateFiles.writeChain(directory.resolve("a.pem"), keys);
    Path key = CertificateFiles.writeWithPoint(
        directory.resolve("a.key"),
        keys.getPrivate(),
        CertificateFiles.keys("EC").getPublic());

    assertThat(PemIdentity.read(chain, key).key().getAlgorithm()).isEqualTo("EC");
  }

  @Test
  void reportsAnEncryptedKey() throws IOException {
    Path key = Files.writeString(
        directory.resolve("a.key"),
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n");

    assertThatThrownBy(() -> PemIdentity.readKey(key)).hasMessage("a key without a pass phrase");
  }

  @Test
  void damagedFileCausesOnlyAReportedProblem() throws Exception {
    KeyPair keys = CertificateFiles.keys("EC");
    Path chain = CertificateFiles.writeChain(directory.resolve("a.pem"), keys);
    Path old = CertificateFiles.writeOldForm(directory.resolve("a.key"), keys);
    Path broken = directory.resolve("broken");
    Random random = new Random(7);
    for (int i = 0; i < 500; i++) {
      for (Path file : new Path[] {chain, old}) {
        byte[] bytes = Files.readAllBytes(file);
        bytes[30 + random.nextInt(bytes.length - 60)] =
            (byte) "AZaz09+/=-\n".charAt(random.nextInt(11));
        Files.write(broken, bytes);
        assertOnlyChecked(broken);
      }
    }
    Files.write(broken, "-----BEGIN CERTIFICATE-----".getBytes(StandardCharsets.US_ASCII));
    assertOnlyChecked(broken);
  }

  private static void assertOnlyChecked(Path file) throws IOException {
    try {
      PemIdentity.readChain(file);
    } catch (GeneralSecurityException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
    try {
      PemIdentity.readKey(file);
    } catch (GeneralSecurityException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }
}
