package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.listener.TlsVersion;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * TLS to https servers.
 *
 * @param verify false accepts any certificate: only for tests
 * @param trust PEM file of the trusted authorities; null for those of the JDK
 * @param serverName name for SNI and for verification; null for the server's host
 * @param identity certificate of the gateway for servers that want one; null for none
 * @param minVersion oldest version of TLS
 * @param maxVersion newest version of TLS
 * @param protocols the versions of HTTP that the server may select, the preferred one first
 * @param pins SHA-256 of public keys in Base64, one of which the server's own certificate must have; empty for any
 */
public record UpstreamTlsConfig(
    boolean verify,
    @Nullable Path trust,
    @Nullable String serverName,
    @Nullable Identity identity,
    TlsVersion minVersion,
    TlsVersion maxVersion,
    List<HttpVersion> protocols,
    List<String> pins) {
  private static final int PIN_BYTES = 32;

  private static final UpstreamTlsConfig DEFAULTS = new UpstreamTlsConfig(true, null, null);

  public UpstreamTlsConfig {
    protocols = List.copyOf(protocols);
    pins = List.copyOf(pins);
    if (minVersion.compareTo(maxVersion) > 0) {
      throw new IllegalArgumentException("minVersion: " + minVersion.token()
          + " (expected: at most maxVersion, " + maxVersion.token() + ")");
    }
    if (protocols.isEmpty() || new HashSet<>(protocols).size() != protocols.size()) {
      throw new IllegalArgumentException("protocols: " + protocols + " (expected: each once)");
    }
    for (String pin : pins) {
      if (!isPin(pin)) {
        throw new IllegalArgumentException(
            "pins: sha256/" + pin + " (expected: sha256/ and 32 bytes in Base64)");
      }
    }
  }

  /** TLS without the newer keys. */
  public UpstreamTlsConfig(boolean verify, @Nullable Path trust, @Nullable String serverName) {
    this(
        verify,
        trust,
        serverName,
        null,
        TlsVersion.TLS_1_2,
        TlsVersion.TLS_1_3,
        List.of(HttpVersion.HTTP_1_1),
        List.of());
  }

  private static boolean isPin(String pin) {
    try {
      return Base64.getDecoder().decode(pin).length == PIN_BYTES;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** PEM files of a certificate chain, leaf first, and of the leaf's private key. */
  public record Identity(Path certificate, Path key) {}

  /** A version of HTTP that ALPN can select (RFC 7301). */
  public enum HttpVersion {
    HTTP_2("h2"),
    HTTP_1_1("http/1.1");

    private final String token;

    HttpVersion(String token) {
      this.token = token;
    }

    /** Returns the name in ALPN and in the configuration. */
    public String token() {
      return token;
    }

    @Override
    public String toString() {
      return token;
    }
  }

  public boolean allows(HttpVersion version) {
    return protocols.contains(version);
  }

  public static UpstreamTlsConfig defaults() {
    return DEFAULTS;
  }
}
