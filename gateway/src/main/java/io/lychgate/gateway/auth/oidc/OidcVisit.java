package io.lychgate.gateway.auth.oidc;

import com.nimbusds.jose.util.JSONObjectUtils;
import io.lychgate.gateway.auth.ClaimReader;
import io.lychgate.gateway.auth.oidc.ProviderFailure.Reason;
import io.lychgate.gateway.config.policy.OidcPolicy;
import io.lychgate.gateway.message.AuthorityHost;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.OwnResponse;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestPurpose;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.count.PolicyOutcome;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.AsciiString;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request at an {@link OidcStep}. It gives its verdict once. Event loop only. */
final class OidcVisit {
  private static final Logger LOG = LoggerFactory.getLogger(OidcVisit.class);
  private static final AsciiString X_REQUESTED_WITH = AsciiString.cached("x-requested-with");
  private static final AsciiString PROBLEM = AsciiString.cached("application/problem+json");
  private static final AsciiString TEXT = AsciiString.cached("text/plain; charset=utf-8");
  private static final String HTTPS = "https://";
  private static final String ROOT = "/";

  /** Parameters of a query. A response of a provider has four or five. */
  private static final int MAX_PARAMETERS = 32;

  /** Refreshes for one request. */
  private static final int MAX_REFRESHES = 3;

  private static final int OK = 200;
  private static final int FOUND = 302;
  private static final int SEE_OTHER = 303;
  private static final int UNAUTHORIZED = 401;

  private final OidcStep step;
  private final OidcPolicy policy;
  private final RelyingParty party;
  private final RequestContext context;
  private final Continuation continuation;
  private final OwnCookies cookies;
  private final String host;

  private boolean isDecided;

  /** The cookies of the response. */
  private final SetCookies changed = new SetCookies();

  OidcVisit(OidcStep step, RequestContext context, Continuation continuation, OwnCookies cookies) {
    this.step = step;
    this.policy = step.policy();
    this.party = step.party();
    this.context = context;
    this.continuation = continuation;
    this.cookies = cookies;
    this.host = AuthorityHost.of(context.request().authority().toString());
  }

  void start() {
    RequestHead request = context.request();
    String target = request.path().toString();
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    if (!request.isSecure()) {
      fail(PolicyOutcome.REFUSED, Kind.FORBIDDEN, "the request came without TLS (expected: https)");
    } else if (path.equals(policy.paths().redirect())) {
      callback(path, target);
    } else if (path.equals(policy.paths().login())) {
      login(target);
    } else if (path.equals(policy.paths().logout())) {
      logout();
    } else {
      guard();
    }
  }

  // Verdicts.

  private void end(PolicyOutcome outcome, Verdict verdict) {
    isDecided = true;
    step.decisions().count(context, outcome);
    continuation.then(verdict);
  }

  private void fail(PolicyOutcome outcome, Kind kind, String why) {
    fail(outcome, new ExchangeFailure(kind, "oidc: " + why), new Fields(1));
  }

  private void fail(PolicyOutcome outcome, ExchangeFailure failure, Fields fields) {
    end(outcome, new Verdict.Fail(failure, changed.addTo(fields)));
  }

  private void fail(ProviderFailure failure) {
    String why = String.valueOf(failure.getMessage());
    switch (failure.reason()) {
      case UNAVAILABLE -> fail(PolicyOutcome.FAILED, Kind.DESTINATION_UNAVAILABLE, why);
      case BUSY -> fail(PolicyOutcome.BUSY, Kind.OVERLOADED, why);
      case REFUSED, UNSHARED -> fail(PolicyOutcome.REFUSED, Kind.BAD_REQUEST, why);
      case INVALID -> fail(PolicyOutcome.FAILED, Kind.RESPONSE_MALFORMED, why);
    }
  }

