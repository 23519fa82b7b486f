package io.lychgate.gateway.auth.oidc;

import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import io.lychgate.gateway.auth.oidc.ProviderClient.Granted;
import io.lychgate.gateway.auth.oidc.ProviderFailure.Reason;
import io.lychgate.gateway.condition.Condition;
import io.lychgate.gateway.condition.ConditionCompiler;
import io.lychgate.gateway.condition.ConditionCompiler.Result;
import io.lychgate.gateway.condition.RequestView;
import io.lychgate.gateway.condition.RuleBudget;
import io.lychgate.gateway.config.policy.OidcPolicy;
import io.lychgate.gateway.message.RequestHead;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One client of a provider, with the rules of one policy: logins, refreshes and logouts. Thread-safe, and no method blocks. */
final class RelyingParty {
  private static final int ID_BYTES = 16;

  /** The tokens are refreshed this long before their end, or a tenth of their lifetime, so that requests need not wait. */
  private static final Duration AHEAD = Duration.ofSeconds(60);

  /** The lifetime of access tokens if the provider does not state it. */
  private static final Duration USUAL_LIFETIME = Duration.ofMinutes(5);

  private final OidcPolicy policy;
  private final RelyingParties.Shared shared;
  private final Provider provider;
  private final ProviderClient client;
  private final IdTokenCheck check;
  private final SessionCookies cookies;
  private final @Nullable Condition require;

  RelyingParty(
      OidcPolicy policy, RelyingParties.Shared shared, Provider provider, ProviderClient client) {
    this.policy = policy;
    this.shared = shared;
    this.provider = provider;
    this.client = client;
    this.check = new IdTokenCheck(policy.client(), shared.workers());
    this.cookies = new SessionCookies(policy, shared.keys(), shared.random(), shared.ticker());
    this.require = policy.require() == null ? null : condition(policy.require());
  }

  /** @throws IllegalArgumentException if the expression is not valid, which the reader of the configuration has checked */
  private static Condition condition(String expression) {
    if (ConditionCompiler.compileForSender(expression) instanceof Result.Compiled compiled) {
      return compiled.condition();
    }
    throw new IllegalArgumentException("require: " + expression + " (expected: a valid condition)");
  }

  SessionCookies cookies() {
    return cookies;
  }

  Provider provider() {
    return provider;
  }

  /** Returns true if the claims of the session allow this request. */
  boolean allows(Session session, RequestHead request) {
    Condition condition = require;
    return condition == null
        || condition.test(new RequestView(request, new RuleBudget(), session.claims()))
            == Condition.Answer.TRUE;
  }

  // Login.

  LoginAttempt begin(String returnPath) {
    return LoginAttempt.begin(shared.random(), shared.ticker().wallMillis(), returnPath);
  }

  /** Returns the URL at the provider where this login continues. */
  URI authorization(OIDCProviderMetadata metadata, LoginAttempt attempt, URI redirect) {
    return ProviderUrls.authorization(policy.client(), metadata, attempt, redirect);
  }

  /** Returns true at the first call for a state. A code that comes again is not sent to the provider. */
  boolean useOnce(String state) {
    return shared.usedStates().asMap().putIfAbsent(state, Boolean.TRUE) == null;
  }

  /** Ends a login: exchanges the code, and verifies the ID token. */
  CompletableFuture<SessionContent> finish(
      Provider.Known known, LoginAttempt attempt, String code, URI redirect) {
    return client
        .exchange(known.metadata(), code, attempt.verifier(), redirect)
        .thenCompose(granted -> {
          String idToken = granted.idToken();
          if (idToken == null) {
            throw new ProviderFailure(Reason.INVALID, "token endpoint: no ID token");
          }
          IdTokenCheck.Expected expected =
              new IdTokenCheck.Expected(attempt.nonce(), granted.accessToken());
          return check
              .verify(known, idToken, expected)
              .thenCompose(claims -> userInfo(known, granted, claims.getSubject()))
              .thenApply(info ->
                  content(newId(), shared.ticker().wallMillis(), granted, "", idToken, info));
        });
  }

