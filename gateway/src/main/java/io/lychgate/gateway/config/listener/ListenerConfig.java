package io.lychgate.gateway.config.listener;

import io.lychgate.gateway.config.check.Require;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A socket that accepts clients, and the protocols that they may use on it.
 *
 * @param name unique; label of logs and metrics
 * @param host address to bind; {@code 0.0.0.0} and {@code ::} bind all addresses
 * @param port TCP port, and the UDP port too when {@code h3} is listed; 0 lets the system choose (tests)
 * @param tls null means plain text: HTTP/1.1, and HTTP/2 with prior knowledge (RFC 9113 3.3) when {@code h2} is listed
 * @param altSvc used with {@code tls} only
 * @param quic used with {@code h3} only
 */
public record ListenerConfig(
    String name,
    String host,
    int port,
    Set<Protocol> protocols,
    @Nullable TlsConfig tls,
    TimeoutConfig timeouts,
    LimitConfig limits,
    AltSvcConfig altSvc,
    QuicConfig quic,
    HealthConfig health) {

  public ListenerConfig {
    Require.text("name", name);
    Require.text("host", host);
    Require.range("port", port, 0, 65535);
    if (protocols.isEmpty()) {
      throw new IllegalArgumentException(
          "protocols: none (expected: at least one of h3, h2, http/1.1)");
    }
    protocols = Collections.unmodifiableSet(EnumSet.copyOf(protocols));
    if (tls == null && protocols.contains(Protocol.HTTP_3)) {
      throw new IllegalArgumentException(
          "protocols: h3 without tls (expected: tls, QUIC has no plain form)");
    }
  }

  /** A listener without health endpoints. */
  public ListenerConfig(
      String name,
      String host,
      int port,
      Set<Protocol> protocols,
      @Nullable TlsConfig tls,
      TimeoutConfig timeouts,
      LimitConfig limits,
      AltSvcConfig altSvc,
      QuicConfig quic) {
    this(name, host, port, protocols, tls, timeouts, limits, altSvc, quic, HealthConfig.off());
  }

  /** Returns a listener with every protocol that its TLS or plain text allows, and default timeouts and limits. */
  public static ListenerConfig of(String name, String host, int port, @Nullable TlsConfig tls) {
    Set<Protocol> protocols = tls == null ? plainProtocols() : EnumSet.allOf(Protocol.class);
    return new ListenerConfig(
        name,
        host,
        port,
        protocols,
        tls,
        TimeoutConfig.defaults(),
        LimitConfig.defaults(),
        AltSvcConfig.defaults(),
        QuicConfig.defaults());
  }

  /** Returns the default protocols of a listener without TLS. */
  public static Set<Protocol> plainProtocols() {
    return EnumSet.of(Protocol.HTTP_1_1, Protocol.HTTP_2);
  }

  public boolean speaks(Protocol protocol) {
    return protocols.contains(protocol);
  }
}
