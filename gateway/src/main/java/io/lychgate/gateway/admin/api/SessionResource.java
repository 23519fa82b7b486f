package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.admin.access.Accounts;
import io.lychgate.gateway.admin.access.DeviceCookie;
import io.lychgate.gateway.admin.access.LoginThrottle;
import io.lychgate.gateway.admin.access.PasswordRules;
import io.lychgate.gateway.admin.access.Principal;
import io.lychgate.gateway.admin.access.SessionCookie;
import io.lychgate.gateway.admin.account.GrantBody;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Callers;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.signon.ProviderResource;
import io.lychgate.gateway.admin.signon.SecondStep;
import io.lychgate.gateway.config.SignOnConfig;
import io.lychgate.gateway.config.account.PasswordConfig;
import io.lychgate.gateway.config.password.PasswordHash;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.ApiToken;
import io.lychgate.gateway.store.AuditState;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.Session;
import io.lychgate.gateway.store.SessionRules;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.User;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Login, logout, and change of one's own password. */
public final class SessionResource {

  private static final int MAX_NAME = 100;
  private static final int MAX_PASSWORD = PasswordConfig.CEILING;

  private final LoginThrottle throttle;
  private final Accounts accounts;
  private final PasswordRules rules;
  private final SignOnConfig signOn;
  private final SecondStep secondStep;
  private final ProviderResource providers;
  private final Runnable passwordChanged;

  /**
   * Creates the resource.
   *
   * @param passwordChanged called when sessions have ended, to close their open streams
   */
  public SessionResource(
      LoginThrottle throttle,
      Accounts accounts,
      PasswordRules rules,
      SignOnConfig signOn,
      SecondStep secondStep,
      ProviderResource providers,
      Runnable passwordChanged) {
    this.throttle = throttle;
    this.accounts = accounts;
    this.rules = rules;
    this.signOn = signOn;
    this.secondStep = secondStep;
    this.providers = providers;
    this.passwordChanged = passwordChanged;
  }

  /** Runs on the login lane. */
  public Reply login(Call call) {
    Credentials given = call.body(body ->
        new Credentials(body.text("name", 1, MAX_NAME), body.text("password", 1, MAX_PASSWORD)));
    if (signOn.local() == SignOnConfig.Local.OFF) {
      passThrottle(call, given.name(), null);
      call.store()
          .audit()
          .record(
              call.actor(given.name()),
              "session.login",
              null,
              true,
              "local sign-in is switched off");
      throw new ProblemException(
          ProblemCode.FORBIDDEN, "admin.signOn.local: off (expected: a sign-in at a provider)");
    }
    accounts.awaitFirstUser();
    String device = device(call, given.name());
    passThrottle(call, given.name(), device);
    Store store = call.store();
    Optional<User> user = store.users().find(given.name());
    // Both are checked for each name, so that the time does not tell which users may use a
    // password.
    boolean isRight = accounts.isPasswordOf(user, given.password());
    if (!isRight || !signOn.allowsPassword(given.name())) {
      store
          .audit()
          .record(
              call.actor(given.name()),
              "session.login",
              null,
              true,
              isRight ? "not a break-glass user" : "wrong name or password");
      throw new ProblemException(
          ProblemCode.WRONG_CREDENTIALS, "name and password: no match (expected: those of a user)");
    }
    throttle.succeeded(call.address(), given.name(), device);
    User current = renewed(store, user.orElseThrow(), given.password());
    Optional<Reply> step = secondStep.begin(call, current);
    if (step.isPresent()) {
      return step.get();
    }
    Opened opened = open(call, current);
    noteLogin(store, current);
    recordLogin(call, opened.session(), null);
    return withDevice(store, opened.reply(), given.name(), device);
  }

  /** Ends a login whose password was right, by a second factor. */
  public Reply finishSecondStep(Call call) {
    User user = secondStep.finish(call);
    Store store = call.store();
    Opened opened = open(call, user);
    Reply reply = opened.reply().adding("set-cookie", SecondStep.clearCookie());
    noteLogin(store, user);
    recordLogin(call, opened.session(), "with a second factor");
    return withDevice(store, reply, user.name(), device(call, user.name()));
  }

  private static void recordLogin(Call call, Session opened, @Nullable String detail) {
    call.store()
        .audit()
        .recordChange(
            call.actor(opened.user().name()),
            "session.login",
            null,
            detail,
            AuditState.of(null, opened.described()));
  }

  /**
   * Opens a session for a user whom a provider has identified, and returns its id.
   *
   * @param end latest end; null for that of the configuration
   */
  public static String openFor(Call call, User user, @Nullable Instant end) {
    Store store = call.store();
    call.sessionId().ifPresent(store.sessions()::close);
    SessionRules rules = call.sessionRules();
    Duration left = end == null
        ? rules.life()
        : Duration.between(Instant.ofEpochMilli(store.clock().millis()), end);
    Duration life = left.compareTo(rules.life()) < 0 ? left : rules.life();
    String id = store
        .sessions()
        .open(
            user.name(),
            Callers.origin(call.address(), call.header("user-agent")),
            new SessionRules(rules.idle(), life));
    noteLogin(store, user);
    return id;
  }

  private static void noteLogin(Store store, User user) {
    try {
      store.users().noteLogin(user.name());
    } catch (StoreException e) {
      unlessReadOnly(e);
    }
  }

  /** Returns the user with a hash of the present parameters. A store that cannot be written does not prevent a login. */
  private User renewed(Store store, User user, String password) {
    try {
      accounts.renewHash(store.users(), user, password);
    } catch (StoreException e) {
      unlessReadOnly(e);
    }
    return store.users().find(user.name()).orElse(user);
  }

