package io.lychgate.gateway.doctor;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.site.DiscoveryConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Checks how fast the names of the configured servers are resolved, and if their addresses can be used from here. */
final class NameChecks {
  /** Names that are resolved. More would only repeat the finding on the resolver. */
  private static final int MAX_NAMES = 20;

  /** A local cache needs less. */
  private static final Duration SLOW = Duration.ofMillis(20);

  private final Kernel kernel;
  private final Lookup lookup;

  /** Resolves a name to its addresses of one family. */
  @FunctionalInterface
  interface Lookup {
    List<InetAddress> of(String name, ResolvedAddressTypes family) throws UnknownHostException;
  }

  /**
   * The result for one family.
   *
   * @param addresses empty if the name has none
   */
  private record Result(List<InetAddress> addresses, Duration taken) {}

  NameChecks(Kernel kernel, Lookup lookup) {
    this.kernel = kernel;
    this.lookup = lookup;
  }

  List<Finding> run(GatewayConfig config) {
    Set<String> names = new LinkedHashSet<>();
    for (UpstreamConfig upstream : config.upstreams().values()) {
      upstream.servers().stream()
          .map(ServerConfig::host)
          .filter(NameChecks::isName)
          .forEach(names::add);
      DiscoveryConfig.Dns dns = upstream.discovery().dns();
      if (dns != null && dns.type() == DiscoveryConfig.Type.ADDRESS) {
        names.add(dns.name());
      }
    }
    List<Finding> findings = new ArrayList<>();
    names.stream().limit(MAX_NAMES).forEach(name -> findings.add(judge(name)));
    if (names.isEmpty()) {
      findings.add(Finding.skip("dns", "no server of the configuration has a name"));
    }
    return findings;
  }

  /** Returns false for an address, and for the path of a UNIX socket. */
  private static boolean isName(String host) {
    return !NetUtil.isValidIpV4Address(host)
        && !NetUtil.isValidIpV6Address(host)
        && !host.startsWith("/");
  }

  private Finding judge(String name) {
    Result v4 = resolve(name, ResolvedAddressTypes.IPV4_ONLY);
    Result v6 = resolve(name, ResolvedAddressTypes.IPV6_ONLY);
    String found = name + ": A " + text(v4) + ", AAAA " + text(v6);
    boolean usesIpv6 = v6.addresses().stream().anyMatch(each -> !each.isLoopbackAddress());
    if (v4.addresses().isEmpty() && v6.addresses().isEmpty()) {
      return Finding.fail(
          "dns",
          found,
          "requests to it get 502; correct the name, or the nameserver in /etc/resolv.conf");
    }
    if (usesIpv6 && !kernel.hasIpv6()) {
      return v4.addresses().isEmpty()
          ? Finding.fail(
              "dns",
              found,
              "this machine has no global IPv6 address: no server of this name can be reached")
          : Finding.warn(
              "dns",
              found,
              "this machine has no global IPv6 address, so an attempt to connect to one of these fails before"
                  + " the next begins; add an IPv6 address, or remove the AAAA records");
    }
    Duration slower = v4.taken().compareTo(v6.taken()) > 0 ? v4.taken() : v6.taken();
    return slower.compareTo(SLOW) > 0
        ? Finding.warn(
            "dns",
            found,
            "a request after the expiry of the record waits up to " + slower.toMillis()
                + " ms; use a cache on this machine, such as systemd-resolved or unbound")
        : Finding.ok("dns", found);
  }

  private Result resolve(String name, ResolvedAddressTypes family) {
    long start = System.nanoTime();
    List<InetAddress> addresses;
    try {
      addresses = lookup.of(name, family);
    } catch (UnknownHostException e) {
      addresses = List.of();
    }
    return new Result(addresses, Duration.ofNanos(System.nanoTime() - start));
  }

  private static String text(Result result) {
    return (result.addresses().isEmpty()
            ? "none"
            : Integer.toString(result.addresses().size())) + " in "
        + result.taken().toMillis() + " ms";
  }
}
