package io.lychgate.gateway.acme;

import io.lychgate.gateway.config.AcmeConfig;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.store.KeySeal;
import io.lychgate.gateway.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The certificates that a configuration demands.
 *
 * @param number counts the configurations
 */
record WantedCertificates(long number, AcmeConfig config, List<OrderedNames> groups) {
  private static final String SECRET = "acme-keys";
  private static final String SEALED_KEYS = "lychgate acme private keys";

  boolean isAs(@Nullable WantedCertificates other) {
    return other != null && number == other.number;
  }

  /** Returns the URL of the authority, by which the store keeps the certificates. */
  String directory() {
    return config.directory().toString();
  }

  Set<String> names() {
    Set<String> names = new HashSet<>();
    groups.forEach(group -> names.addAll(group.names()));
    return names;
  }

  /** Returns the seal of private keys in this store. */
  KeySeal seal(Store store) {
    Secret own = config.encryptionKey();
    return new KeySeal(
        own == null
            ? store.secrets().lasting(SECRET)
            : own.reveal().getBytes(StandardCharsets.UTF_8),
        SEALED_KEYS);
  }

  /** Returns the owner of the sealed key of a group of names. */
  String ownerOf(String id) {
    return directory() + " " + id;
  }
}
