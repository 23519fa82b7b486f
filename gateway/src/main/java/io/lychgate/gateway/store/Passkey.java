package io.lychgate.gateway.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A key of WebAuthn that a user has registered as second factor.
 *
 * @param id credential id, in base64url
 * @param name chosen by the user
 * @param host the RP ID for which the key was made
 * @param credential AAGUID, id and public key (WebAuthn Level 3 section 6.5.2), in base64url
 * @param signCount the last counter of the key; 0 if it has none
 * @param isUserVerified true if the key has verified its user once, by PIN or fingerprint
 * @param isBackedUp true if the key may be on several devices
 * @param usedAt null before the first sign-in with it
 */
public record Passkey(
    String id,
    String account,
    String name,
    String host,
    String credential,
    long signCount,
    boolean isUserVerified,
    boolean isBackedUp,
    Instant createdAt,
    @Nullable Instant usedAt) {

  @Override
  public String toString() {
    return "Passkey[" + account + ", " + name + "]";
  }
}
