package io.lychgate.gateway.config.pem;

import java.nio.file.Path;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** Findings about a certificate that can be used, but that some clients reject now or soon, or whose key is not safe. */
public final class CertificateNotices {
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
    String end = end(Lifetime.of(chain), now);
    if (end != null) {
      notices.add(place + ": " + end);
    }
    if (namesNothing(chain.get(0))) {
      notices.add(place + ": the certificate has no subjectAltName, so browsers reject it for each"
          + " host (expected: a certificate with the names of its hosts)");
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

  /** A common name is no host name (RFC 9525 section 2). */
  private static boolean namesNothing(X509Certificate certificate) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      return names == null || names.isEmpty();
    } catch (CertificateParsingException e) {
      return true;
    }
  }

  private static @Nullable String end(Lifetime lifetime, Instant now) {
    if (lifetime.hasEnded(now)) {
      return "expired on " + lifetime.end()
          + "; clients reject it (expected: a renewed certificate)";
    }
    if (!lifetime.hasBegun(now)) {
      return "valid from " + lifetime.begin() + " on; clients reject it until then";
    }
    return lifetime.isNearEnd(now)
        ? "expires on " + lifetime.end() + ", in "
            + Math.max(0, Duration.between(now, lifetime.end()).toDays())
            + " days (expected: a renewed certificate)"
        : null;
  }
}
