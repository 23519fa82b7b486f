package io.lychgate.gateway.config.listener;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A set of TLS versions and cipher suites, after Mozilla's recommendations for servers ("Server Side TLS", version 5.7). */
public enum TlsPolicy {
  /** TLS 1.3 only. */
  MODERN("modern", TlsVersion.TLS_1_3, List.of()),

  /**
   * TLS 1.2 and 1.3. The suites of TLS 1.2 are authenticated ciphers whose keys a later theft of the private key does not reveal.
   * Mozilla's list also has suites with DHE, which BoringSSL does not have.
   */
  INTERMEDIATE(
      "intermediate",
      TlsVersion.TLS_1_2,
      List.of(
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"));

  /** All suites of TLS 1.3 are in both recommendations (RFC 8446 appendix B.4). */
  private static final List<String> TLS_1_3 =
      List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");

  private final String token;
  private final TlsVersion oldest;

  @SuppressWarnings("ImmutableEnumChecker") // List.of.
  private final List<String> ciphersOfTls12;

  TlsPolicy(String token, TlsVersion oldest, List<String> ciphersOfTls12) {
    this.token = token;
    this.oldest = oldest;
    this.ciphersOfTls12 = List.copyOf(ciphersOfTls12);
  }

  /** Returns the policy of a token that the schema accepts. */
  public static TlsPolicy of(String token) {
    return Arrays.stream(values())
        .filter(policy -> policy.token.equals(token))
        .findFirst()
        .orElse(defaults());
  }

  public static TlsPolicy defaults() {
    return INTERMEDIATE;
  }

  /** Returns the form of the configuration file. */
  public String token() {
    return token;
  }

  /** Returns the oldest version that the policy allows. */
  public TlsVersion oldest() {
    return oldest;
  }

  /** Returns the cipher suites by their names of IANA, preferred ones first. */
  public List<String> ciphers() {
    if (ciphersOfTls12.isEmpty()) {
      return TLS_1_3;
    }
    List<String> all = new ArrayList<>(TLS_1_3);
    all.addAll(ciphersOfTls12);
    return List.copyOf(all);
  }
}
