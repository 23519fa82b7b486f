package io.lychgate.gateway.admin.seam;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The certificates that this node serves to clients. */
public interface Certificates {
  /** Returns them, each once, in the order of the listeners. */
  List<Certificate> all();

  /** Returns the state of automatic certificates; null if none are configured. */
  @Nullable
  Automatic automatic();

  /**
   * A certificate with its chain.
   *
   * @param id beginning of the SHA-256 fingerprint
   * @param names DNS names
   * @param chain from the certificate itself on
   * @param end the earliest end of the chain, without the root
   * @param daysLeft days until {@code end}, negative after it
   * @param origin file, acme or placeholder
   * @param place the file, or the directory of the authority
   * @param listeners those that serve it
   * @param defaultOf those whose clients get it for unknown names
   * @param notices findings of operators' interest
   */
  record Certificate(
      String id,
      List<String> names,
      String subject,
      String issuer,
      String keyType,
      List<Link> chain,
      Instant begin,
      Instant end,
      double daysLeft,
      String origin,
      String place,
      List<String> listeners,
      List<String> defaultOf,
      @Nullable Ocsp ocsp,
      List<String> notices) {}

  /** A certificate of a chain. */
  record Link(String subject, String issuer, Instant end) {}

  /**
   * The stapled response.
   *
   * @param state good, revoked, failed or waiting
   * @param until the end of the response that is stapled; null if there is none
   * @param error why the last fetch failed; null if it did not
   * @param isNeeded true if clients reject the certificate without a response
   */
  record Ocsp(
      String state,
      @Nullable String responder,
      @Nullable Instant until,
      @Nullable String error,
      boolean isNeeded) {}

  /**
   * Certificates that the gateway orders.
   *
   * @param isLeader true if this node orders for the fleet
   */
  record Automatic(String directory, String challenge, boolean isLeader, List<Ordered> orders) {}

  /**
   * The certificate of the names of one site.
   *
   * @param state valid, waiting, ordering or failed
   * @param end the end of the certificate in use; null if there is none
   * @param renewAt time of the next order
   * @param error why the last order failed; null if it did not
   */
  record Ordered(
      List<String> names,
      String state,
      @Nullable Instant end,
      @Nullable Instant renewAt,
      @Nullable String error,
      @Nullable Instant failedAt) {}
}
