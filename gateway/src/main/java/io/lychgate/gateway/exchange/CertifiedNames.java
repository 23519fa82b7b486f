package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.site.SiteConfig;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The DNS names of one or more certificates. Any thread. */
public final class CertifiedNames {
  public static final CertifiedNames NONE = new CertifiedNames(List.of());

  private final Set<String> exact = new HashSet<>();

  /** Suffixes, which begin with the dot: a wildcard matches one label (RFC 9525 section 6.3). */
  private final Set<String> wildcard = new HashSet<>();

  /** The origins of the last call. Loops may compute them at the same time: the results are equal. */
  private volatile @Nullable Origins origins;

  private record Origins(List<SiteConfig> sites, int port, OriginSet set) {}

  /** @param names in lower case; a wildcard begins with {@code *.} */
  public CertifiedNames(Collection<String> names) {
    for (String name : names) {
      if (name.startsWith("*.")) {
        wildcard.add(name.substring(1));
      } else {
        exact.add(name);
      }
    }
  }

  /** Returns the names of all of these. */
  public static CertifiedNames union(Collection<CertifiedNames> parts) {
    CertifiedNames all = new CertifiedNames(List.of());
    for (CertifiedNames part : parts) {
      all.exact.addAll(part.exact);
      all.wildcard.addAll(part.wildcard);
    }
    return all;
  }

  /** @param host lower case, without port */
  public boolean covers(String host) {
    if (exact.contains(host)) {
      return true;
    }
    int dot = host.indexOf('.');
    return dot > 0 && !wildcard.isEmpty() && wildcard.contains(host.substring(dot));
  }

  /** Returns true if a certificate has exactly this name, not by a wildcard. */
  boolean names(String host) {
    return exact.contains(host);
  }

  /** Returns the origins of these sites, at this port, for which the certificate is valid. */
  @SuppressWarnings("ReferenceEquality") // An equal list in another object is only encoded again.
  OriginSet originsOf(List<SiteConfig> sites, int port, ServedNames served) {
    Origins last = origins;
    if (last == null || last.sites != sites || last.port != port) {
      last = new Origins(sites, port, OriginSet.of(sites, port, served::serves));
      origins = last;
    }
    return last.set;
  }
}
