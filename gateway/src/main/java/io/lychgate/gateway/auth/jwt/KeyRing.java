package io.lychgate.gateway.auth.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The usable keys of an issuer at one time. Immutable. */
public final class KeyRing {
  /** NIST SP 800-131A: shorter ones are not accepted. */
  private static final int MIN_RSA_BITS = 2048;

  /** A verification takes time with the square of the bits: 1 ms for these. */
  private static final int MAX_RSA_BITS = 8192;

  /** Keys of a set. Issuers publish two to ten. */
  private static final int MAX_KEYS = 100;

  /** Keys that are tried for one token without {@code kid}. */
  private static final int MAX_TRIES = 4;

  private final List<Key> keys;

  /** @param verifier thread-safe */
  private record Key(JWK jwk, JWSVerifier verifier) {}

  private KeyRing(List<Key> keys) {
    this.keys = keys;
  }

  /**
   * Reads a JSON Web Key Set (RFC 7517 section 5). Keys that cannot serve are left out.
   *
   * @throws ParseException if the document is no such set, or has no usable key
   */
  static KeyRing parse(String document) throws ParseException {
    List<Key> keys = new ArrayList<>();
    for (JWK jwk : JWKSet.parse(document).getKeys()) {
      JWSVerifier verifier = verifier(jwk);
      if (verifier != null && keys.size() < MAX_KEYS) {
        keys.add(new Key(jwk, verifier));
      }
    }
    if (keys.isEmpty()) {
      throw new ParseException("no usable key", 0);
    }
    return new KeyRing(List.copyOf(keys));
  }

  private static @Nullable JWSVerifier verifier(JWK jwk) {
    try {
      if (jwk instanceof RSAKey rsa && rsa.size() >= MIN_RSA_BITS && rsa.size() <= MAX_RSA_BITS) {
        return new RSASSAVerifier(rsa.toRSAPublicKey());
      }
      if (jwk instanceof ECKey ec) {
        return new ECDSAVerifier(ec.toECPublicKey());
      }
      return jwk instanceof OctetSequenceKey secret ? new MACVerifier(secret) : null;
    } catch (JOSEException | IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * Returns the verifiers of the keys that fit the header: its algorithm, and its {@code kid} if it has one. Other hints of the header,
   * such as {@code jku}, {@code jwk} and {@code x5c}, are ignored, because the sender chooses them.
   */
  public List<JWSVerifier> select(JWSHeader header) {
    JWKMatcher matcher = JWKMatcher.forJWSHeader(header);
    List<JWSVerifier> selected = new ArrayList<>(1);
    for (Key key : keys) {
      if (matcher != null && matcher.matches(key.jwk()) && selected.size() < MAX_TRIES) {
        selected.add(key.verifier());
      }
    }
    return selected;
  }
}
