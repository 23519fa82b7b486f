package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.pem.PemIdentity;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/** Reads the PEM files that a configuration names, to find a wrong one before the first handshake. */
final class CertificateCheck {
  private CertificateCheck() {}

  static void check(Section section, Path chain, Path key) {
    check(section, "chain", chain, key);
  }

  /** Checks the certificate of the gateway for its servers. */
  static void checkClient(Section section, Path certificate, Path key) {
    check(section, "certificate", certificate, key);
  }

  private static void check(Section section, String chainKey, Path chain, Path key) {
    boolean hasChain = readable(section, chainKey, chain, () -> PemIdentity.readChain(chain));
    boolean hasKey = readable(section, "key", key, () -> PemIdentity.readKey(key));
    if (hasChain && hasKey) {
      readable(section, "key", key, () -> PemIdentity.read(chain, key));
    }
  }

  static void checkTrust(Section section, Path trust) {
    readable(section, "trust", trust, () -> PemIdentity.readChain(trust));
  }

  /** Reads one file. */
  private interface Reading {
    Object read() throws IOException, GeneralSecurityException;
  }

  private static boolean readable(Section section, String key, Path file, Reading reading) {
    try {
      reading.read();
      return true;
    } catch (NoSuchFileException e) {
      section.problem(key, file + " (expected: a file that exists)");
    } catch (AccessDeniedException e) {
      section.problem(key, file + " (expected: permission to read it)");
    } catch (IOException e) {
      section.problem(key, file + " (expected: a readable file; " + e.getMessage() + ")");
    } catch (GeneralSecurityException e) {
      section.problem(key, file + " (expected: " + e.getMessage() + ")");
    }
    return false;
  }
}
