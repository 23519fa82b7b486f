package io.lychgate.gateway.config.listener;

import io.lychgate.gateway.config.pattern.AddressRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sources of a client's address if proxies stand before a listener.
 *
 * @param proxyProtocol null if connections have no header of the PROXY protocol
 * @param trustedProxies proxies whose forwarding fields name the client; none by default
 * @param forwarded the fields that the trusted proxies use
 */
public record ClientAddressConfig(
    @Nullable ProxyProtocolConfig proxyProtocol,
    List<AddressRange> trustedProxies,
    ForwardedForm forwarded) {
  private static final ClientAddressConfig OF_CONNECTION =
      new ClientAddressConfig(null, List.of(), ForwardedForm.X_FORWARDED);

  public ClientAddressConfig {
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** Returns the default: the client's address is that of its connection. */
  public static ClientAddressConfig ofConnection() {
    return OF_CONNECTION;
  }
}
