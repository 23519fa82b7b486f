package io.lychgate.gateway.listen.tls;

import io.lychgate.gateway.config.pem.DnsNames;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.exchange.CertifiedNames;
import io.netty.util.Mapping;
import java.io.IOException;
import java.security.cert.CertificateParsingException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maps the server name that a client requests (SNI, RFC 6066 section 3) to the TLS context of a certificate. The first certificate
 * of the configuration serves unknown names and clients without SNI. Immutable.
 *
 * @param <C> the TLS context type of TCP or of QUIC
 */
public final class ServerNames<C> implements Mapping<String, C> {
  private final C fallback;
  private final Map<String, C> exact = new HashMap<>();

  /** Contexts by suffix, which begins with the dot: a wildcard matches one label (RFC 9525 section 6.3). */
  private final Map<String, C> wildcard = new HashMap<>();

  private ServerNames(C fallback) {
    this.fallback = fallback;
  }

  /** Creates the context of each identity; there is at least one. */
  static <C> ServerNames<C> of(List<PemIdentity> identities, ContextOf<C> contexts)
      throws IOException {
    ServerNames<C> names = null;
    for (PemIdentity identity : identities) {
      C context = contexts.of(identity);
      if (names == null) {
        names = new ServerNames<>(context);
      }
      for (String name : namesOf(identity)) {
        names.add(name, context);
      }
    }
    if (names == null) {
      throw new IOException("certificates: none (expected: at least one)");
    }
    return names;
  }

  /**
   * Maps names to the certificates that have them.
   *
   * @param certificates the DNS names of each, at least one
   */
  public static ServerNames<CertifiedNames> ofNames(
      List<? extends Collection<String>> certificates) {
    ServerNames<CertifiedNames> all = new ServerNames<>(new CertifiedNames(certificates.get(0)));
    for (int i = 0; i < certificates.size(); i++) {
      CertifiedNames its = i == 0 ? all.fallback : new CertifiedNames(certificates.get(i));
      certificates.get(i).forEach(name -> all.add(name, its));
    }
    return all;
  }

  private void add(String name, C context) {
    Map<String, C> into = name.startsWith("*.") ? wildcard : exact;
    into.putIfAbsent(name.startsWith("*.") ? name.substring(1) : name, context);
  }

  /** Returns true if every client gets the same certificate, so that its requested name need not be read. */
  public boolean isSingle() {
    return exact.values().stream().allMatch(fallback::equals)
        && wildcard.values().stream().allMatch(fallback::equals);
  }

  /** Returns true if a certificate has exactly this name, which is in lower case. */
  public boolean isName(String name) {
    return exact.containsKey(name);
  }

  /** Returns the context that a name gets if a certificate has it; null if only the first certificate is left. */
  public @Nullable C find(String name) {
    C found = exact.get(name);
    int dot = name.indexOf('.');
    return found != null || dot < 0 ? found : wildcard.get(name.substring(dot));
  }

  public C fallback() {
    return fallback;
  }

  @Override
  public C map(@Nullable String name) {
    if (name == null) {
      return fallback;
    }
    C found = find(name.toLowerCase(Locale.ROOT));
    return found == null ? fallback : found;
  }

  /** Returns the DNS names of a certificate in lower case. */
  static List<String> namesOf(PemIdentity identity) throws IOException {
    try {
      return DnsNames.of(identity.chain().get(0));
    } catch (CertificateParsingException e) {
      throw new IOException("names of a certificate: " + e.getMessage(), e);
    }
  }

  /** Creates the context of one identity. */
  @FunctionalInterface
  interface ContextOf<C> {
    C of(PemIdentity identity) throws IOException;
  }
}
