package io.lychgate.gateway.auth.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.policy.JwtPolicy;
import io.lychgate.gateway.config.policy.KeySet;
import io.lychgate.gateway.config.policy.TokenSource;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.testkit.TokenIssuer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tokens that are accepted, and above all those that are not. */
final class TokenVerifierTest {
  private static final TokenIssuer RSA = TokenIssuer.ofRsa("rsa", 2048);
  private static final TokenIssuer EC = TokenIssuer.ofEc("ec");
  private static final TokenIssuer OTHER = TokenIssuer.ofEc("ec");

  private static TokenVerifier.Outcome verify(
      String token, TokenIssuer issuer, String... algorithms) {
    JwtPolicy.Issuer trusted = new JwtPolicy.Issuer(
        TokenIssuer.NAME,
        List.of(TokenIssuer.AUDIENCE),
        algorithms.length == 0 ? JwtPolicy.DEFAULT_ALGORITHMS : List.of(algorithms),
        KeySet.of(new Secret(issuer.jwks()), null));
    return verify(token, trusted);
  }

  private static TokenVerifier.Outcome verify(String token, JwtPolicy.Issuer trusted) {
    JwtPolicy policy = new JwtPolicy(
        List.of(trusted),
        List.of(TokenSource.BEARER),
        Duration.ofSeconds(60),
        null,
        Map.of("x-user", "sub"),
        false,
        false);
    TokenVerifier verifier = new TokenVerifier(
        policy,
        each -> IssuerKeys.of(Objects.requireNonNull(each.keys().document()).reveal()),
        Runnable::run,
        Ticker.system());
    List<TokenVerifier.Outcome> outcome = new ArrayList<>();
    verifier.verify(TokenKey.of(token), token, outcome::add);
    return outcome.get(0);
  }

  /** Returns the sender of a valid token of this issuer. */
  private static VerifiedToken accepted(TokenIssuer issuer) {
    return Objects.requireNonNull(verify(issuer.token(), issuer).token());
  }

  private static Date fromNow(int seconds) {
    return Date.from(Instant.now().plusSeconds(seconds));
  }