  private void respond(PolicyOutcome outcome, int status, Fields fields, String body) {
    changed.addTo(fields.set(HttpHeaderNames.CACHE_CONTROL, "no-store"));
    end(
        outcome,
        new Verdict.Respond(
            new OwnResponse(status, fields, body.getBytes(StandardCharsets.UTF_8))));
  }

  private void redirect(PolicyOutcome outcome, int status, String location) {
    respond(outcome, status, new Fields().add(HttpHeaderNames.LOCATION, location), "");
  }

  /** Continues on the event loop with the result: one of both is set. */
  private interface Then<T> {
    void take(@Nullable T result, @Nullable ProviderFailure failure);
  }

  private <T> void await(CompletableFuture<T> future, Then<T> then) {
    boolean isDone = future.isDone();
    future.whenComplete((result, problem) -> {
      ProviderFailure failure = problem == null ? null : ProviderFailure.of(problem);
      if (isDone) {
        take(then, result, failure);
        return;
      }
      try {
        context.loop().execute(() -> take(then, result, failure));
      } catch (RejectedExecutionException shutDown) {
        // The exchange has ended with its loop.
      }
    });
  }

  /** An exception would leave the request without a response. */
  private <T> void take(Then<T> then, @Nullable T result, @Nullable ProviderFailure failure) {
    try {
      then.take(result, failure);
    } catch (RuntimeException e) {
      LOG.error("oidc: a request failed", e);
      if (!isDecided) {
        fail(PolicyOutcome.FAILED, Kind.INTERNAL, e.getClass().getSimpleName());
      }
    }
  }

  /** RFC 8470: early data of this connection, or of one of a proxy before. */
  private boolean mayBeReplay() {
    return context.isEarly() || context.request().fields().contains(FieldNames.EARLY_DATA);
  }

  private boolean isMethod(HttpMethod method) {
    return context.request().isMethod(method.asciiName());
  }

  private String origin() {
    return HTTPS + context.request().authority();
  }

  // Other requests: they need a session.

  private void guard() {
    Session session = session();
    if (session == null) {
      missing();
    } else if (party.isDue(session)) {
      refresh(session, MAX_REFRESHES);
    } else {
      if (!context.isPromised()) {
        party.cookies().renew(session, cookies, host, changed);
      }
      admit(session);
    }
  }

  private @Nullable Session session() {
    Session session = party.cookies().read(cookies, host);
    return session == null || party.isEnded(session) ? null : session;
  }

  /**
   * Refreshes a session. If the result of another request is so old that it is due itself, the browser may already hold a newer
   * one, which its own refresh then gives.
   */
  private void refresh(Session session, int left) {
    await(party.refresh(session), (content, failure) -> {
      Session next = content == null ? null : Session.of(content);
      if (next != null && left > 1 && party.isDue(next) && !party.isEnded(next)) {
        refresh(next, left - 1);
      } else {
        refreshed(session, next, failure);
      }
    });
  }

  private void refreshed(
      Session before, @Nullable Session session, @Nullable ProviderFailure failure) {
    if (session != null && !party.isEnded(session)) {
      if (party.cookies().write(session.content(), cookies, host, changed)) {
        admit(session);
      } else {
        tooLarge();
      }
    } else if (failure == null || failure.reason() == Reason.REFUSED) {
      missing();
    } else if (party.isFresh(before)) {
      admit(before);
    } else if (failure.reason() == Reason.UNSHARED) {
      missing();
    } else {
      fail(failure);
    }
  }

  private void tooLarge() {
    fail(
        PolicyOutcome.FAILED,
        Kind.RESPONSE_MALFORMED,
        "the tokens are too large for cookies (expected: at most 11 KB; fewer claims or scopes)");
  }