  /** Returns the id of the browser if the user has logged in there before. */
  private static @Nullable String device(Call call, String user) {
    return DeviceCookie.read(call.header("cookie"))
        .filter(id -> call.store().devices().isKnown(id, user))
        .orElse(null);
  }

  private static Reply withDevice(Store store, Reply reply, String user, @Nullable String device) {
    try {
      if (device != null) {
        store.devices().noteLogin(device);
        return reply.adding("set-cookie", DeviceCookie.set(device));
      }
      return reply.adding("set-cookie", DeviceCookie.set(store.devices().add(user)));
    } catch (StoreException e) {
      unlessReadOnly(e);
      return reply;
    }
  }

  private static void unlessReadOnly(StoreException e) {
    if (e.kind() != StoreException.Kind.READ_ONLY) {
      throw e;
    }
  }

  public Reply whoAmI(Call call) {
    Principal principal = call.principal();
    return Reply.ok(
        principal.token() == null
            ? body(call, call.requireSession())
            : body(principal, principal.requireToken()));
  }

  public Reply logout(Call call) {
    Store store = call.store();
    Actor actor = call.actor();
    String session = "session: " + call.senderSession();
    // Without the store, the provider of the session is not known.
    Optional<String> url = store.away() == null
        ? call.sessionId().flatMap(id -> providers.logoutUrl(call, id))
        : Optional.empty();
    call.sessionId().ifPresent(store.sessions()::close);
    store
        .audit()
        .recordOrLog(actor, "session.logout", null, false, null, AuditState.of(session, null));
    return url.map(text -> Reply.ok(new UrlBody(text)))
        .orElseGet(Reply::noContent)
        .with("set-cookie", SessionCookie.clear());
  }

  /** Runs on the login lane. */
  public Reply changePassword(Call call) {
    User user = call.requireSession().user();
    PasswordChange change = call.body(body -> new PasswordChange(
        body.text("currentPassword", 1, MAX_PASSWORD), body.text("newPassword", 1, MAX_PASSWORD)));
    String device = device(call, user.name());
    passThrottle(call, user.name(), device);
    if (!accounts.isPasswordOf(Optional.of(user), change.current())) {
      call.store()
          .audit()
          .record(
              call.actor(user.name()),
              "user.password",
              user.name(),
              true,
              "wrong current password");
      throw new ProblemException(
          ProblemCode.WRONG_CREDENTIALS, "currentPassword: no match (expected: the one in use)");
    }
    throttle.succeeded(call.address(), user.name(), device);
    String problem = change.next().equals(change.current())
        ? "the current one (expected: another one)"
        : rules.problem(change.next(), user.name());
    if (!problem.isEmpty()) {
      throw new ProblemException(ProblemCode.INVALID, "newPassword: " + problem);
    }
    String hash = PasswordHash.of(change.next());
    Store store = call.store();
    store.users().setPassword(user.name(), hash, false, call.actor(user.name()));
    // The current session ends too: its id may have been stolen before the change.
    store.sessions().closeAll(user.name());
    Opened opened = open(call, store.users().find(user.name()).orElse(user));
    passwordChanged.run();
    return withDevice(store, opened.reply(), user.name(), null);
  }

  /** Opens a session for a user whose password has just been verified. A session that the browser had before ends. */
  private Opened open(Call call, User user) {
    Store store = call.store();
    call.sessionId().ifPresent(store.sessions()::close);
    SessionRules limits = call.sessionRules();
    String id = store
        .sessions()
        .open(user.name(), Callers.origin(call.address(), call.header("user-agent")), limits);
    Optional<Session> opened = store
        .sessions()
        .find(id, limits)
        .filter(session -> session.user().passwordHash().equals(user.passwordHash()));
    if (opened.isEmpty()) {
      // The password changed after its verification and before the session was created, so the
      // change did not end this session.
      store.sessions().close(id);
      throw new ProblemException(
          ProblemCode.WRONG_CREDENTIALS, "password: just changed (expected: the current one)");
    }
    return new Opened(
        opened.get(),
        Reply.ok(body(call, opened.get()))
            .with("set-cookie", SessionCookie.set(id, limits.life())));
  }

  private void passThrottle(Call call, String name, @Nullable String device) {
    Duration wait = throttle.attempt(call.address(), name, device);
    if (!wait.isZero()) {
      throw ProblemException.tooManyAttempts(wait);
    }
  }

  private SessionBody body(Call call, Session session) {
    User user = session.user();
    return new SessionBody(
        user.name(),
        user.role(),
        GrantBody.of(user.grants()),
        null,
        user.mustChangePassword(),
        call.mustEnrol(user),
        session.expiresAt(),
        call.sessionRules().idle().toSeconds(),
        new PasswordLengths(rules.config().minLength(), rules.config().maxLength()));
  }

  private SessionBody body(Principal principal, ApiToken token) {
    return new SessionBody(
        principal.user().name(),
        principal.role(),
        GrantBody.of(List.of(token.grant())),
        token.name(),
        false,
        false,
        token.expiresAt(),
        0,
        new PasswordLengths(rules.config().minLength(), rules.config().maxLength()));
  }

  private record Opened(Session session, Reply reply) {}

  private record UrlBody(String url) {}

  private record Credentials(String name, String password) {}

  private record PasswordChange(String current, String next) {}

  private record PasswordLengths(int min, int max) {}

  private record SessionBody(
      String user,
      Role role,
      List<GrantBody> grants,
      @Nullable String token,
      boolean mustChangePassword,
      boolean mustSetUpSecondFactor,
      Instant expiresAt,
      long idleSeconds,
      PasswordLengths passwordLength) {}
}
