package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.admin.access.Accounts;
import io.lychgate.gateway.admin.access.LoginThrottle;
import io.lychgate.gateway.admin.access.SessionCookie;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.config.password.PasswordHash;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.Session;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.User;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Login, logout, and change of one's own password. */
public final class SessionResource {

  private static final int MAX_NAME = 100;
  private static final int MAX_PASSWORD = 1000;
  private static final int MIN_NEW_PASSWORD = 12;

  private final LoginThrottle throttle;
  private final Accounts accounts;
  private final Runnable passwordChanged;

  /**
   * Creates the resource.
   *
   * @param passwordChanged called when sessions have ended, to close their open streams
   */
  public SessionResource(LoginThrottle throttle, Accounts accounts, Runnable passwordChanged) {
    this.throttle = throttle;
    this.accounts = accounts;
    this.passwordChanged = passwordChanged;
  }

  /** Runs on the login lane. */
  public Reply login(Call call) {
    Credentials given = call.body(body ->
        new Credentials(body.text("name", 1, MAX_NAME), body.text("password", 1, MAX_PASSWORD)));
    accounts.awaitFirstUser();
    passThrottle(call, given.name());
    Store store = call.store();
    Optional<User> user = store.users().find(given.name());
    if (!accounts.isPasswordOf(user, given.password())) {
      store
          .audit()
          .record(call.actor(given.name()), "session.login", null, true, "wrong name or password");
      throw new ProblemException(
          ProblemCode.WRONG_CREDENTIALS, "name and password: no match (expected: those of a user)");
    }
    throttle.succeeded(call.address(), given.name());
    Reply reply = open(store, given.name(), user.map(User::passwordHash).orElseThrow());
    store.audit().record(call.actor(given.name()), "session.login", null, false, null);
    return reply;
  }

  public Reply whoAmI(Call call) {
    return Reply.ok(SessionBody.of(call.requireSession()));
  }

  public Reply logout(Call call) {
    call.store().audit().record(call.actor(), "session.logout", null, false, null);
    call.sessionId().ifPresent(call.store().sessions()::close);
    return Reply.noContent().with("set-cookie", SessionCookie.clear());
  }

  /** Runs on the login lane. */
  public Reply changePassword(Call call) {
    User user = call.requireSession().user();
    PasswordChange change = call.body(body -> new PasswordChange(
        body.text("currentPassword", 1, MAX_PASSWORD),
        body.text("newPassword", MIN_NEW_PASSWORD, MAX_PASSWORD)));
    passThrottle(call, user.name());
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
    throttle.succeeded(call.address(), user.name());
    String hash = PasswordHash.of(change.next());
    Store store = call.store();
    store.users().setPassword(user.name(), hash, false, call.actor(user.name()));
    // The current session ends too: its id may have been stolen before the change.
    store.sessions().closeAll(user.name());
    Reply reply = open(store, user.name(), hash);
    passwordChanged.run();
    return reply;
  }

  /** Opens a session for a user whose password has just been verified. */
  private static Reply open(Store store, String user, String passwordHash) {
    String id = store.sessions().open(user);
    Optional<Session> opened = store
        .sessions()
        .find(id)
        .filter(session -> session.user().passwordHash().equals(passwordHash));
    if (opened.isEmpty()) {
      // The password changed after its verification and before the session was created, so the
      // change did not end this session.
      store.sessions().close(id);
      throw new ProblemException(
          ProblemCode.WRONG_CREDENTIALS, "password: just changed (expected: the current one)");
    }
    return Reply.ok(SessionBody.of(opened.get())).with("set-cookie", SessionCookie.set(id));
  }

  private void passThrottle(Call call, String name) {
    Duration wait = throttle.attempt(call.address(), name);
    if (!wait.isZero()) {
      throw ProblemException.tooManyAttempts(wait);
    }
  }

  private record Credentials(String name, String password) {}

  private record PasswordChange(String current, String next) {}

  private record SessionBody(
      String user, Role role, boolean mustChangePassword, Instant expiresAt, long idleSeconds) {

    static SessionBody of(Session session) {
      User user = session.user();
      return new SessionBody(
          user.name(),
          user.role(),
          user.mustChangePassword(),
          session.expiresAt(),
          Session.IDLE.toSeconds());
    }
  }
}
