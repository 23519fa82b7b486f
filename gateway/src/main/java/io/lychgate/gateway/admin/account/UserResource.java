package io.lychgate.gateway.admin.account;

import io.lychgate.gateway.admin.access.OneTimePassword;
import io.lychgate.gateway.admin.access.PasswordRules;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.JsonBody;
import io.lychgate.gateway.admin.http.Precondition;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.config.account.PasswordConfig;
import io.lychgate.gateway.config.password.PasswordHash;
import io.lychgate.gateway.store.Account;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Page;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.User;
import io.lychgate.gateway.store.UserChange;
import io.lychgate.gateway.store.UserStore;
import java.time.Instant;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The users, as admins manage them. */
public final class UserResource {

  private static final int MAX_NAME = 100;
  private static final int MAX_PASSWORD = PasswordConfig.CEILING;

  /** The most attempts at a change with {@code If-Match: *} while others change the same user. */
  private static final int MAX_ATTEMPTS = 5;

  private static final String NAME =
      "1-100 letters, digits, . _ @ + -, beginning with a letter or digit";

  private final PasswordRules rules;
  private final Runnable sessionsEnded;

  /** @param sessionsEnded called when sessions have ended, to close their open streams */
  public UserResource(PasswordRules rules, Runnable sessionsEnded) {
    this.rules = rules;
    this.sessionsEnded = sessionsEnded;
  }

  public Reply list(Call call) {
    List<String> cursor = Cursor.of(call, 1);
    int limit = call.limit();
    Page<Account> page = call.store()
        .users()
        .list(call.query("q"), cursor == null ? "" : cursor.get(0), limit + 1, call.offset());
    return Reply.ok(Cursor.cut(page, limit, each -> List.of(each.user().name())).map(UserBody::of));
  }

  public Reply get(Call call) {
    return reply(find(call, call.path("name")));
  }

  /** Runs on the login lane. */
  public Reply create(Call call) {
    NewUser wanted = call.body(UserResource::newUser);
    if (!UserStore.isName(wanted.name())) {
      throw Call.invalid("name", "another form", NAME);
    }
    String given = wanted.password();
    String password = given == null ? OneTimePassword.next() : checked(given, wanted.name());
    User user = new User(wanted.name(), wanted.grants(), PasswordHash.of(password), true);
    if (!call.store().users().add(user, call.actor())) {
      throw new ProblemException(
          ProblemCode.CONFLICT, "name: " + wanted.name() + " is taken (expected: another one)");
    }
    Account created = find(call, wanted.name());
    return Reply.created(
            new CreatedUser(UserBody.of(created), given == null ? password : null),
            "/api/v1/users/" + wanted.name())
        .with("etag", Precondition.etag(created.user().version()));
  }

  public Reply change(Call call) {
    Precondition condition = call.ifMatch();
    UserChange wanted = call.body(UserResource::change);
    String name = call.path("name");
    User changed = edit(
        call,
        condition,
        version -> call.store().users().change(name, version, wanted, call.actor()));
    sessionsEnded.run();
    return reply(find(call, changed.name()));
  }

  public Reply delete(Call call) {
    Precondition condition = call.ifMatch();
    String name = call.path("name");
    User gone =
        edit(call, condition, version -> call.store().users().delete(name, version, call.actor()));
    call.store().sessions().closeAll(gone.name());
    sessionsEnded.run();
    return Reply.noContent();
  }

  /** Sets a password that the user must change. Runs on the login lane. */
  public Reply resetPassword(Call call) {
    String name = call.path("name");
    find(call, name);
    NewPassword wanted =
        call.body(body -> new NewPassword(body.optionalText("password", MAX_PASSWORD)));
    String given = wanted.password();
    String password = given == null ? OneTimePassword.next() : checked(given, name);
    if (!call.store().users().setPassword(name, PasswordHash.of(password), true, call.actor())) {
      throw missing(name);
    }
    call.store().sessions().closeAll(name);
    sessionsEnded.run();
    return Reply.ok(
        new CreatedUser(UserBody.of(find(call, name)), given == null ? password : null));
  }

