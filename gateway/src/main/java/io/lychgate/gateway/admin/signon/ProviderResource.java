package io.lychgate.gateway.admin.signon;

import com.linecorp.armeria.common.QueryParams;
import io.lychgate.gateway.admin.access.SessionCookie;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.signon.ClaimMapping.Decision;
import io.lychgate.gateway.auth.oidc.LoginClient;
import io.lychgate.gateway.auth.oidc.LoginClient.Person;
import io.lychgate.gateway.auth.oidc.LoginFailure;
import io.lychgate.gateway.config.SignOnConfig;
import io.lychgate.gateway.store.AuditState;
import io.lychgate.gateway.store.SignOnStore.ProviderSession;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.User;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Sign-ins at OpenID Providers: their beginning, the return of the browser, and the logout there. */
public final class ProviderResource {
  private static final int MAX_RETURN = 2000;

  /** Calls that wait for a provider. One that hangs must not take all threads of the admin plane. */
  private static final int MAX_WAITING = 3;

  /** The description, the tokens and UserInfo: each request ends within 5 seconds. */
  private static final int WAIT_SECONDS = 16;

  private static final int LOGOUT_WAIT_SECONDS = 3;

  /** Characters of an ID token that is kept for the logout. */
  private static final int MAX_ID_TOKEN = 8 * 1024;

  private static final String FAILED = "/sign-in?failure=";

  private final Providers providers;
  private final SessionOpening sessions;
  private final Semaphore waiting = new Semaphore(MAX_WAITING);
  private final FailureLimit failures = new FailureLimit();

  public ProviderResource(Providers providers, SessionOpening sessions) {
    this.providers = providers;
    this.sessions = sessions;
  }

  /** Returns the ways to sign in, for the page without a session. It names no user. */
  public Reply options(Call call) {
    SignOnConfig config = providers.config();
    return Reply.ok(new OptionsBody(
        config.local().token(),
        providers.all().stream()
            .map(each -> new ButtonBody(each.provider().name(), each.provider().title()))
            .toList()));
  }

  /** Begins a login. It is a POST of the sign-in page, so that no other site begins one. */
  public Reply begin(Call call) {
    Providers.Entry entry = entry(call);
    String target = call.body(body ->
        Objects.requireNonNullElse(body.optionalText("returnTo", MAX_RETURN), ReturnTarget.ROOT));
    AdminOrigin origin = AdminOrigin.of(call);
    providers.shareSecrets(call.store());
    try {
      LoginClient.Begun begun = await(
          entry
              .client()
              .begin(redirect(origin, entry), origin.authority(), ReturnTarget.orRoot(target)),
          WAIT_SECONDS);
      Reply reply = Reply.ok(new UrlBody(begun.url().toString()));
      for (String cookie : AttemptCookie.keep(begun, call.header("cookie"))) {
        reply = reply.adding("set-cookie", cookie);
      }
      return reply;
    } catch (LoginFailure e) {
      entry.failed(String.valueOf(e.getMessage()));
      throw new ProblemException(
          ProblemCode.PROVIDER_UNAVAILABLE,
          "provider " + entry.provider().name()
              + ": no useful response (expected: its description)");
    }
  }

  /** The browser comes back from the provider. The response is a redirect to a page, whatever the result. */
  public Reply callback(Call call) {
    Providers.Entry entry = entry(call);
    if (failures.isReached(call.address())) {
      return failed("too-many");
    }
    String cookies = call.header("cookie");
    Map<String, List<String>> parameters = parameters(call);
    String state = parameters.getOrDefault("state", List.of("")).get(0);
    Reply reply = signedIn(call, entry, parameters, AttemptCookie.read(cookies, state));
    String forget = AttemptCookie.forget(cookies, state);
    return forget == null ? reply : reply.adding("set-cookie", forget);
  }

  private Reply signedIn(
      Call call,
      Providers.Entry entry,
      Map<String, List<String>> parameters,
      @Nullable String sealed) {
    AdminOrigin origin = AdminOrigin.of(call);
    providers.shareSecrets(call.store());
    try {
      Person person = await(
          entry.client().finish(sealed, parameters, redirect(origin, entry), origin.authority()),
          WAIT_SECONDS);
      return admitted(call, entry, person);
    } catch (StoreException e) {
      // A browser has no use for a problem in JSON.
      entry.failed("the store: " + e.getMessage());
      return failed("store-unavailable");
    } catch (LoginFailure e) {
      if (e.kind() != LoginFailure.Kind.STATE) {
        // Anyone can send a wrong state; the others have begun a login.
        refused(call, entry, "?", String.valueOf(e.getMessage()));
      }
      return switch (e.kind()) {
        case UNAVAILABLE -> failed("provider-unavailable");
        case REFUSED -> failed("refused");
        case STATE -> failed("expired");
      };
    }
  }

