package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.password.PasswordHash;
import io.lychgate.gateway.config.policy.ApiKeyPolicy;
import io.lychgate.gateway.config.policy.BasicPolicy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code basic} and {@code apiKeys}. */
final class CredentialReader {
  private static final Pattern SHA_256 = Pattern.compile("[0-9A-Fa-f]{64}");

  /** Characters. The hash of a key is fast, so a short key could be guessed. */
  private static final int MIN_KEY = 16;

  private CredentialReader() {}

  static Optional<BasicPolicy> basic(Section section) {
    Path file = section.path("users");
    if (file == null) {
      return Optional.empty();
    }
    Map<String, String> users =
        CredentialFile.read(section, "users", file, PasswordHash::problemOf);
    String nameField = section.has("nameField") ? FieldName.read(section, "nameField", "") : "";
    if (users.isEmpty()) {
      return Optional.empty();
    }
    return section.build(() -> new BasicPolicy(
        file,
        users,
        section.text("realm", "restricted"),
        section.duration("remember", BasicPolicy.DEFAULT_REMEMBERED),
        section.flag("forward", false),
        nameField));
  }

  static Optional<ApiKeyPolicy> apiKeys(Section section) {
    Map<String, String> keys = new LinkedHashMap<>();
    Set<String> names = new HashSet<>();
    boolean isValid = true;
    for (Section each : section.sections("keys")) {
      String hash = hash(each);
      isValid &= hash != null && add(each, "name", each.text("name", ""), hash, keys, names);
    }
    Path file = section.path("file");
    if (file != null) {
      Map<String, String> ofFile = CredentialFile.read(
          section,
          "file",
          file,
          hash -> SHA_256.matcher(hash).matches() ? "" : "the SHA-256 hash of a key, 64 digits");
      isValid &= !ofFile.isEmpty();
      for (Map.Entry<String, String> each : ofFile.entrySet()) {
        isValid &= add(
            section, "file", each.getKey(), each.getValue().toLowerCase(Locale.ROOT), keys, names);
      }
    }
    String query = section.text("query", "");
    boolean hasHeader = section.has("header") || query.isEmpty();
    String header = hasHeader ? header(section) : "";
    String nameField = section.has("nameField") ? FieldName.read(section, "nameField", "") : "";
    if (!isValid) {
      return Optional.empty();
    }
    return section.build(() ->
        new ApiKeyPolicy(header, query, keys, file, section.flag("forward", false), nameField));
  }

  private static String header(Section section) {
    return FieldName.read(section, "header", ApiKeyPolicy.DEFAULT_HEADER);
  }

  private static boolean add(
      Section section,
      String key,
      String name,
      String hash,
      Map<String, String> keys,
      Set<String> names) {
    if (keys.containsKey(hash) || !names.add(name)) {
      section.problem(key, name + " (expected: each name and each key once)");
      return false;
    }
    keys.put(hash, name);
    return true;
  }

  /** Returns the SHA-256 hash of a key; null after a problem. */
  private static @Nullable String hash(Section section) {
    if (section.has("sha256") == section.has("secret")) {
      section.problem(
          section.has("sha256") ? "secret" : "sha256", "(expected: one of sha256 and secret)");
      return null;
    }
    String hash = section.text("sha256");
    if (hash != null) {
      return hash.toLowerCase(Locale.ROOT);
    }
    Secret secret = SecretReference.read(section, "secret");
    if (secret != null && secret.reveal().length() < MIN_KEY) {
      section.problem("secret", "(expected: a key of at least " + MIN_KEY + " characters)");
      return null;
    }
    return secret == null ? null : sha256(secret.reveal());
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256: each Java has it", e);
    }
  }
}
