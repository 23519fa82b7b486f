package io.lychgate.gateway.admin.access;

import io.lychgate.gateway.config.pem.SelfSigned;
import io.lychgate.gateway.store.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Set;

/**
 * The self-signed certificate of the admin plane, used while none is configured. Its file is kept, so that a browser's exception
 * survives restarts.
 *
 * @param chain PEM file
 * @param key PEM file, readable by its owner only
 */
public record AdminCertificate(Path chain, Path key) {

  private static final Duration RENEW_BEFORE = Duration.ofDays(30);

  /** Returns the kept certificate. Creates a new one if there is none, it expires soon, or it lacks a name. */
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
    SelfSigned created = SelfSigned.create("Lychgate admin", names, clock);
    // The key first: after a crash in between, a chain without its key would look complete.
    writePrivately(key, created.key());
    writePrivately(chain, created.certificate());
  }

  private static void writePrivately(Path file, String text) throws IOException {
    WholeFile.replace(file, text.getBytes(StandardCharsets.US_ASCII), WholeFile.ownerOnly(file));
  }
}
