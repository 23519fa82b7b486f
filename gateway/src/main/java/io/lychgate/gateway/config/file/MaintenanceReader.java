package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.policy.MaintenancePolicy;
import io.lychgate.gateway.config.policy.MaintenancePolicy.Pass;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the policy {@code maintenance}. */
final class MaintenanceReader {
  private MaintenanceReader() {}

  static Optional<MaintenancePolicy> read(Section section) {
    Path file = section.path("file");
    if (file != null && section.has("enabled")) {
      section.problem("file", "beside enabled (expected: one of them)");
    }
    boolean isOn = file == null ? section.flag("enabled", true) : Files.exists(file);
    Section allow = section.section("allow");
    return Optional.of(new MaintenancePolicy(
        isOn,
        file,
        section.duration("retryAfter", MaintenancePolicy.RETRY_AFTER),
        PageReader.read(section.section("page")),
        ClientReader.ranges(allow, "client"),
        pass(allow, "header"),
        pass(allow, "cookie")));
  }

  /** Returns null if there is none, or after a problem. */
  private static @Nullable Pass pass(Section allow, String key) {
    if (!allow.has(key)) {
      return null;
    }
    Section section = allow.section(key);
    Secret value = SecretReference.read(section, "value");
    String name = section.text("name", "");
    return value == null
        ? null
        : new Pass(key.equals("header") ? name.toLowerCase(Locale.ROOT) : name, value.reveal());
  }
}