  private void admit(Session session) {
    if (!party.allows(session, context.request())) {
      fail(PolicyOutcome.FORBIDDEN, Kind.FORBIDDEN, "the claims do not allow the request");
      return;
    }
    Fields fields = context.request().fields();
    if (step.fields().size() > 0) {
      step.fields().keep(fields);
      for (int i = 0; i < step.fields().size(); i++) {
        String value = ClaimReader.field(session.claims(), step.claims().get(i));
        if (value != null) {
          step.fields().set(fields, i, value);
        }
      }
    }
    context.identified(session);
    changed.addTo(context);
    end(PolicyOutcome.ADMITTED, Verdict.CONTINUE);
  }

  /** A person gets the login page, a script the status 401: it could not follow a redirect to another site. */
  private void missing() {
    RequestHead request = context.request();
    if (isNavigation(request)) {
      boolean isSafe = isMethod(HttpMethod.GET) || isMethod(HttpMethod.HEAD);
      // The body of another method is lost, so its path is no page to return to.
      String returnPath = isSafe ? ReturnPath.orRoot(policy, request.path()) : ROOT;
      begin(isSafe ? FOUND : SEE_OTHER, returnPath);
      return;
    }
    Fields fields = new Fields()
        .add(
            HttpHeaderNames.WWW_AUTHENTICATE,
            "OpenIDConnect login=\"" + policy.paths().login() + "\"");
    CharSequence type = request.fields().get(HttpHeaderNames.CONTENT_TYPE);
    if (type != null && AsciiString.contains(type, "application/grpc")) {
      fail(
          PolicyOutcome.MISSING,
          new ExchangeFailure(Kind.UNAUTHORIZED, "oidc: no session"),
          fields);
      return;
    }
    respond(
        PolicyOutcome.MISSING,
        UNAUTHORIZED,
        fields.add(HttpHeaderNames.CONTENT_TYPE, PROBLEM),
        JSONObjectUtils.toJSONString(Map.of(
            "type", "about:blank",
            "title", "Unauthorized",
            "status", UNAUTHORIZED,
            "detail", "The request needs a session. A login begins at the path of login.",
            "login", policy.paths().login())));
  }

  /** The mode of the Fetch Standard decides; without it, a request for HTML that no script has marked. */
  private static boolean isNavigation(RequestHead request) {
    Fields fields = request.fields();
    if (request.protocol() != null || RequestPurpose.isPrefetch(fields)) {
      return false;
    }
    CharSequence mode = fields.get(FieldNames.SEC_FETCH_MODE);
    if (mode != null) {
      return AsciiString.contentEquals(mode, "navigate");
    }
    CharSequence accept = fields.get(HttpHeaderNames.ACCEPT);
    return accept != null
        && AsciiString.contains(accept, "text/html")
        && !fields.contains(X_REQUESTED_WITH);
  }

  // Login.

  private void login(String target) {
    Map<String, List<String>> parameters = isMethod(HttpMethod.GET) ? parameters(target) : null;
    if (!isMethod(HttpMethod.GET)) {
      notAllowed("GET");
      return;
    }
    List<String> wanted =
        parameters == null ? List.of() : parameters.getOrDefault("return", List.of(ROOT));
    String returnPath = wanted.size() == 1 ? ReturnPath.checked(policy, wanted.get(0)) : null;
    if (returnPath == null) {
      fail(
          PolicyOutcome.REFUSED,
          Kind.BAD_REQUEST,
          "return: not allowed (expected: one path of this site, within returnPaths)");
      return;
    }
    begin(FOUND, returnPath);
  }

  private void begin(int status, String returnPath) {
    URI redirect = redirectUri();
    if (redirect == null) {
      return;
    }
    await(party.provider().known(), (known, failure) -> {
      if (known == null) {
        fail(failure == null ? unknown() : failure);
        return;
      }
      LoginAttempt attempt = party.begin(returnPath);
      party.cookies().write(attempt, cookies, host, changed);
      redirect(
          PolicyOutcome.LOGIN,
          status,
          party.authorization(known.metadata(), attempt, redirect).toString());
    });
  }

  private static ProviderFailure unknown() {
    return new ProviderFailure(Reason.UNAVAILABLE, "no description of the provider");
  }

