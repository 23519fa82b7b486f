package io.lychgate.gateway.listen.tls;

import io.lychgate.gateway.config.pem.PemIdentity;
import java.util.List;

/** The certificates that the gateway has ordered for its sites, for listeners with {@code tls.acme}. */
@FunctionalInterface
public interface IssuedCertificates {
  IssuedCertificates NONE = List::of;

  /** Returns those to serve now; a placeholder for names that have none yet. */
  List<Issued> all();

  /**
   * An issued certificate.
   *
   * @param isLastResort true if it is only for a listener that has no other certificate
   * @param place the directory of the authority
   */
  record Issued(PemIdentity identity, boolean isPlaceholder, boolean isLastResort, String place) {}
}
