package io.lychgate.gateway.config.listener;

/** A version of TLS. 1.0 and 1.1 are absent: RFC 8996. QUIC always takes 1.3 (RFC 9001 4.2). */
public enum TlsVersion {
  TLS_1_2("1.2"),
  TLS_1_3("1.3");

  private final String token;

  TlsVersion(String token) {
    this.token = token;
  }

  /** Returns the form of the configuration file: {@code 1.2}. */
  public String token() {
    return token;
  }

  /** Returns the form of the JDK and OpenSSL: {@code TLSv1.2}. */
  public String protocolName() {
    return "TLSv" + token;
  }

  public static TlsVersion defaults() {
    return TLS_1_2;
  }
}
