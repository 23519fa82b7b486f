package io.lychgate.gateway.config.listener;

import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.policy.Policies;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
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
 * @param clients where the addresses of clients come from
 * @param originFrame true if clients get the origins of their connection (RFC 8336, RFC 9412); with {@code tls} only
 * @param passthrough names whose TLS ends behind the gateway; with {@code tls} and TCP only
 * @param httpsRedirect without {@code tls} only; null for none
 * @param policies the policies of all requests that arrive here, unless their site or route states others
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
    HealthConfig health,
    ClientAddressConfig clients,
    boolean originFrame,
    List<PassthroughConfig> passthrough,
    @Nullable HttpsRedirectConfig httpsRedirect,
    Policies policies) {

  public ListenerConfig {
    Require.text("name", name);
    Require.text("host", host);
    Require.range("port", port, 0, 65535);
    if (protocols.isEmpty()) {
      throw new IllegalArgumentException(
          "protocols: none (expected: at least one of h3, h2, http/1.1)");
    }
    protocols = Collections.unmodifiableSet(EnumSet.copyOf(protocols));
    passthrough = List.copyOf(passthrough);
    if (tls != null && httpsRedirect != null) {
      throw new IllegalArgumentException(
          "redirectToHttps: beside tls (expected: a listener without tls)");
    }
    if (tls == null && protocols.contains(Protocol.HTTP_3)) {
      throw new IllegalArgumentException(
          "protocols: h3 without tls (expected: tls, QUIC has no plain form)");
    }
  }

  /** Returns a listener with every protocol that its TLS or plain text allows, and default timeouts and limits. */
  public static ListenerConfig of(String name, String host, int port, @Nullable TlsConfig tls) {
    return builder(name, host, port, tls).build();
  }

  /** Returns a builder with the values of {@link #of}. */
  public static Builder builder(String name, String host, int port, @Nullable TlsConfig tls) {
    return new Builder(name, host, port, tls);
  }

  /** Returns the default protocols of a listener without TLS. */
  public static Set<Protocol> plainProtocols() {
    return EnumSet.of(Protocol.HTTP_1_1, Protocol.HTTP_2);
  }

  public boolean speaks(Protocol protocol) {
    return protocols.contains(protocol);
  }

  /** Returns the certificates that clients are asked for. */
  public ClientAuth clientAuth() {
    return tls == null ? ClientAuth.NONE : tls.clientAuth();
  }

  public boolean asksForCertificates() {
    return clientAuth() != ClientAuth.NONE;
  }

  /** Builds a listener. Values that are not set have their defaults. */
  public static final class Builder {
    private final String name;
    private final String host;
    private final int port;
    private final @Nullable TlsConfig tls;
    private Set<Protocol> protocols;
    private TimeoutConfig timeouts = TimeoutConfig.defaults();
    private LimitConfig limits = LimitConfig.defaults();
    private AltSvcConfig altSvc = AltSvcConfig.defaults();
    private QuicConfig quic = QuicConfig.defaults();
    private HealthConfig health = HealthConfig.off();
    private ClientAddressConfig clients = ClientAddressConfig.ofConnection();
    private boolean originFrame = true;
    private List<PassthroughConfig> passthrough = List.of();
    private @Nullable HttpsRedirectConfig httpsRedirect;
    private Policies policies = Policies.NONE;

    private Builder(String name, String host, int port, @Nullable TlsConfig tls) {
      this.name = name;
      this.host = host;
      this.port = port;
      this.tls = tls;
      this.protocols = tls == null ? plainProtocols() : EnumSet.allOf(Protocol.class);
    }

    public Builder protocols(Set<Protocol> spoken) {
      protocols = spoken;
      return this;
    }

    public Builder timeouts(TimeoutConfig value) {
      timeouts = value;
      return this;
    }

    public Builder limits(LimitConfig value) {
      limits = value;
      return this;
    }

    public Builder altSvc(AltSvcConfig value) {
      altSvc = value;
      return this;
    }

    public Builder quic(QuicConfig value) {
      quic = value;
      return this;
    }

    public Builder health(HealthConfig value) {
      health = value;
      return this;
    }

    public Builder clients(ClientAddressConfig value) {
      clients = value;
      return this;
    }

    public Builder originFrame(boolean value) {
      originFrame = value;
      return this;
    }

    public Builder passthrough(List<PassthroughConfig> value) {
      passthrough = value;
      return this;
    }

    public Builder httpsRedirect(@Nullable HttpsRedirectConfig value) {
      httpsRedirect = value;
      return this;
    }

    public Builder policies(Policies value) {
      policies = value;
      return this;
    }

    public ListenerConfig build() {
      return new ListenerConfig(
          name,
          host,
          port,
          protocols,
          tls,
          timeouts,
          limits,
          altSvc,
          quic,
          health,
          clients,
          originFrame,
          passthrough,
          httpsRedirect,
          policies);
    }
  }
}
