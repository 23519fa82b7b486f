package io.lychgate.gateway.acme;

import io.lychgate.gateway.config.AcmeConfig.Challenge;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.site.SiteConfig;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The names of one certificate to order: hosts of one site, sorted.
 *
 * @param id hash of the names
 */
record OrderedNames(String id, List<String> names) {
  /** Names of one certificate. Public authorities accept no more. */
  private static final int MAX_NAMES = 100;

  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*");

  OrderedNames {
    names = List.copyOf(names);
  }

  /**
   * Returns the certificates that sites need: one for each site, more for a site with many hosts. No authority issues for every host,
   * for an address, or for a name without a dot; only dns-01 proves a wildcard.
   *
   * @param isCovered true for names of certificates in files
   */
  static List<OrderedNames> of(
      List<SiteConfig> sites, Challenge challenge, Predicate<String> isCovered) {
    List<OrderedNames> all = new ArrayList<>();
    for (SiteConfig site : sites) {
      List<String> names = site.hosts().stream()
          .map(HostPattern::toString)
          .filter(name -> mayBeOrdered(name, challenge) && !isCovered.test(name))
          .sorted()
          .distinct()
          .toList();
      for (int from = 0; from < names.size(); from += MAX_NAMES) {
        all.add(of(names.subList(from, Math.min(names.size(), from + MAX_NAMES))));
      }
    }
    return all;
  }

  /** Returns the hosts of sites for which no certificate can be ordered, but that have a name. */
  static List<String> wildcardsWithoutDns(
      List<SiteConfig> sites, Challenge challenge, Predicate<String> isCovered) {
    return sites.stream()
        .flatMap(site -> site.hosts().stream())
        .map(HostPattern::toString)
        .filter(name -> name.startsWith("*.") && challenge != Challenge.DNS_01)
        .filter(name -> !isCovered.test(name))
        .toList();
  }

  private static boolean mayBeOrdered(String name, Challenge challenge) {
    return name.indexOf('.') > 0
        && !ADDRESS.matcher(name).matches()
        && (challenge == Challenge.DNS_01 || !name.startsWith("*"));
  }

  static OrderedNames of(List<String> names) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256")
          .digest(String.join(",", names).getBytes(StandardCharsets.UTF_8));
      return new OrderedNames(HexFormat.of().formatHex(hash), names);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256: not in this JDK (expected: in every one)", e);
    }
  }
}
