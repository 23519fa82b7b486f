package io.lychgate.gateway.auth.oidc;

import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import io.lychgate.gateway.auth.oidc.LoginFailure.Kind;
import io.lychgate.gateway.auth.oidc.ProviderClient.Granted;
import io.lychgate.gateway.auth.oidc.ProviderFailure.Reason;
import io.lychgate.gateway.config.policy.OidcClient;
import java.net.URI;
import java.text.ParseException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A client of one provider for people who sign in to the gateway itself: begins a login, and ends it with verified claims. It has no
 * sessions. Thread-safe, and no method blocks.
 */
public final class LoginClient {
  /** Characters of a parameter of the response: codes of large providers have up to 2000. */
  private static final int MAX_PARAMETER = 4096;

  private final OidcClient config;
  private final LoginClients.Shared shared;
  private final Provider provider;
  private final ProviderClient client;
  private final IdTokenCheck check;
  private final Seal seal;

  LoginClient(
      OidcClient config, LoginClients.Shared shared, Provider provider, ProviderClient client) {
    this.config = config;
    this.shared = shared;
    this.provider = provider;
    this.client = client;
    this.check = new IdTokenCheck(config, shared.workers());
    this.seal = new Seal(
        shared.keys(),
        shared.random(),
        "admin sign-on",
        config.issuer() + '\n' + config.clientId());
  }

  /**
   * A login that begins.
   *
   * @param url where the browser goes
   * @param name part of the state, for the name of a cookie, so that several tabs can log in side by side
   * @param sealed the attempt, for the browser to keep: it opens for this provider and host only
   */
  public record Begun(URI url, String name, String sealed) {
    @Override
    public String toString() {
      return "login that begins";
    }
  }

  /**
   * A person whom the provider has identified.
   *
   * @param claims claims of the verified ID token, and of UserInfo if the client reads it
   * @param idToken for the logout at the provider
   * @param expiresAt end of the ID token
   * @param returnPath the page after the login, as given at its beginning
   */
  public record Person(
      Map<String, Object> claims, String idToken, Instant expiresAt, String returnPath) {
    @Override
    public String toString() {
      return "person";
    }
  }

  /**
   * Begins a login. The future fails with a {@link LoginFailure}.
   *
   * @param host the host of the gateway in the browser; the login ends there only
   */
  public CompletableFuture<Begun> begin(URI redirect, String host, String returnPath) {
    return provider.known().thenApply(known -> {
      LoginAttempt attempt =
          LoginAttempt.begin(shared.random(), shared.ticker().wallMillis(), returnPath);
      return new Begun(
          ProviderUrls.authorization(config, known.metadata(), attempt, redirect),
          LoginAttempt.nameOf(attempt.state()),
          seal.close(host, attempt.encode()));
    });
  }

  /** Returns the name of the cookie part for a state in a response; empty if it is no state of the gateway. */
  public static String nameOf(String state) {
    return LoginAttempt.nameOf(state);
  }