  private Reply admitted(Call call, Providers.Entry entry, Person person) {
    SignOnConfig.Provider provider = entry.provider();
    Decision decision =
        ClaimMapping.decide(provider, providers.config().breakGlass(), person.claims());
    if (decision instanceof Decision.Refused no) {
      refused(call, entry, "?", no.text());
      return failed(no.reason().token());
    }
    Decision.Admitted yes = (Decision.Admitted) decision;
    Store store = call.store();
    AccountLink.Result result = new AccountLink(
            store, provider, providers.config().breakGlass(), call.actor(yes.account()))
        .of(yes);
    if (result instanceof AccountLink.Result.Refused no) {
      refused(call, entry, yes.account(), no.text());
      return failed(no.reason().token());
    }
    User user = ((AccountLink.Result.Found) result).user();
    String id = sessions.open(call, user, provider.endsWithToken() ? person.expiresAt() : null);
    String idToken = person.idToken().length() > MAX_ID_TOKEN ? "" : person.idToken();
    store
        .signOn()
        .noteProvider(
            id,
            new ProviderSession(
                provider.name(),
                idToken.isEmpty() || !provider.logsOutAtProvider()
                    ? ""
                    : providers.secrets().seal(store, provider.name(), idToken)));
    entry.succeeded();
    store
        .audit()
        .recordChange(
            call.actor(user.name()),
            "session.login",
            null,
            "provider " + provider.name(),
            AuditState.of(null, "session of provider " + provider.name()));
    return Reply.seeOther(person.returnPath())
        .adding("set-cookie", SessionCookie.set(id, call.sessionRules().life()));
  }

  private void refused(Call call, Providers.Entry entry, String account, String why) {
    failures.count(call.address());
    entry.failed(why);
    call.store()
        .audit()
        .record(
            call.actor(account),
            "session.login",
            null,
            true,
            "provider " + entry.provider().name() + ": " + why);
  }

  private static Reply failed(String code) {
    return Reply.seeOther(FAILED + code);
  }

  /**
   * Returns the URL that ends the session at its provider, too; empty if it began with a password, or the provider cannot.
   *
   * @param sessionId the id in the cookie
   */
  public Optional<String> logoutUrl(Call call, String sessionId) {
    Store store = call.store();
    ProviderSession session = store.signOn().providerOf(sessionId);
    Providers.Entry entry =
        session == null ? null : providers.find(session.provider()).orElse(null);
    if (session == null || entry == null || !entry.provider().logsOutAtProvider()) {
      return Optional.empty();
    }
    try {
      String idToken = session.sealed().isEmpty()
          ? ""
          : providers.secrets().open(store, session.provider(), session.sealed());
      return await(
              entry.client().logout(idToken, AdminOrigin.of(call).at("/sign-in")),
              LOGOUT_WAIT_SECONDS)
          .map(URI::toString);
    } catch (GeneralSecurityException | LoginFailure | ProblemException e) {
      // The session here has ended. That at the provider goes on until it expires.
      return Optional.empty();
    }
  }

  private Providers.Entry entry(Call call) {
    return providers
        .find(call.path("provider"))
        .orElseThrow(() -> new ProblemException(
            ProblemCode.NOT_FOUND,
            "provider: none of this name (expected: one of GET /session/options)"));
  }

  private static URI redirect(AdminOrigin origin, Providers.Entry entry) {
    return origin.at("/api/v1/session/providers/" + entry.provider().name() + "/callback");
  }

  private static Map<String, List<String>> parameters(Call call) {
    QueryParams query = call.context().queryParams();
    Map<String, List<String>> parameters = new HashMap<>();
    for (String name : List.of("state", "code", "iss", "error")) {
      List<String> values = query.getAll(name);
      if (!values.isEmpty()) {
        parameters.put(name, values);
      }
    }
    return parameters;
  }

  private <T> T await(CompletableFuture<T> future, int seconds) {
    boolean waits = !future.isDone();
    if (waits && !waiting.tryAcquire()) {
      throw LoginFailure.unavailable(MAX_WAITING + " sign-ins wait for providers");
    }
    try {
      return future.get(seconds, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw LoginFailure.of(e);
    } catch (TimeoutException e) {
      throw LoginFailure.unavailable("no response in " + seconds + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw LoginFailure.unavailable("the gateway stops");
    } finally {
      if (waits) {
        waiting.release();
      }
    }
  }

  private record OptionsBody(String local, List<ButtonBody> providers) {}

  private record ButtonBody(String name, String title) {}

  private record UrlBody(String url) {}
}
