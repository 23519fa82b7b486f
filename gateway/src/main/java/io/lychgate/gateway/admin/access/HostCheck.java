package io.lychgate.gateway.admin.access;

import io.netty.util.NetUtil;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that a request may name.
 *
 * <p>This check prevents DNS rebinding: an attacker's site can make its own name resolve to this address, and its pages then have
 * the same origin as the gateway. It cannot do that with a literal address, with localhost, or with a configured name.
 */
public final class HostCheck {

  private final Set<String> names;

  public HostCheck(Set<String> names) {
    this.names = names.stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .collect(Collectors.toUnmodifiableSet());
  }

  public boolean allows(@Nullable String authority) {
    if (authority == null || authority.isEmpty()) {
      return false;
    }
    String host = hostOf(authority).toLowerCase(Locale.ROOT);
    return host.equals("localhost")
        // RFC 6761 6.3: all names below localhost are loopback.
        || host.endsWith(".localhost")
        || NetUtil.isValidIpV4Address(host)
        || NetUtil.isValidIpV6Address(host)
        || names.contains(host);
  }

  private static String hostOf(String authority) {
    if (authority.startsWith("[")) {
      int end = authority.indexOf(']');
      return end < 0 ? authority : authority.substring(1, end);
    }
    int colon = authority.indexOf(':');
    return colon < 0 ? authority : authority.substring(0, colon);
  }
}
