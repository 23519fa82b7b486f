package io.lychgate.gateway.doctor;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Checks if a browser would accept the site's certificate for HTTP/3, for which it is stricter than for TCP. */
final class CertificateStep {
  private static final String STEP = "certificate";

  /** Types of names in a certificate (RFC 5280 section 4.2.1.6). */
  private static final int DNS_NAME = 2;

  private static final int IP_ADDRESS = 7;

  private CertificateStep() {}

  static Finding judge(X509Certificate[] chain, String host, TrustedRoots roots) {
    X509Certificate leaf = chain[0];
    Instant now = Instant.now();
    Instant end = leaf.getNotAfter().toInstant();
    if (end.isBefore(now)) {
      return Finding.fail(STEP, "expired on " + end, "renew it");
    }
    if (leaf.getNotBefore().toInstant().isAfter(now)) {
      return Finding.fail(
          STEP,
          "valid from " + leaf.getNotBefore().toInstant() + " on",
          "wait, or set the clock of this machine");
    }
    List<String> names = namesOf(leaf);
    if (names.stream().noneMatch(name -> matches(name, host))) {
      return Finding.fail(
          STEP,
          "for " + String.join(", ", names) + " and not for " + host,
          "a certificate with the name " + host + " in tls.certificates of the listener");
    }
    return judgeTrust(chain, roots, String.join(", ", names) + " until " + end);
  }

  private static Finding judgeTrust(X509Certificate[] chain, TrustedRoots roots, String found) {
    String objection = roots.objection(chain);
    if (objection.isEmpty()) {
      return Finding.ok(STEP, found);
    }
    String issuer = chain[chain.length - 1].getIssuerX500Principal().getName();
    if (roots.isNamed(chain)) {
      return Finding.warn(
          STEP,
          found + ", of " + issuer,
          "only this command trusts the root: a browser stays with HTTP/2 for it, even if the root was installed by hand (Chromium: for tests --origin-to-force-quic-on=HOST:1, Firefox: network.http.http3.disable_when_third_party_roots_found=false)");
    }
    return Finding.fail(
        STEP,
        "issued by " + issuer + ", which leads to no root of Java: " + objection,
        "browsers speak HTTP/3 under publicly trusted roots only: use such a certificate, with all its intermediates in the chain; trust this one here with --ca FILE to check the rest");
  }

  private static List<String> namesOf(X509Certificate leaf) {
    try {
      Collection<List<?>> names = leaf.getSubjectAlternativeNames();
      return names == null
          ? List.of()
          : names.stream()
              .filter(name -> name.get(0).equals(DNS_NAME) || name.get(0).equals(IP_ADDRESS))
              .map(name -> String.valueOf(name.get(1)).toLowerCase(Locale.ROOT))
              .toList();
    } catch (CertificateParsingException e) {
      return List.of();
    }
  }

  /** RFC 9525 section 6.3: an asterisk stands for the whole first label. */
  private static boolean matches(String name, String host) {
    String wanted = host.toLowerCase(Locale.ROOT);
    int dot = wanted.indexOf('.');
    return name.equals(wanted)
        || (name.startsWith("*.") && dot > 0 && name.substring(1).equals(wanted.substring(dot)))
        || sameAddress(name, wanted);
  }

  private static boolean sameAddress(String name, String host) {
    boolean isLiteral = host.indexOf(':') >= 0 || host.matches("[0-9.]+");
    if (!isLiteral || !(name.indexOf(':') >= 0 || name.matches("[0-9.]+"))) {
      return false;
    }
    try {
      return InetAddress.getByName(name).equals(InetAddress.getByName(host));
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
