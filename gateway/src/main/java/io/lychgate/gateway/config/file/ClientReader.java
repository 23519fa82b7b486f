package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.listener.ClientAddressConfig;
import io.lychgate.gateway.config.listener.ForwardedForm;
import io.lychgate.gateway.config.listener.PassthroughConfig;
import io.lychgate.gateway.config.listener.ProxyHeader;
import io.lychgate.gateway.config.listener.ProxyProtocolConfig;
import io.lychgate.gateway.config.pattern.AddressRange;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pem.DnsNames;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.config.policy.AcceptedPeers;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the keys of a listener that concern the addresses of clients, and {@code passthrough}. */
final class ClientReader {
  private static final String FORWARDED = "forwarded";
  private static final String PASSTHROUGH = "passthrough";

  private ClientReader() {}

  static ClientAddressConfig clients(Section listener) {
    List<AddressRange> trusted = ranges(listener, "trustedProxies");
    ForwardedForm form =
        ForwardedForm.of(listener.text(FORWARDED, "")).orElse(ForwardedForm.X_FORWARDED);
    if (form != ForwardedForm.X_FORWARDED && trusted.isEmpty()) {
      listener.problem(
          FORWARDED,
          listener.text(FORWARDED, "")
              + " (expected: trustedProxies beside it, no forwarding field is read without)");
    }
    return new ClientAddressConfig(
        listener.has("proxyProtocol") ? proxyProtocol(listener.section("proxyProtocol")) : null,
        trusted,
        form,
        AcceptedPeers.of(listener.text("proxyFields", AcceptedPeers.TRUSTED.token())));
  }

  /** Returns null if no range is usable; that is already a problem. */
  private static @Nullable ProxyProtocolConfig proxyProtocol(Section section) {
    List<AddressRange> from = ranges(section, "from");
    Set<ProxyHeader> versions = EnumSet.noneOf(ProxyHeader.class);
    section.texts("versions").forEach(token -> ProxyHeader.of(token).ifPresent(versions::add));
    if (versions.isEmpty()) {
      versions.addAll(EnumSet.allOf(ProxyHeader.class));
    }
    boolean refusesOthers = section.text("others", "refuse").equals("refuse");
    return from.isEmpty() ? null : new ProxyProtocolConfig(from, versions, refusesOthers);
  }

  static List<AddressRange> ranges(Section section, String key) {
    List<AddressRange> ranges = new ArrayList<>();
    List<String> texts = section.texts(key);
    for (int i = 0; i < texts.size(); i++) {
      Optional<AddressRange> range = AddressRange.parse(texts.get(i));
      if (range.isEmpty()) {
        section.problem(
            key,
            i,
            texts.get(i) + " (expected: an address or a range, as 10.0.0.0/8 or 2001:db8::/32)");
      }
      range.ifPresent(ranges::add);
    }
    return ranges;
  }

  static List<PassthroughConfig> passthrough(Section listener) {
    List<Section> sections = listener.sections(PASSTHROUGH);
    if (!sections.isEmpty() && !listener.has("tls")) {
      listener.problem(
          PASSTHROUGH,
          "without tls (expected: tls beside it, the server name is in a ClientHello)");
    }
    List<PassthroughConfig> all = new ArrayList<>();
    Map<String, Section> seen = new HashMap<>();
    Set<String> owned = sections.isEmpty() ? Set.of() : certificateNames(listener);
    for (Section section : sections) {
      List<HostPattern> hosts = hosts(section, seen, owned);
      List<PassthroughConfig.Server> servers = servers(section);
      if (!hosts.isEmpty() && !servers.isEmpty()) {
        all.add(new PassthroughConfig(
            hosts,
            servers,
            ProxyHeader.of(section.text("proxyProtocol", "off")).orElse(null),
            section.duration("connectTimeout", Limits.CONNECT),
            section.duration("idleTimeout", Limits.PASSTHROUGH_IDLE)));
      }
    }
    return all;
  }

  private static Set<String> certificateNames(Section listener) {
    Set<String> names = new HashSet<>();
    for (Section certificate : listener.section("tls").sections("certificates")) {
      Path chain = certificate.path("chain");
      if (chain != null) {
        names.addAll(namesIn(chain));
      }
    }
    return names;
  }

  /** Returns the names of a certificate; none if the file cannot be read, which is a problem of the listener's {@code tls}. */
  private static List<String> namesIn(Path chain) {
    try {
      return DnsNames.of(PemIdentity.readChain(chain).get(0));
    } catch (IOException | GeneralSecurityException unreadable) {
      return List.of();
    }
  }

  private static List<HostPattern> hosts(
      Section section, Map<String, Section> seen, Set<String> owned) {
    List<HostPattern> hosts = new ArrayList<>();
    List<String> texts = section.texts("hosts");
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      String problem = HostPattern.problemOf(text);
      Section earlier = seen.putIfAbsent(text.toLowerCase(Locale.ROOT), section);
      if (!problem.isEmpty() || text.equals("*")) {
        section.problem("hosts", i, text + " (expected: a host name or *.example.com)");
      } else if (earlier != null) {
        section.problem(
            "hosts",
            i,
            text + " (expected: in one list, the first is on line "
                + earlier.position().line() + ")");
      } else if (owned.contains(text.toLowerCase(Locale.ROOT))) {
        section.problem(
            "hosts",
            i,
            text + " (expected: a name that no certificate of the listener has, else its sites get"
                + " no requests for it)");
      } else {
        hosts.add(HostPattern.of(text));
      }
    }
    return hosts;
  }

  private static List<PassthroughConfig.Server> servers(Section section) {
    List<PassthroughConfig.Server> servers = new ArrayList<>();
    List<String> texts = section.texts("servers");
    for (int i = 0; i < texts.size(); i++) {
      Optional<HostPort> address = HostPort.parse(texts.get(i)).filter(parsed -> parsed.port() > 0);
      if (address.isEmpty()) {
        section.problem("servers", i, texts.get(i) + " (expected: a port of 1-65535)");
      }
      address.ifPresent(
          parsed -> servers.add(new PassthroughConfig.Server(parsed.host(), parsed.port())));
    }
    return servers;
  }
}
