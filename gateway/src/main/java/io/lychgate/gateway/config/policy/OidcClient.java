package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.check.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The gateway as a client of an OpenID Provider.
 *
 * @param issuer URL of the provider, the exact value of {@code iss}
 * @param clientSecret null for a public client
 * @param scopes scopes of the authorization request, {@code openid} among them
 * @param algorithms values of {@code alg} of ID tokens that are accepted
 * @param clockSkew tolerance of {@code exp} and {@code iat}
 * @param readsUserInfo true if claims are read from the provider's UserInfo endpoint, too
 */
public record OidcClient(
    String issuer,
    String clientId,
    @Nullable Secret clientSecret,
    List<String> scopes,
    List<String> algorithms,
    Duration clockSkew,
    boolean readsUserInfo) {

  /** The scope that makes a request of OAuth one of OpenID Connect. */
  public static final String OPENID = "openid";

  /** Values of a list. */
  static final int MAX_VALUES = 64;

  private static final Set<String> ALGORITHMS =
      Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");

  public OidcClient {
    Require.text("issuer", issuer);
    Require.text("clientId", clientId);
    scopes = List.copyOf(scopes);
    algorithms = List.copyOf(algorithms);
    Require.range("scopes", scopes.size(), 1, MAX_VALUES);
    Require.range("algorithms", algorithms.size(), 1, ALGORITHMS.size());
    Require.range("clockSkew", clockSkew.toSeconds(), 0, JwtPolicy.MAX_SKEW.toSeconds());
    if (!scopes.contains(OPENID)) {
      throw new IllegalArgumentException(
          "scopes: " + String.join(" ", scopes) + " (expected: openid among them)");
    }
    for (String algorithm : algorithms) {
      // With a shared secret, a public key could be taken for it (RFC 8725 section 3.1).
      if (!ALGORITHMS.contains(algorithm)) {
        throw new IllegalArgumentException("algorithms: " + algorithm + " (expected: one of "
            + ALGORITHMS.stream().sorted().collect(Collectors.joining(", ")) + ")");
      }
    }
  }
}