  private String checked(String password, String user) {
    String problem = rules.problem(password, user);
    if (!problem.isEmpty()) {
      throw new ProblemException(ProblemCode.INVALID, "password: " + problem);
    }
    return password;
  }

  /** Changes the user of the path if the condition holds. The condition {@code *} holds for each later version, too. */
  private static User edit(Call call, Precondition condition, LongFunction<Outcome<User>> write) {
    for (int attempt = 1; ; attempt++) {
      long version = find(call, call.path("name")).user().version();
      if (!condition.matches(version)) {
        throw ProblemException.stale(Precondition.etag(version));
      }
      Outcome<User> outcome = write.apply(version);
      if (outcome instanceof Outcome.Done<User> done) {
        return done.value();
      }
      if (outcome instanceof Outcome.Missing<User>) {
        throw missing(call.path("name"));
      }
      if (outcome instanceof Outcome.Conflict<User> conflict) {
        throw new ProblemException(ProblemCode.CONFLICT, conflict.sentence());
      }
      if (!condition.isAny() || attempt == MAX_ATTEMPTS) {
        throw ProblemException.stale(
            Precondition.etag(((Outcome.Stale<User>) outcome).currentVersion()));
      }
    }
  }

  private static Account find(Call call, String name) {
    return call.store().users().account(name).orElseThrow(() -> missing(name));
  }

  private static ProblemException missing(String name) {
    return new ProblemException(
        ProblemCode.NOT_FOUND, "user: " + name + " (expected: one that exists)");
  }

  private static Reply reply(Account account) {
    return Reply.ok(UserBody.of(account))
        .with("etag", Precondition.etag(account.user().version()));
  }

  private static NewUser newUser(JsonBody body) {
    return new NewUser(
        body.text("name", 1, MAX_NAME),
        GrantBody.grants(body),
        body.optionalText("password", MAX_PASSWORD));
  }

  private static UserChange change(JsonBody body) {
    String name = body.optionalText("name", MAX_NAME);
    if (name != null && !UserStore.isName(name)) {
      throw body.invalid("name", "another form", NAME);
    }
    List<Grant> grants = body.has("grants") ? GrantBody.grants(body) : null;
    Boolean disabled = body.has("disabled") ? Boolean.valueOf(body.flag("disabled", false)) : null;
    if (name == null && grants == null && disabled == null) {
      throw body.invalid("name", "absent, as grants and disabled", "at least one change");
    }
    return new UserChange(name, grants, disabled);
  }

  private record NewUser(
      String name, List<Grant> grants, @Nullable String password) {
    /** Omits the password, because records are easily printed. */
    @Override
    public String toString() {
      return "NewUser[" + name + "]";
    }
  }

  private record NewPassword(@Nullable String password) {
    @Override
    public String toString() {
      return "NewPassword[***]";
    }
  }

  /** A user with the one-time password, which is shown once. */
  private record CreatedUser(UserBody user, @Nullable String oneTimePassword) {
    @Override
    public String toString() {
      return "CreatedUser[" + user.name() + "]";
    }
  }

  private record UserBody(
      String name,
      String etag,
      Role role,
      List<GrantBody> grants,
      boolean disabled,
      boolean mustChangePassword,
      Instant createdAt,
      @Nullable Instant loginAt,
      long sessions,
      long tokens) {

    static UserBody of(Account account) {
      User user = account.user();
      return new UserBody(
          user.name(),
          Precondition.etag(user.version()),
          user.role(),
          GrantBody.of(user.grants()),
          user.isDisabled(),
          user.mustChangePassword(),
          account.createdAt(),
          account.loginAt(),
          account.sessions(),
          account.tokens());
    }
  }
}
