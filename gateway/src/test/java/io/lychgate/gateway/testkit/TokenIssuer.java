package io.lychgate.gateway.testkit;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;

/** An issuer of JSON Web Tokens with keys of its own. */
public final class TokenIssuer {
  public static final String NAME = "https://login.example/";
  public static final String AUDIENCE = "orders";

  private final List<JWK> keys = new ArrayList<>();

  private TokenIssuer() {}

  /** Returns an issuer with one key on the curve P-256. */
  public static TokenIssuer ofEc(String kid) {
    return new TokenIssuer().add(ec(kid));
  }

  /** Returns an issuer with one RSA key of this size. */
  public static TokenIssuer ofRsa(String kid, int bits) {
    try {
      return new TokenIssuer().add(new RSAKeyGenerator(bits, true).keyID(kid).generate());
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ECKey ec(String kid) {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID(kid).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Signs with this key from now on, and publishes all. */
  public TokenIssuer add(JWK key) {
    keys.add(0, key);
    return this;
  }

  /** Adds a key on the curve P-256, with which it signs from now on. */
  public TokenIssuer rotate(String kid) {
    return add(ec(kid));
  }

  /** Returns the public keys. */
  public String jwks() {
    return new JWKSet(keys).toString();
  }

  public JWK key() {
    return keys.get(0);
  }

  /** Returns claims of a token that is valid for an hour. */
  public static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(NAME)
        .audience(AUDIENCE)
        .subject("ann")
        .expirationTime(Date.from(Instant.now().plusSeconds(3600)));
  }

  /** Returns a valid token. */
  public String token() {
    return sign(claims().build());
  }

  public String sign(JWTClaimsSet claims) {
    return sign(header().build(), claims.toString());
  }

  public JWSHeader.Builder header() {
    return new JWSHeader.Builder(algorithm()).keyID(key().getKeyID());
  }

  private JWSAlgorithm algorithm() {
    return key() instanceof RSAKey ? JWSAlgorithm.RS256 : JWSAlgorithm.ES256;
  }

  /** Signs any payload, also one that no library would write. */
  public String sign(JWSHeader header, String payload) {
    try {
      JWSSigner signer = key() instanceof RSAKey rsa
          ? new RSASSASigner(rsa)
          : new ECDSASigner(key().toECKey());
      String input = header.toBase64URL() + "." + encoded(payload);
      return input + "." + signer.sign(header, input.getBytes(StandardCharsets.US_ASCII));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a token with these parts, and an empty signature. */
  public static String unsigned(String header, String payload) {
    return encoded(header) + "." + encoded(payload) + ".";
  }

  public static Base64URL encoded(String text) {
    return Base64URL.encode(text);
  }

  /** Returns the token with other claims, and the old signature. */
  public static String tampered(String token) {
    try {
      SignedJWT jwt = SignedJWT.parse(token);
      JWTClaimsSet other =
          new JWTClaimsSet.Builder(jwt.getJWTClaimsSet()).subject("eve").build();
      return jwt.getHeader().toBase64URL() + "." + encoded(other.toString()) + "."
          + jwt.getSignature();
    } catch (ParseException e) {
      throw new IllegalStateException(e);
    }
  }
}
