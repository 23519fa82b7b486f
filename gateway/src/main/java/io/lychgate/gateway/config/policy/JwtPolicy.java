package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.check.Require;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code jwt}: a request needs a valid JSON Web Token (RFC 7519) of one of the issuers.
 *
 * @param sources places where a token may be; a request with tokens in two of them is malformed
 * @param clockSkew tolerance of {@code exp} and {@code nbf}
 * @param require expression of CEL over the claims; null for none
 * @param claims the claim for each field that is set on the request, by the name of the field in lower case
 * @param forwardsToken true if the token stays in the request
 * @param isOptional true if a request without a token is admitted, without an identity
 */
public record JwtPolicy(
    List<Issuer> issuers,
    List<TokenSource> sources,
    Duration clockSkew,
    @Nullable String require,
    Map<String, String> claims,
    boolean forwardsToken,
    boolean isOptional)
    implements Policy {
  public static final String KEY = "jwt";

  /** Issuers of one policy. */
  public static final int MAX_ISSUERS = 16;

  /** RFC 7519 section 4.1.4: "usually no more than a few minutes". */
  public static final Duration DEFAULT_SKEW = Duration.ofSeconds(60);

  public static final Duration MAX_SKEW = Duration.ofMinutes(10);

  /** The algorithms of an issuer that states none. */
  public static final List<String> DEFAULT_ALGORITHMS = List.of("RS256", "ES256");

  private static final Set<String> ALGORITHMS = Set.of(
      "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "HS256",
      "HS384", "HS512");

  public JwtPolicy {
    issuers = List.copyOf(issuers);
    sources = List.copyOf(sources);
    claims = Collections.unmodifiableMap(new LinkedHashMap<>(claims));
    Require.range("issuers", issuers.size(), 1, MAX_ISSUERS);
    Require.range("from", sources.size(), 1, TokenSource.MAX_SOURCES);
    Require.range("clockSkew", clockSkew.toSeconds(), 0, MAX_SKEW.toSeconds());
    long names = issuers.stream().map(Issuer::name).distinct().count();
    if (names < issuers.size()) {
      throw new IllegalArgumentException("issuers: one of them twice (expected: each once)");
    }
  }

  /**
   * An issuer whose tokens are accepted.
   *
   * @param name value of {@code iss}
   * @param audiences one of them must be in {@code aud}
   * @param algorithms values of {@code alg} that are accepted: all symmetric, or all asymmetric
   */
  public record Issuer(String name, List<String> audiences, List<String> algorithms, KeySet keys) {
    public Issuer {
      Require.text("issuer", name);
      audiences = List.copyOf(audiences);
      algorithms = List.copyOf(algorithms);
      Require.range("audience", audiences.size(), 1, 16);
      Require.range("algorithms", algorithms.size(), 1, ALGORITHMS.size());
      for (String algorithm : algorithms) {
        if (!ALGORITHMS.contains(algorithm)) {
          throw new IllegalArgumentException("algorithms: " + algorithm + " (expected: one of "
              + ALGORITHMS.stream().sorted().collect(Collectors.joining(", ")) + ")");
        }
        // A public key must never serve as a shared secret (RFC 8725 section 3.1).
        if (isSymmetric(algorithm) != isSymmetric(algorithms.get(0))) {
          throw new IllegalArgumentException("algorithms: " + algorithms.get(0) + " beside "
              + algorithm + " (expected: HS256 to HS512, or the others, not both)");
        }
      }
      if (isSymmetric(algorithms.get(0)) && keys.url() != null) {
        throw new IllegalArgumentException("algorithms: " + algorithms.get(0)
            + " with keys from a URL (expected: jwks of a file, because the keys are secret)");
      }
    }

    public boolean isSymmetric() {
      return isSymmetric(algorithms.get(0));
    }

    private static boolean isSymmetric(String algorithm) {
      return algorithm.startsWith("HS");
    }
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public List<Path> files() {
    return issuers.stream()
        .map(issuer -> issuer.keys().file())
        .filter(Objects::nonNull)
        .toList();
  }

  @Override
  public boolean authenticates() {
    return !isOptional;
  }

  @Override
  public List<String> identityFields() {
    return List.copyOf(claims.keySet());
  }

  @Override
  public String summary() {
    return (isOptional ? "reads a token of " : "requires a token of ")
        + issuers.stream().map(Issuer::name).collect(Collectors.joining(" or "))
        + (require == null ? "" : " with " + require);
  }
}
