package io.lychgate.gateway.auth.oidc;

import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.LogoutRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import io.lychgate.gateway.config.policy.OidcClient;
import java.net.URI;
import java.text.ParseException;
import org.jspecify.annotations.Nullable;

/** URLs at a provider to which the gateway sends browsers. */
final class ProviderUrls {
  private ProviderUrls() {}

  /** Returns the URL at the provider where a login continues (OpenID Connect Core 1.0 section 3.1.2.1, RFC 7636). */
  static URI authorization(
      OidcClient client, OIDCProviderMetadata metadata, LoginAttempt attempt, URI redirect) {
    return new AuthenticationRequest.Builder(
            ResponseType.CODE,
            new Scope(client.scopes().toArray(String[]::new)),
            new ClientID(client.clientId()),
            redirect)
        .endpointURI(metadata.getAuthorizationEndpointURI())
        .state(new State(attempt.state()))
        .nonce(new Nonce(attempt.nonce()))
        .codeChallenge(new CodeVerifier(attempt.verifier()), CodeChallengeMethod.S256)
        .build()
        .toURI();
  }

  /**
   * Returns the URL at the provider that ends the session there (OpenID Connect RP-Initiated Logout 1.0); null if it has none.
   *
   * @param idToken names the session; empty for none
   * @param after where the provider sends the browser next; null to stay there
   */
  static @Nullable URI logout(
      OidcClient client, OIDCProviderMetadata metadata, String idToken, @Nullable URI after) {
    URI endpoint = metadata.getEndSessionEndpointURI();
    if (endpoint == null) {
      return null;
    }
    return new LogoutRequest(
            endpoint, hint(idToken), null, new ClientID(client.clientId()), after, null, null)
        .toURI();
  }

  private static @Nullable SignedJWT hint(String idToken) {
    try {
      return idToken.isEmpty() ? null : SignedJWT.parse(idToken);
    } catch (ParseException e) {
      return null;
    }
  }
}
