package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads a secret that the configuration names but does not contain: {@code file:PATH} or {@code env:NAME}. */
final class SecretReference {
  /** Bytes. A token or a password, not a document. */
  private static final int MAX_BYTES = 64 * 1024;

  private SecretReference() {}

  /** Returns null if the key is absent or the secret is unavailable. The latter adds a problem. */
  static @Nullable Secret read(Section section, String key) {
    String reference = section.text(key);
    if (reference == null) {
      return null;
    }
    String value = reference.startsWith("env:")
        ? section.context().environment().get(reference.substring("env:".length()))
        : content(section, key, reference.substring("file:".length()));
    if (value == null || value.isBlank()) {
      section.problem(
          key,
          reference + " (expected: " + (value == null ? "readable and set" : "not empty") + ")");
      return null;
    }
    return new Secret(value);
  }

  private static @Nullable String content(Section section, String key, String path) {
    try {
      Path file = section.directoryOf(key).resolve(path).normalize();
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