  /** Returns the URL to which the provider returns; null after a failure. */
  private @Nullable URI redirectUri() {
    try {
      return URI.create(origin() + policy.paths().redirect());
    } catch (IllegalArgumentException e) {
      fail(PolicyOutcome.REFUSED, Kind.BAD_REQUEST, "authority: no URL begins with it");
      return null;
    }
  }

  private void notAllowed(String methods) {
    fail(
        PolicyOutcome.REFUSED,
        new ExchangeFailure(
            Kind.METHOD_NOT_ALLOWED, "oidc: " + context.request().method() + " is not allowed"),
        new Fields().add(HttpHeaderNames.ALLOW, methods));
  }

  /** Returns the parameters of the query; null if it is malformed. */
  private static @Nullable Map<String, List<String>> parameters(String target) {
    try {
      return new QueryStringDecoder(target, StandardCharsets.UTF_8, true, MAX_PARAMETERS)
          .parameters();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  // The return from the provider.

  private void callback(String path, String target) {
    // The code goes to no log.
    context.target(path, path);
    if (!isMethod(HttpMethod.GET)) {
      notAllowed("GET");
      return;
    }
    if (mayBeReplay()) {
      fail(PolicyOutcome.REFUSED, Kind.TOO_EARLY, "early-data: a login may not be replayed");
      return;
    }
    Returned returned = Returned.of(parameters(target));
    if (returned == null) {
      fail(PolicyOutcome.REFUSED, Kind.BAD_REQUEST, "callback: malformed, or a parameter twice");
      return;
    }
    LoginAttempt attempt = party.cookies().take(returned.state(), cookies, host, changed);
    if (attempt == null) {
      noAttempt();
    } else if (!party.useOnce(attempt.state())) {
      fail(PolicyOutcome.REFUSED, Kind.BAD_REQUEST, "state: used before (expected: once)");
    } else if (!returned.issuer().isEmpty() && !returned.issuer().equals(policy.issuer())) {
      // RFC 9207 section 2.4: the code belongs to another provider.
      fail(PolicyOutcome.REFUSED, Kind.BAD_REQUEST, "iss: another issuer (expected: the own one)");
    } else {
      callback(attempt, returned);
    }
  }

  /** Another tab may have logged in meanwhile, or the browser shows an old page of the provider again. */
  private void noAttempt() {
    if (session() == null) {
      fail(
          PolicyOutcome.REFUSED,
          Kind.BAD_REQUEST,
          "state: unknown or expired (expected: that of a login of this browser)");
    } else {
      redirect(PolicyOutcome.LOGIN, FOUND, ROOT);
    }
  }

  private void callback(LoginAttempt attempt, Returned returned) {
    URI redirect = redirectUri();
    if (redirect == null) {
      return;
    }
    await(party.provider().known(), (known, failure) -> {
      if (known == null) {
        fail(failure == null ? unknown() : failure);
      } else if (returned.issuer().isEmpty()
          && known.metadata().supportsAuthorizationResponseIssuerParam()) {
        fail(PolicyOutcome.REFUSED, Kind.BAD_REQUEST, "iss: none (expected: from this provider)");
      } else if (!returned.error().isEmpty()) {
        refusedByProvider(returned.error());
      } else if (returned.code().isBlank()) {
        fail(PolicyOutcome.REFUSED, Kind.BAD_REQUEST, "code: none (expected: one)");
      } else {
        await(
            party.finish(known, attempt, returned.code(), redirect),
            (content, problem) -> loggedIn(attempt, content, problem));
      }
    });
  }

  private void refusedByProvider(String error) {
    boolean isTemporary = error.equals("temporarily_unavailable") || error.equals("server_error");
    fail(
        isTemporary ? PolicyOutcome.FAILED : PolicyOutcome.FORBIDDEN,
        isTemporary ? Kind.DESTINATION_UNAVAILABLE : Kind.FORBIDDEN,
        "the provider refuses the login: " + ProviderClient.code(error));
  }

  private void loggedIn(
      LoginAttempt attempt, @Nullable SessionContent content, @Nullable ProviderFailure failure) {
    if (content == null) {
      fail(failure == null ? unknown() : failure);
    } else if (Session.of(content) != null
        && party.cookies().write(content, cookies, host, changed)) {
      redirect(PolicyOutcome.ADMITTED, FOUND, attempt.returnPath());
    } else {
      tooLarge();
    }
  }

  /** The parameters of an authorization response (RFC 6749 section 4.1.2, RFC 9207). Each is empty if it is absent. */
  private record Returned(String state, String code, String issuer, String error) {
    /** Returns null for a malformed query, and if a parameter is there twice (RFC 6749 section 3.1). */
    static @Nullable Returned of(@Nullable Map<String, List<String>> parameters) {
      if (parameters == null) {
        return null;
      }
      for (String name : List.of("state", "code", "iss", "error")) {
        if (parameters.getOrDefault(name, List.of()).size() > 1) {
          return null;
        }
      }
      return new Returned(
          first(parameters, "state"),
          first(parameters, "code"),
          first(parameters, "iss"),
          first(parameters, "error"));
    }

    private static String first(Map<String, List<String>> parameters, String name) {
      List<String> values = parameters.getOrDefault(name, List.of());
      return values.isEmpty() ? "" : values.get(0);
    }

    @Override
    public String toString() {
      return "authorization response";
    }
  }

  // Logout.

  private void logout() {
    if (!isMethod(HttpMethod.GET) && !isMethod(HttpMethod.POST)) {
      notAllowed("GET, POST");
      return;
    }
    if (mayBeReplay()) {
      fail(PolicyOutcome.REFUSED, Kind.TOO_EARLY, "early-data: a logout may not be replayed");
      return;
    }
    if (!isOfSite(context.request().fields())) {
      fail(PolicyOutcome.REFUSED, Kind.FORBIDDEN, "logout: from another site (expected: this one)");
      return;
    }
    Session session = session();
    party.cookies().delete(cookies, changed);
    if (session == null) {
      loggedOut(null);
      return;
    }
    party.end(session);
    await(
        party.provider().known(),
        (known, failure) ->
            loggedOut(known == null ? null : party.logout(known, session, afterLogout())));
  }

  /** Another site could otherwise end the session by a link. Its POST has no cookies, as they are of SameSite=Lax. */
  private boolean isOfSite(Fields fields) {
    CharSequence site = fields.get(FieldNames.SEC_FETCH_SITE);
    if (site != null) {
      return AsciiString.contentEquals(site, "same-origin")
          || AsciiString.contentEquals(site, "none");
    }
    CharSequence origin = fields.get(HttpHeaderNames.ORIGIN);
    if (origin != null) {
      return origin.toString().equalsIgnoreCase(origin());
    }
    CharSequence referer = fields.get(HttpHeaderNames.REFERER);
    return referer == null
        ? isMethod(HttpMethod.POST)
        : referer.toString().startsWith(origin() + ROOT);
  }

  private @Nullable URI afterLogout() {
    String url = policy.postLogoutUrl();
    try {
      return url.isEmpty() ? null : URI.create(url.startsWith(ROOT) ? origin() + url : url);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private void loggedOut(@Nullable URI atProvider) {
    if (atProvider != null) {
      redirect(PolicyOutcome.ANONYMOUS, SEE_OTHER, atProvider.toString());
    } else if (!policy.postLogoutUrl().isEmpty()) {
      redirect(PolicyOutcome.ANONYMOUS, SEE_OTHER, policy.postLogoutUrl());
    } else {
      respond(
          PolicyOutcome.ANONYMOUS,
          OK,
          new Fields().add(HttpHeaderNames.CONTENT_TYPE, TEXT),
          "You are signed out.\n");
    }
  }
}