  @Test
  void tokenOfEachKindOfKeyIsAccepted() throws Exception {
    assertThat(accepted(EC).name()).isEqualTo("ann");
    assertThat(accepted(RSA).name()).isEqualTo("ann");
    assertThat(accepted(RSA).field(0)).isEqualTo("ann");

    byte[] secret = "a secret of thirty-two characters or more".getBytes(StandardCharsets.US_ASCII);
    String set = new JWKSet(new OctetSequenceKey.Builder(secret).build()).toString(false);
    SignedJWT jwt =
        new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), TokenIssuer.claims().build());
    jwt.sign(new MACSigner(secret));
    JwtPolicy.Issuer symmetric = new JwtPolicy.Issuer(
        TokenIssuer.NAME,
        List.of(TokenIssuer.AUDIENCE),
        List.of("HS256"),
        KeySet.of(new Secret(set), null));
    assertThat(verify(jwt.serialize(), symmetric).token()).isNotNull();
  }

  record Hostile(String what, String token, Set<Refusal> refusals) {
    @Override
    public String toString() {
      return what;
    }
  }

  private static Hostile hostile(String what, String token, Refusal... refusals) {
    return new Hostile(what, token, Set.of(refusals));
  }

  private static Hostile claims(String what, JWTClaimsSet claims, Refusal refusal) {
    return hostile(what, EC.sign(claims), refusal);
  }

  private static Hostile payload(String what, String payload, Refusal refusal) {
    return hostile(what, EC.sign(EC.header().build(), payload), refusal);
  }

  static List<Hostile> hostileTokens() throws Exception {
    String claims = TokenIssuer.claims().build().toString();
    String body = claims.substring(1);
    long later = Instant.now().getEpochSecond() + 1000;
    return List.of(
        hostile("empty", "", Refusal.MALFORMED),
        hostile("no token", "abc", Refusal.MALFORMED),
        hostile("dots", "..", Refusal.MALFORMED),
        hostile("five parts", "a.b.c.d.e", Refusal.MALFORMED),
        hostile("alg none", TokenIssuer.unsigned("{\"alg\":\"none\"}", claims), Refusal.MALFORMED),
        hostile(
            "alg NoNe",
            TokenIssuer.unsigned("{\"alg\":\"NoNe\"}", claims) + "AA",
            Refusal.ALGORITHM),
        hostile(
            "no signature",
            TokenIssuer.unsigned("{\"alg\":\"ES256\",\"kid\":\"ec\"}", claims),
            Refusal.MALFORMED,
            Refusal.SIGNATURE),
        hostile(
            "signature of zeros (CVE-2022-21449)",
            TokenIssuer.unsigned("{\"alg\":\"ES256\",\"kid\":\"ec\"}", claims) + "A".repeat(86),
            Refusal.SIGNATURE),
        hostile("other claims", TokenIssuer.tampered(EC.token()), Refusal.SIGNATURE),
        hostile("another key with the same kid", OTHER.token(), Refusal.SIGNATURE),
        hostile("public key as a secret", confused(), Refusal.ALGORITHM),
        hostile(
            "key in the header",
            OTHER.sign(OTHER.header().jwk(OTHER.key().toPublicJWK()).build(), claims),
            Refusal.SIGNATURE),
        hostile(
            "key of the header only",
            OTHER.sign(
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                    .keyID("mine")
                    .jwk(OTHER.key().toPublicJWK())
                    .jwkURL(URI.create("https://evil.example/jwks"))
                    .x509CertURL(URI.create("https://evil.example/x5u"))
                    .build(),
                claims),
            Refusal.UNKNOWN_KEY),
        hostile(
            "kid of a path",
            OTHER.sign(
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                    .keyID("../../dev/null")
                    .build(),
                claims),
            Refusal.UNKNOWN_KEY),
        hostile(
            "critical header",
            EC.sign(
                EC.header().criticalParams(Set.of("exp")).customParam("exp", 1).build(), claims),
            Refusal.TYPE,
            Refusal.MALFORMED),
        hostile(
            "token for logout",
            EC.sign(EC.header().type(new JOSEObjectType("logout+jwt")).build(), claims),
            Refusal.TYPE),
        claims(
            "expired", TokenIssuer.claims().expirationTime(fromNow(-61)).build(), Refusal.EXPIRED),
        claims(
            "not yet valid",
            TokenIssuer.claims().notBeforeTime(fromNow(70)).build(),
            Refusal.NOT_YET),
        claims("without end", TokenIssuer.claims().expirationTime(null).build(), Refusal.NO_EXPIRY),
        claims(
            "other issuer",
            TokenIssuer.claims().issuer("https://evil.example/").build(),
            Refusal.ISSUER),
        claims("no issuer", TokenIssuer.claims().issuer(null).build(), Refusal.ISSUER),
        claims(
            "other audience", TokenIssuer.claims().audience("billing").build(), Refusal.AUDIENCE),
        claims(
            "no audience", TokenIssuer.claims().audience((String) null).build(), Refusal.AUDIENCE),
        payload("duplicate claim", "{\"sub\":\"ann\"," + body, Refusal.MALFORMED),
        payload("no object", "[1]", Refusal.MALFORMED),
        payload("no JSON", "x", Refusal.MALFORMED),
        payload(
            "issuer that is no text", "{\"iss\":[\"a\"],\"exp\":" + later + "}", Refusal.MALFORMED),
        payload("end that is no number", "{\"iss\":\"a\",\"exp\":\"x\"}", Refusal.MALFORMED),
        payload(
            "deep JSON",
            "{\"a\":" + "[".repeat(2500) + "]".repeat(2500) + "," + body,
            Refusal.MALFORMED));
  }

  /** The public RSA key as the secret of an HMAC. */
  private static String confused() throws Exception {
    SignedJWT jwt =
        new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), TokenIssuer.claims().build());
    jwt.sign(new MACSigner(EC.key().toECKey().toECPublicKey().getEncoded()));
    return jwt.serialize();
  }

  @ParameterizedTest
  @MethodSource("hostileTokens")
  void hostileTokenIsRefused(Hostile hostile) {
    TokenVerifier.Outcome outcome = verify(hostile.token(), EC);

    assertThat(outcome.token()).isNull();
    assertThat(hostile.refusals()).contains(outcome.refusal());
  }

  @Test
  void skewIsTolerated() {
    assertThat(verify(EC.sign(TokenIssuer.claims().expirationTime(fromNow(-50)).build()), EC)
            .token())
        .isNotNull();
    assertThat(verify(EC.sign(TokenIssuer.claims().notBeforeTime(fromNow(50)).build()), EC)
            .token())
        .isNotNull();
  }

  @Test
  void algorithmThatTheIssuerDoesNotUseIsRefused() {
    assertThat(verify(RSA.token(), RSA, "ES256").refusal()).isEqualTo(Refusal.ALGORITHM);
    assertThat(verify(RSA.token(), RSA, "PS256").refusal()).isEqualTo(Refusal.ALGORITHM);
  }

  @Test
  void weakKeyIsNotUsed() {
    String weak = TokenIssuer.ofRsa("weak", 1024).jwks();

    assertThatThrownBy(() -> KeyRing.parse(weak)).hasMessage("no usable key");
  }

  @Test
  void tokenWithoutKidIsCheckedByTheKeysOfItsKind() {
    String token =
        EC.sign(new JWSHeader(JWSAlgorithm.ES256), TokenIssuer.claims().build().toString());

    assertThat(verify(token, EC).token()).isNotNull();
    assertThat(verify(token, RSA).refusal()).isEqualTo(Refusal.UNKNOWN_KEY);
  }
}
