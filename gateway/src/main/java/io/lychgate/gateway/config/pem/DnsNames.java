package io.lychgate.gateway.config.pem;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** The DNS names for which a certificate is valid (RFC 5280 section 4.2.1.6). */
public final class DnsNames {
  private static final int DNS_NAME = 2;

  private DnsNames() {}

  /**
   * Returns the DNS names of a leaf certificate in lower case. A wildcard begins with {@code *.}.
   *
   * @throws CertificateParsingException if its subjectAltName is malformed
   */
  public static List<String> of(X509Certificate leaf) throws CertificateParsingException {
    Collection<List<?>> alternatives = leaf.getSubjectAlternativeNames();
    return (alternatives == null ? List.<List<?>>of() : alternatives)
        .stream()
            .filter(name -> name.get(0) instanceof Integer type && type == DNS_NAME)
            .map(name -> name.get(1).toString().toLowerCase(Locale.ROOT))
            .toList();
  }
}
