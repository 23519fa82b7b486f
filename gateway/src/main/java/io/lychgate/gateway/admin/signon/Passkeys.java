package io.lychgate.gateway.admin.signon;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.converter.AttestedCredentialDataConverter;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecord;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.attestation.AttestationObject;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.authenticator.AuthenticatorData;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.server.ServerProperty;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.store.Passkey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Registration and verification of keys by WebAuthn Level 3. Attestation is not requested: the gateway trusts the user, not the maker
 * of the key.
 */
final class Passkeys {
  private static final List<PublicKeyCredentialParameters> ALGORITHMS = List.of(
      new PublicKeyCredentialParameters(
          PublicKeyCredentialType.PUBLIC_KEY, COSEAlgorithmIdentifier.ES256),
      new PublicKeyCredentialParameters(
          PublicKeyCredentialType.PUBLIC_KEY, COSEAlgorithmIdentifier.EdDSA),
      new PublicKeyCredentialParameters(
          PublicKeyCredentialType.PUBLIC_KEY, COSEAlgorithmIdentifier.RS256));

  /** Milliseconds that a browser waits for the key. */
  private static final int TIMEOUT = 120_000;

  /** Bytes of a credential id (WebAuthn Level 3 section 4). */
  private static final int MAX_ID = 1023;

  private final ObjectConverter converter = new ObjectConverter();
  private final AttestedCredentialDataConverter credentials =
      new AttestedCredentialDataConverter(converter);
  private final WebAuthnManager manager = WebAuthnManager.createNonStrictWebAuthnManager(converter);

  /**
   * The place where a key is used.
   *
   * @param origin origin of the page
   * @param host the RP ID
   */
  record Place(String origin, String host) {}

  /**
   * A key that has signed.
   *
   * @param signCount its counter
   */
  record Verified(Passkey passkey, long signCount) {}

  /** Returns PublicKeyCredentialCreationOptionsJSON (section 5.1.9). */
  static Map<String, Object> creationOptions(
      Place place, String user, String challenge, List<Passkey> known) {
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("rp", Map.of("id", place.host(), "name", "Lychgate"));
    // Section 14.6.1: the handle has no name of a person. It stays the same, so that one
    // authenticator has one key of a user.
    options.put(
        "user", Map.of("id", handle(place.host(), user), "name", user, "displayName", user));
    options.put("challenge", challenge);
    options.put(
        "pubKeyCredParams",
        ALGORITHMS.stream()
            .map(each -> Map.of("type", "public-key", "alg", each.getAlg().getValue()))
            .toList());
    options.put("timeout", TIMEOUT);
    options.put("excludeCredentials", descriptors(known));
    options.put(
        "authenticatorSelection",
        Map.of("residentKey", "discouraged", "userVerification", "preferred"));
    options.put("attestation", "none");
    return options;
  }

  /** Returns PublicKeyCredentialRequestOptionsJSON (section 5.1.10) for the keys of this host; null if there are none. */
  static @Nullable Map<String, Object> requestOptions(
      Place place, String challenge, List<Passkey> passkeys) {
    List<Passkey> usable =
        passkeys.stream().filter(each -> each.host().equals(place.host())).toList();
    if (usable.isEmpty()) {
      return null;
    }
    boolean allVerify = usable.stream().allMatch(Passkey::isUserVerified);
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("challenge", challenge);
    options.put("timeout", TIMEOUT);
    options.put("rpId", place.host());
    options.put("allowCredentials", descriptors(usable));
    options.put("userVerification", allVerify ? "required" : "preferred");
    return options;
  }

  private static List<Map<String, Object>> descriptors(List<Passkey> passkeys) {
    return passkeys.stream()
        .map(each -> Map.<String, Object>of("type", "public-key", "id", each.id()))
        .toList();
  }

