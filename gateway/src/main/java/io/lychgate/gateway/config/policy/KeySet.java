package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.check.Secret;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The place of an issuer's keys, a JSON Web Key Set (RFC 7517): a URL or a document.
 *
 * @param url where the issuer publishes the keys
 * @param document the keys themselves; hidden, because symmetric keys are secret
 * @param file the file that has the document; null if it came from elsewhere
 */
public record KeySet(
    @Nullable URI url, @Nullable Secret document, @Nullable Path file) {
  /** Bytes. An issuer publishes some keys of 400 to 800 bytes, and often a certificate chain with each. */
  public static final int MAX_BYTES = 64 * 1024;

  public KeySet {
    if ((url == null) == (document == null)) {
      throw new IllegalArgumentException("jwks: both or none (expected: a URL or a file)");
    }
  }

  public static KeySet at(URI url) {
    return new KeySet(url, null, null);
  }

  public static KeySet of(Secret document, @Nullable Path file) {
    return new KeySet(null, document, file);
  }
}