  /** A login makes a session of its own, so that one that was there before means nothing. */
  private String newId() {
    byte[] id = new byte[ID_BYTES];
    shared.random().nextBytes(id);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
  }

  /** Returns the claims of the UserInfo endpoint; empty if the policy does not read them. */
  private CompletableFuture<String> userInfo(
      Provider.Known known, Granted granted, String subject) {
    if (!policy.readsUserInfo()) {
      return CompletableFuture.completedFuture("");
    }
    return client.userInfo(known.metadata(), granted.accessToken(), subject);
  }

  private SessionContent content(
      String id,
      long loginMillis,
      Granted granted,
      String oldRefreshToken,
      String idToken,
      String info) {
    long now = shared.ticker().wallMillis();
    long lifetime = granted.lifetimeSeconds() > 0
        ? Duration.ofSeconds(granted.lifetimeSeconds()).toMillis()
        : USUAL_LIFETIME.toMillis();
    // A provider may refresh without another refresh token: then the old one stays valid.
    String refresh = granted.refreshToken().isEmpty() ? oldRefreshToken : granted.refreshToken();
    long expiry = now + lifetime;
    return new SessionContent(
        id,
        loginMillis,
        refresh.isEmpty() ? 0 : expiry - Math.min(AHEAD.toMillis(), lifetime / 10),
        expiry,
        refresh,
        idToken,
        info);
  }

  // Refresh.

  boolean isDue(Session session) {
    long at = session.content().refreshMillis();
    return at > 0 && shared.ticker().wallMillis() >= at;
  }

  /** Returns true if the session may be used while the provider fails: its access token is still valid. */
  boolean isFresh(Session session) {
    return shared.ticker().wallMillis() < session.content().expiryMillis();
  }

  /** Returns the session with other tokens. All requests with the same refresh token get the same one. */
  CompletableFuture<SessionContent> refresh(Session session) {
    SessionContent before = session.content();
    String ofClient = policy.issuer() + '\n' + policy.clientId() + '\n' + before.id();
    return shared
        .refreshes()
        .join(
            ofClient,
            before.refreshToken(),
            () -> shared
                .fleet()
                .once(
                    ofClient,
                    before.refreshToken(),
                    () -> provider.known().thenCompose(known -> refresh(known, session))));
  }

  private CompletableFuture<SessionContent> refresh(Provider.Known known, Session session) {
    SessionContent before = session.content();
    String subject = Objects.requireNonNullElse(session.claims().texts().get("sub"), "");
    return client.refresh(known.metadata(), before.refreshToken()).thenCompose(granted -> {
      String idToken = granted.idToken();
      CompletableFuture<String> verified = idToken == null
          ? CompletableFuture.completedFuture(before.idToken())
          : check
              .verify(known, idToken, new IdTokenCheck.Expected(null, granted.accessToken()))
              .thenApply(claims -> {
                // Section 12.2.
                if (!subject.equals(claims.getSubject())) {
                  throw new ProviderFailure(Reason.INVALID, "ID token: sub of another person");
                }
                return idToken;
              });
      return verified.thenCompose(token -> userInfo(known, granted, subject)
          .thenApply(info -> content(
              before.id(), before.loginMillis(), granted, before.refreshToken(), token, info)));
    });
  }

  // Logout.

  boolean isEnded(Session session) {
    return shared.endedSessions().getIfPresent(session.content().id()) != null;
  }

  /** Ends a session on all gateways, also for requests whose browser still has its cookies. */
  void end(Session session) {
    shared.endedSessions().put(session.content().id(), Boolean.TRUE);
    // Without room the session has ended here only.
    boolean unused = shared.unsentLogouts().offer(session.content().id());
  }

  /**
   * Returns the URL at the provider that ends the session there (OpenID Connect RP-Initiated Logout 1.0); null if it has none. Revokes
   * the refresh token.
   *
   * @param after where the provider sends the browser next; null to stay there
   */
  @Nullable
  URI logout(Provider.Known known, Session session, @Nullable URI after) {
    client.revoke(known.metadata(), session.content().refreshToken());
    return ProviderUrls.logout(
        policy.client(), known.metadata(), session.content().idTokenHint(), after);
  }
}
