package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Reads a secret that the configuration names but does not contain: {@code file:PATH} or {@code env:NAME}. */
final class SecretReference {
  /** Bytes. A token or a password, not a document. */
  private static final int MAX_BYTES = 64 * 1024;

  private SecretReference() {}

  /**
   * Returns null if the key is absent or the secret is unavailable. The latter adds a problem, unless the reader of the configuration
   * needs no secrets: it then gets a value that fits each of them.
   */
  static @Nullable Secret read(Section section, String key) {
    if (section.context().needsSecrets() || section.text(key) == null) {
      return document(section, key);
    }
    return new Secret(standIn(section.text(key, "")));
  }

  /** Returns a text that differs from that of other references, is long enough for each use, and is Base64 for URLs. */
  private static String standIn(String reference) {
    byte[] bytes = (reference + "0".repeat(33)).getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Returns a text of which more is known than that it is there; as {@link #read} if secrets are needed. */
  static @Nullable Secret document(Section section, String key) {
    String reference = section.text(key);
    if (reference == null) {
      return null;
    }
    String objection = objection(section, key, reference);
    if (objection != null) {
      section.problem(key, reference + " " + objection);
      return null;
    }
    String value = reference.startsWith("env:")
        ? section.context().environment().get(reference.substring("env:".length()))
        : content(section, key, reference.substring("file:".length()));
    if (value == null || value.isBlank()) {
      String expected = value != null
          ? "not empty"
          : reference.startsWith("env:")
              ? "an environment variable that is set"
              : "a file that can be read, of at most 64 KiB";
      section.problem(key, reference + " (expected: " + expected + ")");
      return null;
    }
    return new Secret(value);
  }

  private static @Nullable String objection(Section section, String key, String reference) {
    LocalReach reach = section.context().reach();
    try {
      return reference.startsWith("env:")
          ? reach.objectionToVariable(reference.substring("env:".length()))
          : reach.objection(fileOf(section, key, reference.substring("file:".length())));
    } catch (InvalidPathException e) {
      // Reported as a file that cannot be read.
      return null;
    }
  }

  private static Path fileOf(Section section, String key, String path) {
    return section.directoryOf(key).resolve(path).normalize();
  }

  private static @Nullable String content(Section section, String key, String path) {
    try {
      Path file = fileOf(section, key, path);
      section.context().sources().add(file);
      // The path may be a device or a large file by mistake.
      if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
        return null;
      }
      return Files.readString(file, StandardCharsets.UTF_8).replaceFirst("\\r?\\n\\z", "");
    } catch (IOException | InvalidPathException e) {
      return null;
    }
  }
}
