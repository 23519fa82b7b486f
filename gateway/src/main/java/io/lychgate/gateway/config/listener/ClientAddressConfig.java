package io.lychgate.gateway.config.listener;

import io.lychgate.gateway.config.pattern.AddressRange;
import io.lychgate.gateway.config.policy.AcceptedPeers;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sources of a client's address if proxies stand before a listener.
 *
 * @param proxyProtocol null if connections have no header of the PROXY protocol
 * @param trustedProxies proxies whose forwarding fields name the client; none by default
 * @param forwarded the fields that the trusted proxies use
 * @param proxyFields the peers of whom the other fields of proxies are kept
 */
public record ClientAddressConfig(
    @Nullable ProxyProtocolConfig proxyProtocol,
    List<AddressRange> trustedProxies,
    ForwardedForm forwarded,
    AcceptedPeers proxyFields) {
  /** The beginning of further names. Those with for, host, port and proto are read and set, the others belong to {@link #isProxyField}. */
  public static final String FORWARDED_FAMILY = "x-forwarded-";

  private static final Set<String> FORWARDED = Set.of(
      FORWARDED_FAMILY + "for",
      FORWARDED_FAMILY + "host",
      FORWARDED_FAMILY + "port",
      FORWARDED_FAMILY + "proto");

  /**
   * Fields by which proxies and content delivery networks describe the client, and those by which they describe the target that it
   * requested, in lower case. Applications and their libraries trust them.
   */
  public static final Set<String> PROXY_FIELDS = Set.of(
      "cf-connecting-ip",
      "cf-connecting-ipv6",
      "cf-pseudo-ipv4",
      "client-ip",
      "do-connecting-ip",
      "fastly-client-ip",
      "fly-client-ip",
      "forwarded-for",
      "front-end-https",
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
      "x-host",
      "x-http-host-override",
      "x-middleware-subrequest",
      "x-original-forwarded-for",
      "x-original-host",
      "x-original-uri",
      "x-original-url",
      "x-originating-ip",
      "x-override-url",
      "x-proxyuser-ip",
      "x-real-ip",
      "x-remote-addr",
      "x-remote-ip",
      "x-rewrite-url",
      "x-scheme",
      "x-url-scheme");

  private static final ClientAddressConfig OF_CONNECTION =
      new ClientAddressConfig(null, List.of(), ForwardedForm.X_FORWARDED, AcceptedPeers.TRUSTED);

  public ClientAddressConfig {
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** Returns the default: the client's address is that of its connection. */
  public static ClientAddressConfig ofConnection() {
    return OF_CONNECTION;
  }

  /** Returns true if only proxies should set the field, and the gateway does not set it itself. */
  public static boolean isProxyField(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return PROXY_FIELDS.contains(lower)
        || (lower.startsWith(FORWARDED_FAMILY) && !FORWARDED.contains(lower));
  }

  /** Returns true if no request of a client has fields of proxies when its route is chosen. */
  public boolean dropsProxyFields() {
    return proxyFields == AcceptedPeers.NEVER
        || (proxyFields == AcceptedPeers.TRUSTED && trustedProxies.isEmpty());
  }
}