  /**
   * Ends a login: checks the response, exchanges the code, and verifies the ID token. The future fails with a {@link LoginFailure}.
   *
   * @param sealed the attempt that the browser has kept; null if it has none
   * @param parameters parameters of the response of the provider (RFC 6749 section 4.1.2, RFC 9207)
   */
  public CompletableFuture<Person> finish(
      @Nullable String sealed, Map<String, List<String>> parameters, URI redirect, String host) {
    LoginAttempt attempt;
    try {
      attempt = attempt(sealed, one(parameters, "state"), host);
      String issuer = one(parameters, "iss");
      if (!issuer.isEmpty() && !issuer.equals(config.issuer())) {
        // RFC 9207 section 2.4: the code belongs to another provider.
        throw new LoginFailure(Kind.REFUSED, "iss: another issuer (expected: the own one)");
      }
      String error = one(parameters, "error");
      String code = one(parameters, "code");
      return provider.known().thenCompose(known -> {
        if (issuer.isEmpty() && known.metadata().supportsAuthorizationResponseIssuerParam()) {
          throw new LoginFailure(Kind.REFUSED, "iss: none (expected: from this provider)");
        }
        if (!error.isEmpty()) {
          boolean isTemporary =
              error.equals("temporarily_unavailable") || error.equals("server_error");
          throw new LoginFailure(
              isTemporary ? Kind.UNAVAILABLE : Kind.REFUSED,
              "the provider refuses the login: " + ProviderClient.code(error));
        }
        if (code.isBlank()) {
          throw new LoginFailure(Kind.REFUSED, "code: none (expected: one)");
        }
        return exchange(known, attempt, code, redirect);
      });
    } catch (LoginFailure e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private LoginAttempt attempt(@Nullable String sealed, String state, String host) {
    byte[] content = sealed == null ? null : seal.open(host, sealed);
    LoginAttempt attempt = content == null ? null : LoginAttempt.decode(content);
    if (attempt == null || !attempt.state().equals(state)) {
      throw new LoginFailure(
          Kind.STATE, "state: unknown (expected: that of a login of this browser)");
    }
    if (attempt.isExpired(shared.ticker().wallMillis())) {
      throw new LoginFailure(
          Kind.STATE,
          "state: too old (expected: at most " + LoginAttempt.LIFETIME.toMinutes() + " minutes)");
    }
    if (shared.usedStates().asMap().putIfAbsent(state, Boolean.TRUE) != null) {
      throw new LoginFailure(Kind.STATE, "state: used before (expected: once)");
    }
    return attempt;
  }

  private static String one(Map<String, List<String>> parameters, String name) {
    List<String> values = parameters.getOrDefault(name, List.of());
    String value = values.isEmpty() ? "" : values.get(0);
    if (values.size() > 1 || value.length() > MAX_PARAMETER) {
      // RFC 6749 section 3.1.
      throw new LoginFailure(
          Kind.REFUSED,
          name + ": twice or too long (expected: at most one, " + MAX_PARAMETER + " characters)");
    }
    return value;
  }

  private CompletableFuture<Person> exchange(
      Provider.Known known, LoginAttempt attempt, String code, URI redirect) {
    return client
        .exchange(known.metadata(), code, attempt.verifier(), redirect)
        .thenCompose(granted -> {
          String idToken = granted.idToken();
          if (idToken == null) {
            throw new ProviderFailure(Reason.INVALID, "token endpoint: no ID token");
          }
          return check
              .verify(
                  known, idToken, new IdTokenCheck.Expected(attempt.nonce(), granted.accessToken()))
              .thenCompose(claims -> userInfo(known, granted, claims)
                  .thenApply(info -> person(claims, info, idToken, attempt.returnPath())));
        });
  }

  private CompletableFuture<String> userInfo(
      Provider.Known known, Granted granted, JWTClaimsSet claims) {
    return config.readsUserInfo()
        ? client.userInfo(known.metadata(), granted.accessToken(), claims.getSubject())
        : CompletableFuture.completedFuture("");
  }

  private static Person person(
      JWTClaimsSet signed, String userInfo, String idToken, String returnPath) {
    Map<String, Object> claims = new HashMap<>();
    if (!userInfo.isEmpty()) {
      try {
        claims.putAll(JSONObjectUtils.parse(userInfo));
      } catch (ParseException e) {
        throw new ProviderFailure(Reason.INVALID, "UserInfo endpoint: no JSON");
      }
    }
    // Last: what is signed counts.
    claims.putAll(signed.getClaims());
    return new Person(claims, idToken, signed.getExpirationTime().toInstant(), returnPath);
  }

  /**
   * Returns the URL at the provider that ends the session there, if it has one.
   *
   * @param after where the provider sends the browser next
   */
  public CompletableFuture<Optional<URI>> logout(String idToken, URI after) {
    return provider
        .known()
        .thenApply(known ->
            Optional.ofNullable(ProviderUrls.logout(config, known.metadata(), idToken, after)));
  }
}