  private static String handle(String host, String user) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return base64(sha256.digest((host + '\n' + user).getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * Returns the key of a registration (section 7.1).
   *
   * @param response RegistrationResponseJSON of the browser
   */
  Passkey register(Place place, String challenge, String user, String name, String response) {
    try {
      RegistrationData data = manager.parseRegistrationResponseJSON(response);
      manager.verify(
          data, new RegistrationParameters(server(place, challenge), ALGORITHMS, false, true));
      AttestationObject attestation = Objects.requireNonNull(data.getAttestationObject());
      AuthenticatorData<?> authenticator = attestation.getAuthenticatorData();
      AttestedCredentialData credential =
          Objects.requireNonNull(authenticator.getAttestedCredentialData());
      if (credential.getCredentialId().length > MAX_ID) {
        throw refused("the id of the key is too long");
      }
      return new Passkey(
          base64(credential.getCredentialId()),
          user,
          name,
          place.host(),
          base64(credentials.convert(credential)),
          authenticator.getSignCount(),
          authenticator.isFlagUV(),
          authenticator.isFlagBS(),
          Instant.EPOCH,
          null);
    } catch (ProblemException e) {
      throw e;
    } catch (RuntimeException e) {
      // The library has an exception for each check, and others for data that is no CBOR or JSON.
      throw refused(reason(e));
    }
  }

  /**
   * Verifies the signature of a key (section 7.2).
   *
   * @param response AuthenticationResponseJSON of the browser
   * @param known the keys of the user
   */
  Verified verify(Place place, String challenge, String response, List<Passkey> known) {
    try {
      AuthenticationData data = manager.parseAuthenticationResponseJSON(response);
      // The library checks below that the id in its data is that of this key.
      String id = converter.getJsonMapper().readTree(response).path("id").asString("");
      Passkey passkey = known.stream()
          .filter(each -> each.id().equals(id) && each.host().equals(place.host()))
          .findFirst()
          .orElseThrow(() -> refused("not a key of this user for this host"));
      manager.verify(
          data,
          new AuthenticationParameters(
              server(place, challenge),
              recordOf(passkey),
              List.of(Base64.getUrlDecoder().decode(passkey.id())),
              // A key that has verified its user once always can: a signature without is a step
              // down.
              passkey.isUserVerified(),
              true));
      return new Verified(
          passkey, Objects.requireNonNull(data.getAuthenticatorData()).getSignCount());
    } catch (ProblemException e) {
      throw e;
    } catch (RuntimeException e) {
      // The library has an exception for each check, and others for data that is no CBOR or JSON.
      throw refused(reason(e));
    }
  }

  private CredentialRecord recordOf(Passkey passkey) {
    return new CredentialRecordImpl(
        null,
        passkey.isUserVerified(),
        null,
        null,
        passkey.signCount(),
        credentials.convert(Base64.getUrlDecoder().decode(passkey.credential())),
        null,
        null,
        null,
        null);
  }

  private static ServerProperty server(Place place, String challenge) {
    return ServerProperty.builder()
        .origin(new Origin(place.origin()))
        .rpId(place.host())
        .challenge(new DefaultChallenge(Base64.getUrlDecoder().decode(challenge)))
        .build();
  }

  /** Names the check that failed by its class: the messages of the library have values of the request. */
  private static String reason(RuntimeException failure) {
    String name = failure.getClass().getSimpleName();
    return switch (name) {
      case "BadChallengeException" -> "the challenge is another one";
      case "BadOriginException" -> "the origin is another one";
      case "BadRpIdException" -> "the host is another one";
      case "BadSignatureException" -> "the signature is wrong";
      case "MaliciousCounterValueException" ->
        "the counter of the key went back: it may have a copy";
      case "UserNotVerifiedException" -> "the key has not verified its user";
      case "UserNotPresentException" -> "the user was not present";
      case "CrossOriginException" -> "the page is inside one of another origin";
      default -> "not valid by WebAuthn (" + name + ")";
    };
  }

  private static ProblemException refused(String why) {
    return new ProblemException(ProblemCode.WRONG_CREDENTIALS, "credential: " + why);
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
