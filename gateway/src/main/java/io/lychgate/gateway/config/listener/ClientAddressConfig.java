package io.lychgate.gateway.config.listener;

import io.lychgate.gateway.config.pattern.AddressRange;
import io.lychgate.gateway.config.policy.AcceptedPeers;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sources of a client's address if proxies stand before a listener.
 *
 * @param proxyProtocol null if connections have no header of the PROXY protocol
 * @param trustedProxies proxies whose forwarding fields name the client; none by default
 * @param forwarded the fields that the trusted proxies use
 * @param addressFields the peers whose {@link #ADDRESS_FIELDS} are kept
 */
public record ClientAddressConfig(
    @Nullable ProxyProtocolConfig proxyProtocol,
    List<AddressRange> trustedProxies,
    ForwardedForm forwarded,
    AcceptedPeers addressFields) {
  /**
   * Fields besides {@code X-Forwarded-For} and {@code Forwarded} by which proxies and content delivery networks name the client, in
   * lower case. Applications and their libraries believe them.
   */
  public static final Set<String> ADDRESS_FIELDS = Set.of(
      "cf-connecting-ip",
      "cf-connecting-ipv6",
      "cf-pseudo-ipv4",
      "client-ip",
      "do-connecting-ip",
      "fastly-client-ip",
      "fly-client-ip",
      "forwarded-for",
      "proxy-client-ip",
      "true-client-ip",
      "wl-proxy-client-ip",
      "x-appengine-user-ip",
      "x-azure-clientip",
      "x-azure-socketip",
      "x-client-ip",
      "x-cluster-client-ip",
      "x-envoy-external-address",
      "x-forwarded",
      "x-original-forwarded-for",
      "x-originating-ip",
      "x-proxyuser-ip",
      "x-real-ip",
      "x-remote-addr",
      "x-remote-ip");

  private static final ClientAddressConfig OF_CONNECTION =
      new ClientAddressConfig(null, List.of(), ForwardedForm.X_FORWARDED, AcceptedPeers.TRUSTED);

  public ClientAddressConfig {
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** Returns the default: the client's address is that of its connection. */
  public static ClientAddressConfig ofConnection() {
    return OF_CONNECTION;
  }

  /** Returns true if no request of a client has {@link #ADDRESS_FIELDS} when its route is chosen. */
  public boolean dropsAddressFields() {
    return addressFields == AcceptedPeers.NEVER
        || (addressFields == AcceptedPeers.TRUSTED && trustedProxies.isEmpty());
  }
}
