package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.AcmeConfig;
import io.lychgate.gateway.config.AcmeConfig.Challenge;
import io.lychgate.gateway.config.AcmeConfig.DnsHook;
import io.lychgate.gateway.config.AcmeConfig.ExternalAccount;
import io.lychgate.gateway.config.AcmeConfig.KeyType;
import io.lychgate.gateway.config.check.Secret;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Reads {@code acme}. */
final class AcmeReader {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration PROPAGATION = Duration.ofSeconds(10);

  /** Characters of a password from which a key is derived: fewer could be guessed. */
  private static final int MIN_KEY_LENGTH = 16;

  private AcmeReader() {}

  /** Returns null if the section is absent or has a problem. */
  static @Nullable AcmeConfig read(Section root) {
    if (!root.has("acme")) {
      return null;
    }
    Section section = root.section("acme");
    if (!section.flag("acceptTerms", false)) {
      section.problem(
          "acceptTerms",
          section.text("acceptTerms", "absent")
              + " (expected: true, which accepts the terms of service of the authority)");
    }
    Path accountKey = section.path("accountKey");
    if (accountKey != null) {
      CertificateCheck.checkKey(section, "accountKey", accountKey);
    }
    Path trust = section.path("trust");
    if (trust != null) {
      CertificateCheck.checkTrust(section, trust);
    }
    Secret encryptionKey = SecretReference.read(section, "encryptionKey");
    if (encryptionKey != null && encryptionKey.reveal().length() < MIN_KEY_LENGTH) {
      section.problem(
          "encryptionKey", "a short secret (expected: at least " + MIN_KEY_LENGTH + " characters)");
    }
    return section
        .build(() -> new AcmeConfig(
            URI.create(section.text("directory", "")),
            section.texts("contact"),
            Challenge.of(section.text("challenge", Challenge.HTTP_01.token())),
            hook(section),
            account(section),
            KeyType.of(section.text("keyType", KeyType.EC256.token())),
            accountKey,
            trust,
            encryptionKey))
        .orElse(null);
  }

  private static @Nullable DnsHook hook(Section acme) {
    Section section = acme.section("dns");
    Path command = section.path("command");
    if (command == null) {
      return null;
    }
    if (!Files.isRegularFile(command) || !Files.isExecutable(command)) {
      section.problem("command", command + " (expected: a program that this user may execute)");
    }
    Duration propagation = section.has("propagation")
        ? section.durationOrZero("propagation", PROPAGATION)
        : PROPAGATION;
    return new DnsHook(command, section.duration("timeout", TIMEOUT), propagation);
  }

  private static @Nullable ExternalAccount account(Section acme) {
    if (!acme.has("externalAccount")) {
      return null;
    }
    Section section = acme.section("externalAccount");
    Secret key = SecretReference.read(section, "key");
    String keyId = section.text("keyId");
    if (key == null || keyId == null) {
      return null;
    }
    try {
      var unused = Base64.getUrlDecoder().decode(key.reveal());
    } catch (IllegalArgumentException e) {
      section.problem("key", "not base64url (expected: the key of the authority, in base64url)");
      return null;
    }
    return new ExternalAccount(keyId, key);
  }
}
