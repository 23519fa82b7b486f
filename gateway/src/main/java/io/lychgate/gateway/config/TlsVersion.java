package io.lychgate.gateway.config;

/** A version of TLS. 1.0 and 1.1 are absent: RFC 8996. QUIC always takes 1.3 (RFC 9001 4.2). */
public enum TlsVersion {
  TLS_1_2("1.2"),
  TLS_1_3("1.3");

  private final String token;

  TlsVersion(String token) {
    this.token = token;
  }

  /** As the file writes it: {@code 1.2}. */
  public String token() {
    return token;
  }

  /** As JDK and OpenSSL write it: {@code TLSv1.2}. */
  public String protocolName() {
    return "TLSv" + token;
  }

  public static TlsVersion defaults() {
    return TLS_1_2;
  }
}
