package io.lychgate.gateway.auth.oidc;

import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.Tokens;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import io.lychgate.gateway.auth.Fetcher;
import io.lychgate.gateway.auth.HttpFetcher;
import io.lychgate.gateway.auth.oidc.ProviderFailure.Reason;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.policy.OidcClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The requests of one client to the token, UserInfo and revocation endpoints of its provider. Thread-safe, and no method blocks. */
final class ProviderClient {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderClient.class);

  /** Requests in flight. Each ends within the timeout of the {@link HttpFetcher}. */
  private static final int MAX_IN_FLIGHT = 128;

  private final ClientID id;
  private final @Nullable Secret secret;
  private final HttpFetcher fetcher;
  private final Executor workers;
  private final Semaphore free = new Semaphore(MAX_IN_FLIGHT);

  /** Anyone can end a login with a wrong code. The rest of the requests is left to sessions. */
  private final Semaphore logins = new Semaphore(MAX_IN_FLIGHT / 2);

  /**
   * Tokens of a response.
   *
   * @param idToken null if a refresh gives none
   * @param refreshToken empty for none
   * @param lifetimeSeconds lifetime of the access token; 0 if it is unknown
   */
  record Granted(
      @Nullable String idToken, String accessToken, String refreshToken, long lifetimeSeconds) {
    /** Tokens never go to logs. */
    @Override
    public String toString() {
      return "tokens";
    }
  }

  /** @param workers for work that takes longer than a moment */
  ProviderClient(OidcClient client, HttpFetcher fetcher, Executor workers) {
    this.id = new ClientID(client.clientId());
    this.secret = client.clientSecret();
    this.fetcher = fetcher;
    this.workers = workers;
  }

  /** Exchanges a code for tokens (OpenID Connect Core 1.0 section 3.1.3). */
  CompletableFuture<Granted> exchange(
      OIDCProviderMetadata provider, String code, String verifier, URI redirect) {
    AuthorizationGrant grant = new AuthorizationCodeGrant(
        new AuthorizationCode(code), redirect, new CodeVerifier(verifier));
    if (!logins.tryAcquire()) {
      return CompletableFuture.failedFuture(
          new ProviderFailure(Reason.BUSY, "too many logins end at once"));
    }
    return tokens(provider, grant).whenComplete((granted, problem) -> logins.release());
  }

  /** Exchanges a refresh token for other tokens (section 12). */
  CompletableFuture<Granted> refresh(OIDCProviderMetadata provider, String refreshToken) {
    return tokens(provider, new RefreshTokenGrant(new RefreshToken(refreshToken)));
  }

  private CompletableFuture<Granted> tokens(
      OIDCProviderMetadata provider, AuthorizationGrant grant) {
    try {
      ClientAuthentication authentication = authentication(provider);
      TokenRequest request = authentication == null
          ? new TokenRequest.Builder(provider.getTokenEndpointURI(), id, grant).build()
          : new TokenRequest.Builder(provider.getTokenEndpointURI(), authentication, grant).build();
      return send(request.toHTTPRequest()).thenApplyAsync(ProviderClient::granted, workers);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(ProviderFailure.of(e));
    }
  }

  /** Section 9: {@code client_secret_basic} is the default. Null for a public client. */
  private @Nullable ClientAuthentication authentication(OIDCProviderMetadata provider) {
    if (secret == null) {
      return null;
    }
    com.nimbusds.oauth2.sdk.auth.Secret value =
        new com.nimbusds.oauth2.sdk.auth.Secret(secret.reveal());
    List<ClientAuthenticationMethod> methods = provider.getTokenEndpointAuthMethods();
    if (methods == null || methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)) {
      return new ClientSecretBasic(id, value);
    }
    if (methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_POST)) {
      return new ClientSecretPost(id, value);
    }
    throw new ProviderFailure(
        Reason.INVALID,
        "token_endpoint_auth_methods_supported: none that the gateway has (expected: client_secret_basic or client_secret_post)");
  }

  private static Granted granted(HttpResponse<byte[]> response) {
    TokenResponse parsed = parsed(response);
    if (!parsed.indicatesSuccess()) {
      throw refusal(response.statusCode(), parsed.toErrorResponse().getErrorObject());
    }
    OIDCTokenResponse success = (OIDCTokenResponse) parsed.toSuccessResponse();
    Tokens tokens = success.getTokens();
    RefreshToken refresh = tokens.getRefreshToken();
    return new Granted(
        success.getOIDCTokens().getIDTokenString(),
        tokens.getAccessToken().getValue(),
        refresh == null ? "" : refresh.getValue(),
        tokens.getAccessToken().getLifetime());
  }

  private static TokenResponse parsed(HttpResponse<byte[]> response) {
    int status = response.statusCode();
    if (status >= 500 || status == 429) {
      throw new ProviderFailure(Reason.UNAVAILABLE, "token endpoint: status " + status);
    }
    HTTPResponse copy = new HTTPResponse(status);
    try {
      copy.setContentType(response.headers().firstValue("content-type").orElse("application/json"));
      copy.setBody(new String(response.body(), StandardCharsets.UTF_8));
      return OIDCTokenResponseParser.parse(copy);
    } catch (ParseException | RuntimeException e) {
      // The message of the parser may have a part of a token.
      throw new ProviderFailure(
          Reason.INVALID, "token endpoint: status " + status + ", not as RFC 6749 section 5");
    }
  }

  private static ProviderFailure refusal(int status, @Nullable ErrorObject error) {
    String code = code(error == null ? null : error.getCode());
    // RFC 6749 section 5.2: the other errors are those of the client or its configuration.
    boolean isOfGrant = code.equals("invalid_grant");
    if (!isOfGrant) {
      LOG.warn(
          "oidc: the token endpoint refuses the client: status {}, {}; check clientId and clientSecret",
          status,
          code);
    }
    return new ProviderFailure(
        isOfGrant ? Reason.REFUSED : Reason.INVALID, "token endpoint: " + code);
  }

  /** Returns the code of an error for logs: only the characters of registered ones. */
  static String code(@Nullable String code) {
    return code != null && code.matches("[a-z_]{1,40}") ? code : "an unknown error";
  }

  /** Returns the claims of the UserInfo endpoint (section 5.3) as JSON, if they are those of this subject. */
  CompletableFuture<String> userInfo(
      OIDCProviderMetadata provider, String accessToken, String subject) {
    return userInfo(provider, accessToken).thenApply(text -> {
      try {
        // Section 5.3.2: the claims of another person could otherwise be taken.
        if (subject.equals(JSONObjectUtils.parse(text).get("sub"))) {
          return text;
        }
      } catch (java.text.ParseException e) {
        // Not JSON: reported below, as the other case.
      }
      throw new ProviderFailure(Reason.INVALID, "UserInfo endpoint: no JSON with sub of the login");
    });
  }

  private CompletableFuture<String> userInfo(OIDCProviderMetadata provider, String accessToken) {
    URI endpoint = provider.getUserInfoEndpointURI();
    if (endpoint == null) {
      return CompletableFuture.failedFuture(
          new ProviderFailure(Reason.INVALID, "userinfo_endpoint: none (expected: with userInfo)"));
    }
    HttpRequest.Builder request = HttpRequest.newBuilder(endpoint)
        .header("Authorization", "Bearer " + accessToken)
        .header("Accept", "application/json");
    return send(request).thenApply(response -> {
      if (response.statusCode() != 200) {
        throw new ProviderFailure(
            response.statusCode() >= 500 ? Reason.UNAVAILABLE : Reason.INVALID,
            "UserInfo endpoint: status " + response.statusCode());
      }
      return new String(response.body(), StandardCharsets.UTF_8);
    });
  }

  /** Revokes a refresh token (RFC 7009), if the provider can. The logout does not wait for it. */
  void revoke(OIDCProviderMetadata provider, String refreshToken) {
    URI endpoint = provider.getRevocationEndpointURI();
    if (endpoint == null || refreshToken.isEmpty()) {
      return;
    }
    RefreshToken token = new RefreshToken(refreshToken);
    ClientAuthentication authentication;
    try {
      authentication = authentication(provider);
    } catch (ProviderFailure e) {
      LOG.info("oidc: a refresh token was not revoked: {}", e.getMessage());
      return;
    }
    TokenRevocationRequest request = authentication == null
        ? new TokenRevocationRequest(endpoint, id, token)
        : new TokenRevocationRequest(endpoint, authentication, token);
    send(request.toHTTPRequest()).whenComplete((response, problem) -> {
      if (problem != null || response.statusCode() != 200) {
        LOG.info(
            "oidc: a refresh token was not revoked: {}",
            problem == null ? "status " + response.statusCode() : Fetcher.reason(problem));
      }
    });
  }

  private CompletableFuture<HttpResponse<byte[]>> send(HTTPRequest made) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(made.getURI()).header("Accept", "application/json");
    made.getHeaderMap()
        .forEach((name, values) -> values.forEach(value -> request.header(name, value)));
    String body = made.getBody();
    request.POST(HttpRequest.BodyPublishers.ofString(body == null ? "" : body));
    return send(request);
  }

  private CompletableFuture<HttpResponse<byte[]>> send(HttpRequest.Builder request) {
    if (!free.tryAcquire()) {
      return CompletableFuture.failedFuture(
          new ProviderFailure(Reason.BUSY, "too many requests to the provider"));
    }
    // Without an upgrade of plain HTTP, which some servers do not ignore.
    return fetcher
        .send(request.version(HttpClient.Version.HTTP_1_1).build())
        .whenComplete((response, problem) -> free.release())
        .exceptionally(problem -> {
          throw new ProviderFailure(Reason.UNAVAILABLE, Fetcher.reason(problem));
        });
  }
}
