package io.lychgate.gateway.auth.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.claims.AccessTokenHash;
import com.nimbusds.openid.connect.sdk.validators.AccessTokenValidator;
import com.nimbusds.openid.connect.sdk.validators.IDTokenClaimsVerifier;
import com.nimbusds.openid.connect.sdk.validators.InvalidHashException;
import io.lychgate.gateway.auth.jwt.KeyRing;
import io.lychgate.gateway.auth.oidc.ProviderFailure.Reason;
import io.lychgate.gateway.config.policy.OidcClient;
import java.text.ParseException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Verifies ID tokens of one provider for one client (OpenID Connect Core 1.0 section 3.1.3.7). Thread-safe. */
final class IdTokenCheck {
  /** Characters. Larger ones do not fit into cookies anyway. */
  private static final int MAX_TOKEN = 16 * 1024;

  private final Issuer issuer;
  private final ClientID client;
  private final int skewSeconds;
  private final Set<JWSAlgorithm> algorithms = new HashSet<>();
  private final Executor workers;

  /**
   * The claims that a token must have.
   *
   * @param nonce null after a refresh, whose tokens have none
   * @param accessToken the one beside it, for {@code at_hash}
   */
  record Expected(@Nullable String nonce, String accessToken) {
    @Override
    public String toString() {
      return "expected claims";
    }
  }

  IdTokenCheck(OidcClient registered, Executor workers) {
    this.issuer = new Issuer(registered.issuer());
    this.client = new ClientID(registered.clientId());
    this.skewSeconds = (int) registered.clockSkew().toSeconds();
    registered.algorithms().forEach(name -> algorithms.add(JWSAlgorithm.parse(name)));
    this.workers = workers;
  }

  /** Returns the claims of a valid token. Reads the keys of the provider again if that of the token is unknown. */
  CompletableFuture<JWTClaimsSet> verify(Provider.Known provider, String token, Expected expected) {
    return CompletableFuture.supplyAsync(() -> verified(provider, token, expected), workers)
        .thenCompose(claims -> {
          if (claims != null) {
            return CompletableFuture.completedFuture(claims);
          }
          CompletableFuture<Void> read = new CompletableFuture<>();
          if (!provider.keys().refresh(() -> read.complete(null))) {
            read.complete(null);
          }
          return read.thenApplyAsync(
              ignored -> {
                JWTClaimsSet again = verified(provider, token, expected);
                if (again == null) {
                  throw provider.keys().current() == null
                      ? new ProviderFailure(Reason.UNAVAILABLE, "jwks: no keys of the provider")
                      : invalid("the provider has no such key");
                }
                return again;
              },
              workers);
        });
  }

  /** Returns null if the key of the token is unknown. */
  private @Nullable JWTClaimsSet verified(
      Provider.Known provider, String token, Expected expected) {
    if (token.length() > MAX_TOKEN) {
      throw invalid("too large");
    }
    try {
      SignedJWT jwt = SignedJWT.parse(token);
      JWSHeader header = jwt.getHeader();
      if (!algorithms.contains(header.getAlgorithm())) {
        throw invalid("the algorithm is not accepted");
      }
      if (header.getCriticalParams() != null || !header.isBase64URLEncodePayload()) {
        throw invalid("critical parameters");
      }
      KeyRing ring = provider.keys().current();
      List<JWSVerifier> verifiers = ring == null ? List.of() : ring.select(header);
      if (verifiers.isEmpty()) {
        return null;
      }
      if (!isSigned(jwt, verifiers)) {
        throw invalid("the signature is wrong");
      }
      JWTClaimsSet claims = jwt.getJWTClaimsSet();
      checkClaims(claims, header, expected);
      return claims;
    } catch (ParseException | IllegalArgumentException | StackOverflowError e) {
      // Tokens without a signature (alg none) are among them.
      throw invalid("malformed, or not signed");
    }
  }

  private static boolean isSigned(SignedJWT jwt, List<JWSVerifier> verifiers) {
    for (JWSVerifier verifier : verifiers) {
      try {
        if (verifier.verify(jwt.getHeader(), jwt.getSigningInput(), jwt.getSignature())) {
          return true;
        }
      } catch (JOSEException e) {
        // The key does not fit the algorithm after all.
      }
    }
    return false;
  }

  private void checkClaims(JWTClaimsSet claims, JWSHeader header, Expected expected)
      throws ParseException {
    Nonce nonce = expected.nonce() == null ? null : new Nonce(expected.nonce());
    try {
      // iss, sub, aud, azp, exp, iat and nonce.
      new IDTokenClaimsVerifier(issuer, client, nonce, skewSeconds).verify(claims, null);
    } catch (BadJOSEException e) {
      throw invalid(problemOf(claims, nonce));
    }
    String party = claims.getStringClaim("azp");
    boolean hasOther = party != null && !party.equals(client.getValue());
    if (hasOther || (claims.getAudience().size() > 1 && party == null)) {
      throw invalid("azp is not the client");
    }
    String hash = claims.getStringClaim("at_hash");
    if (hash != null) {
      try {
        AccessTokenValidator.validate(
            new BearerAccessToken(expected.accessToken()),
            header.getAlgorithm(),
            new AccessTokenHash(hash));
      } catch (InvalidHashException e) {
        throw invalid("at_hash is not of the access token");
      }
    }
  }

  /** Returns the claim that is wrong. The message of the library has values, which go to no log. */
  private String problemOf(JWTClaimsSet claims, @Nullable Nonce nonce) throws ParseException {
    if (!issuer.getValue().equals(claims.getIssuer())) {
      return "iss is another issuer";
    }
    if (!claims.getAudience().contains(client.getValue())) {
      return "aud is not the client";
    }
    if (nonce != null && !nonce.getValue().equals(claims.getStringClaim("nonce"))) {
      return "nonce is not that of the login";
    }
    return "sub, azp, exp or iat is absent or wrong";
  }

  private static ProviderFailure invalid(String why) {
    return new ProviderFailure(Reason.INVALID, "ID token: " + why);
  }
}
