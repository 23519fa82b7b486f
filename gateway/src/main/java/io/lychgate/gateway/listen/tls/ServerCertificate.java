package io.lychgate.gateway.listen.tls;

import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.listen.ocsp.Staple;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A certificate that a listener serves.
 *
 * @param place the file of its chain, or the directory of the authority that issued it
 * @param key the file of its key; null if it is in none
 * @param staple the OCSP response for its clients over TCP; null if there is no responder
 */
public record ServerCertificate(
    PemIdentity identity,
    Origin origin,
    String place,
    @Nullable Path key,
    @Nullable Staple staple) {

  /** The source of a certificate. */
  public enum Origin {
    FILE("file"),
    ACME("acme"),
    /** Made by the gateway, until the ordered one is there. */
    PLACEHOLDER("placeholder");

    private final String token;

    Origin(String token) {
      this.token = token;
    }

    public String token() {
      return token;
    }
  }
}
