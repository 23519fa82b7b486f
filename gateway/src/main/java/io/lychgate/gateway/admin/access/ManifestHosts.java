package io.lychgate.gateway.admin.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lychgate.gateway.config.yaml.Substitution;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.config.yaml.YamlSchemaReader;
import io.lychgate.gateway.store.Grant;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads the hosts of a manifest from its text, also from one with errors in other parts. Keeps the hosts of texts that it has read. */
public final class ManifestHosts {

  /** Texts whose hosts are kept. Reading a large text takes a tenth of a second. */
  private static final int MAX_KEPT = 2000;

  private final Cache<String, Optional<Set<String>>> kept =
      Caffeine.newBuilder().maximumSize(MAX_KEPT).build();

  /** Returns the hosts; {@code *} alone for a manifest for every host; empty if they cannot be read. */
  public Optional<Set<String>> of(String text) {
    return kept.get(hash(text), any -> read(text));
  }

  private static Optional<Set<String>> read(String text) {
    YamlNode root =
        YamlSchemaReader.parse(text, "manifest", "", Substitution.NONE).root();
    if (root == null) {
      return Optional.empty();
    }
    YamlNode list = root.field("hosts").orElse(null);
    if (list == null) {
      return Optional.of(Set.of(Grant.ALL));
    }
    if (!list.json().isArray()) {
      return Optional.empty();
    }
    Set<String> hosts = new HashSet<>();
    for (YamlNode item : list.items()) {
      if (!item.json().isValueNode()) {
        return Optional.empty();
      }
      hosts.add(item.text().toLowerCase(Locale.ROOT));
    }
    return Optional.of(hosts.isEmpty() ? Set.of(Grant.ALL) : Set.copyOf(hosts));
  }

  private static String hash(String text) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
