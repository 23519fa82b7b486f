package io.lychgate.gateway.config.listener;

import io.lychgate.gateway.config.pattern.AddressRange;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The PROXY protocol on the TCP port of a listener.
 *
 * @param from the proxies; each of their connections begins with a header
 * @param versions the accepted versions
 * @param refusesOthers true if connections from other addresses are closed; false if they are clients without a header
 */
public record ProxyProtocolConfig(
    List<AddressRange> from, Set<ProxyHeader> versions, boolean refusesOthers) {
  public ProxyProtocolConfig {
    from = List.copyOf(from);
    if (from.isEmpty()) {
      throw new IllegalArgumentException("from: none (expected: at least one range of addresses)");
    }
    if (versions.isEmpty()) {
      throw new IllegalArgumentException("versions: none (expected: v1, v2 or both)");
    }
    versions = Collections.unmodifiableSet(EnumSet.copyOf(versions));
  }
}
