package io.lychgate.gateway.config.pem;

import java.nio.file.Path;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** Findings about a certificate that can be used, but that some clients reject now or soon, or whose key is not safe. */
public final class CertificateNotices {
  /** CA/Browser Forum Baseline Requirements, section 6.1.5. */
  private static final int MIN_RSA_BITS = 2048;

  private CertificateNotices() {}

  /**
   * Returns one sentence for each finding.
   *
   * @param place the file of the chain, or another origin
   * @param key the file of the key; null if it is in no file
   * @param roots the names of the roots that clients are known to have; read only for a chain without its root
   */
  public static List<String> of(
      String place,
      @Nullable Path key,
      List<X509Certificate> chain,
      Instant now,
      Supplier<Set<X500Principal>> roots) {
    List<String> notices = new ArrayList<>();
    String end = end(Lifetime.of(chain), now, "clients");
    if (end != null) {
      notices.add(place + ": " + end);
    }
    if (!hasNames(chain.get(0))) {
      notices.add(place + ": has no name of a host (subjectAltName); clients reject it"
          + " (expected: a certificate for the hosts that it serves)");
    }
    if (chain.get(0).getPublicKey() instanceof RSAPublicKey rsa
        && rsa.getModulus().bitLength() < MIN_RSA_BITS) {
      notices.add(place + ": its RSA key has " + rsa.getModulus().bitLength()
          + " bits; clients reject it (expected: at least " + MIN_RSA_BITS + ")");
    }
    X509Certificate last = chain.get(chain.size() - 1);
    String missing =
        ChainCheck.isSelfIssued(last) ? null : ChainCheck.missingIssuer(chain, roots.get());
    if (missing != null) {
      notices.add(place + ": the issuer of the last certificate, " + missing
          + ", is neither in the file nor a root of Java; clients that do not know it reject the chain"
          + " (expected: its certificate at the end of the file, unless it is a root of your own)");
    }
    List<X509Certificate> surplus = ChainCheck.surplus(chain);
    if (!surplus.isEmpty()) {
      notices.add(place + ": " + surplus.size()
          + (surplus.size() == 1 ? " certificate follows" : " certificates follow")
          + " the root, which clients ignore: "
          + ChainCheck.nameOf(surplus.get(0).getSubjectX500Principal()));
    }
    String exposure = key == null ? null : KeyFile.exposure(key);
    if (exposure != null) {
      notices.add(exposure);
    }
    return notices;
  }

  /**
   * Returns one sentence for each finding about a certificate that the gateway presents to servers.
   *
   * @param key the file of the key
   */
  public static List<String> ofClient(
      String place, Path key, List<X509Certificate> chain, Instant now) {
    List<String> notices = new ArrayList<>();
    String end = end(Lifetime.of(chain), now, "servers");
    if (end != null) {
      notices.add(place + ": " + end);
    }
    String exposure = KeyFile.exposure(key);
    if (exposure != null) {
      notices.add(exposure);
    }
    return notices;
  }

  /** Returns a sentence about trusted authorities of which none is valid, or soon none is; null if some authority stays. */
  public static @Nullable String ofAuthorities(
      String place, List<X509Certificate> authorities, Instant now) {
    X509Certificate last = authorities.stream()
        .max(Comparator.comparing(X509Certificate::getNotAfter))
        .orElseThrow();
    Lifetime lifetime =
        new Lifetime(last.getNotBefore().toInstant(), last.getNotAfter().toInstant());
    if (lifetime.hasEnded(now)) {
      return place + ": no authority is valid any more, the last one expired on " + lifetime.end()
          + " (expected: the present certificates of the authorities)";
    }
    return lifetime.isNearEnd(now)
        ? place + ": the last authority expires on " + lifetime.end() + ", in "
            + days(lifetime, now) + " (expected: its next certificate beside it)"
        : null;
  }

  /**
   * Returns a sentence about a certificate that no client gets; null if some client does.
   *
   * @param names the DNS names of the certificate
   * @param earlier the names of the certificates before it on the listener; empty for the first one
   */
  public static @Nullable String unserved(
      String place, String listener, List<String> names, Set<String> earlier) {
    return earlier.isEmpty() || !earlier.containsAll(names)
        ? null
        : place + ": no client of listener " + listener
            + " gets it, because certificates before it have its names (expected: each name once)";
  }

  /** Clients look for the host in the alternative names only (RFC 9525 section 6.3). */
  private static boolean hasNames(X509Certificate leaf) {
    try {
      return leaf.getSubjectAlternativeNames() != null;
    } catch (CertificateParsingException e) {
      return false;
    }
  }

  private static @Nullable String end(Lifetime lifetime, Instant now, String peers) {
    if (lifetime.hasEnded(now)) {
      return "expired on " + lifetime.end() + "; " + peers
          + " reject it (expected: a renewed certificate)";
    }
    if (!lifetime.hasBegun(now)) {
      return "valid from " + lifetime.begin() + " on; " + peers + " reject it until then";
    }
    return lifetime.isNearEnd(now)
        ? "expires on " + lifetime.end() + ", in " + days(lifetime, now)
            + " (expected: a renewed certificate)"
        : null;
  }

  /** Returns the time that is left, in words. */
  private static String days(Lifetime lifetime, Instant now) {
    long left = Math.max(0, Duration.between(now, lifetime.end()).toDays());
    return left == 1 ? "1 day" : left + " days";
  }
}
