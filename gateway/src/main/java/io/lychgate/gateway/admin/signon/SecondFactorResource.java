package io.lychgate.gateway.admin.signon;

import io.lychgate.gateway.admin.access.Accounts;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.signon.Passkeys.Place;
import io.lychgate.gateway.store.AuditState;
import io.lychgate.gateway.store.Passkey;
import io.lychgate.gateway.store.SecondFactorStore;
import io.lychgate.gateway.store.SecondFactorStore.Factors;
import io.lychgate.gateway.store.SignOnStore.Purpose;
import io.lychgate.gateway.store.SignOnStore.Step;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.User;
import io.netty.util.NetUtil;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The second factors of one's own account. Each change needs the password again: a session may be at a desk without its user. */
public final class SecondFactorResource {
  private static final int MAX_PASSWORD = 1000;
  private static final int MAX_CODE = 100;
  private static final int MAX_NAME = 60;
  private static final int MAX_STEP = 100;

  private final FactorCheck check;
  private final Accounts accounts;
  private final Runnable sessionsEnded;

  /** @param sessionsEnded called when sessions have ended, to close their open streams */
  public SecondFactorResource(FactorCheck check, Accounts accounts, Runnable sessionsEnded) {
    this.check = check;
    this.accounts = accounts;
    this.sessionsEnded = sessionsEnded;
  }

  public Reply get(Call call) {
    return Reply.ok(body(call));
  }

  /** Runs on the login lane. */
  public Reply beginTotp(Call call) {
    User user = withPassword(call, call.body(body -> body.text("password", 1, MAX_PASSWORD)));
    String secret = check.beginTotp(call.store(), user.name());
    recordBegin(call, user, "codes of an app, not confirmed");
    String host = AdminOrigin.of(call).host();
    return Reply.ok(new TotpBody(secret, TotpCodes.uri(host, user.name(), secret)));
  }

  public Reply confirmTotp(Call call) {
    String name = own(call).name();
    String code = call.body(body -> body.text("code", 1, MAX_CODE));
    check.passThrottle(name);
    if (!check.confirmTotp(call, name, code)) {
      recordRefusal(call, "second-factor.add", name, "totp: wrong code");
      throw new ProblemException(
          ProblemCode.WRONG_CREDENTIALS,
          "code: no match (expected: the present one; the clock of the telephone may be wrong)");
    }
    check.succeeded(name);
    endOtherSessions(call, name);
    return Reply.ok(new CodesBody(firstCodes(call, name)));
  }

  /** Runs on the login lane. */
  public Reply removeTotp(Call call) {
    User user = withPassword(call, call.body(body -> body.text("password", 1, MAX_PASSWORD)));
    requireAnother(user, factors(call, user).passkeys().isEmpty());
    if (!call.store().secondFactors().removeTotp(user.name(), call.actor(user.name()))) {
      throw new ProblemException(ProblemCode.NOT_FOUND, "codes of an app: none");
    }
    return Reply.ok(body(call));
  }

  /** Runs on the login lane. */
  public Reply beginKey(Call call) {
    User user = withPassword(call, call.body(body -> body.text("password", 1, MAX_PASSWORD)));
    Place place = check.place(call);
    if (isAddress(place.host())) {
      throw new ProblemException(
          ProblemCode.CONFLICT,
          "host: " + place.host()
              + " (expected: a name in admin.allowedHosts, or localhost: browsers have no keys for addresses)");
    }
    Store store = call.store();
    String id = store.signOn().begin(user, Purpose.REGISTRATION);
    recordBegin(call, user, "a key, not registered");
    Step step =
        store.signOn().find(id, Purpose.REGISTRATION).orElseThrow(SecondFactorResource::ended);
    return Reply.ok(new OptionsBody(
        id,
        Passkeys.creationOptions(
            place, user.name(), step.challenge(), factors(call, user).passkeys())));
  }

  private static boolean isAddress(String host) {
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return NetUtil.isValidIpV4Address(bare) || NetUtil.isValidIpV6Address(bare);
  }

  public Reply addKey(Call call) {
    User user = own(call);
    NewKey given = call.body(body -> new NewKey(
        body.text("step", 1, MAX_STEP),
        name(body.text("name", 1, MAX_NAME)),
        body.object("credential").toString()));
    Store store = call.store();
    Step step = store
        .signOn()
        .find(given.step(), Purpose.REGISTRATION)
        .filter(each -> each.isOf(user))
        .orElseThrow(SecondFactorResource::ended);
    // A challenge is good for one response, right or wrong.
    if (!store.signOn().end(given.step())) {
      throw ended();
    }
    Passkey passkey = registered(call, user, step, given);
    SecondFactorStore.Added added =
        store.secondFactors().addPasskey(passkey, call.actor(user.name()));
    if (added != SecondFactorStore.Added.DONE) {
      throw new ProblemException(
          ProblemCode.CONFLICT,
          added == SecondFactorStore.Added.KNOWN
              ? "credential: registered already (expected: another key)"
              : "keys: " + SecondFactorStore.MAX_PASSKEYS + " (expected: fewer; remove one first)");
    }
    endOtherSessions(call, user.name());
    return Reply.ok(new CodesBody(firstCodes(call, user.name())));
  }

  private Passkey registered(Call call, User user, Step step, NewKey given) {
    try {
      return FactorCheck.keys()
          .register(
              check.place(call), step.challenge(), user.name(), given.name(), given.credential());
    } catch (ProblemException e) {
      recordRefusal(call, "second-factor.add", user.name(), "key: " + e.getMessage());
      throw e;
    }
  }

  private static void recordBegin(Call call, User user, String what) {
    call.store()
        .audit()
        .recordChange(
            call.actor(user.name()),
            "second-factor.begin",
            user.name(),
            null,
            AuditState.of(null, what));
  }

  private static void recordRefusal(Call call, String action, String user, String detail) {
    call.store().audit().record(call.actor(user), action, user, true, detail);
  }

  /** Another session may be of a person who knows the password only. */
  private void endOtherSessions(Call call, String user) {
    call.store().sessions().closeOthers(user, call.sessionId().orElse(null));
    sessionsEnded.run();
  }

  public Reply renameKey(Call call) {
    User user = own(call);
    String name = call.body(body -> name(body.text("name", 1, MAX_NAME)));
    if (!call.store()
        .secondFactors()
        .renamePasskey(user.name(), call.path("id"), name, call.actor(user.name()))) {
      throw noKey();
    }
    return Reply.ok(body(call));
  }

  /** Runs on the login lane. */
  public Reply removeKey(Call call) {
    User user = withPassword(call, call.body(body -> body.text("password", 1, MAX_PASSWORD)));
    Factors factors = factors(call, user);
    requireAnother(user, !factors.hasTotp() && factors.passkeys().size() == 1);
    if (!call.store()
        .secondFactors()
        .removePasskey(user.name(), call.path("id"), call.actor(user.name()))) {
      throw noKey();
    }
    return Reply.ok(body(call));
  }

  /** Runs on the login lane. */
  public Reply newCodes(Call call) {
    User user = withPassword(call, call.body(body -> body.text("password", 1, MAX_PASSWORD)));
    List<String> codes = RecoveryCodes.next();
    if (!call.store()
        .secondFactors()
        .replaceRecoveryCodes(user.name(), codes, call.actor(user.name()))) {
      throw new ProblemException(
          ProblemCode.CONFLICT, "second factor: none (expected: one, beside recovery codes)");
    }
    return Reply.ok(new CodesBody(codes));
  }

  /** Removes the second factors of another user, who has lost them. Ends the user's sessions. */
  public Reply reset(Call call) {
    String name = call.path("name");
    Store store = call.store();
    if (store.users().find(name).isEmpty()) {
      throw new ProblemException(
          ProblemCode.NOT_FOUND, "user: " + name + " (expected: one that exists)");
    }
    store.secondFactors().reset(name, call.actor());
    store.sessions().closeAll(name);
    sessionsEnded.run();
    return Reply.noContent();
  }

  /** The first second factor comes with recovery codes. Returns none if the user has some. */
  private List<String> firstCodes(Call call, String user) {
    SecondFactorStore store = call.store().secondFactors();
    if (store.of(user).recoveryCodes() > 0) {
      return List.of();
    }
    List<String> codes = RecoveryCodes.next();
    store.replaceRecoveryCodes(user, codes, call.actor(user));
    return codes;
  }

  private static Factors factors(Call call, User user) {
    return call.store().secondFactors().of(user.name());
  }

  private void requireAnother(User user, boolean isLast) {
    if (isLast && check.config().requiresSecondFactor(user.role().token())) {
      throw new ProblemException(
          ProblemCode.CONFLICT,
          "second factor: the only one (expected: another one; admin.signOn.secondFactor is required)");
    }
  }

  /** Returns the user of the session, who has a password. */
  private static User own(Call call) {
    if (providerOf(call).isPresent()) {
      throw new ProblemException(
          ProblemCode.CONFLICT,
          "second factor: not for a session of provider " + providerOf(call).get()
              + " (expected: that provider checks it)");
    }
    return call.requireSession().user();
  }

  private static Optional<String> providerOf(Call call) {
    return call.sessionId()
        .map(id -> call.store().signOn().providerOf(id))
        .map(session -> session.provider());
  }

  private User withPassword(Call call, String password) {
    User user = own(call);
    check.passThrottle(user.name());
    if (!accounts.isPasswordOf(Optional.of(user), password)) {
      recordRefusal(call, "second-factor.change", user.name(), "wrong password");
      throw new ProblemException(
          ProblemCode.WRONG_CREDENTIALS, "password: no match (expected: the one in use)");
    }
    check.succeeded(user.name());
    return user;
  }

  private static String name(String text) {
    String name = text.strip();
    if (name.isEmpty() || name.chars().anyMatch(Character::isISOControl)) {
      throw new ProblemException(
          ProblemCode.INVALID, "name: empty or with control characters (expected: text)");
    }
    return name;
  }

  private FactorsBody body(Call call) {
    User user = call.requireSession().user();
    Factors factors = factors(call, user);
    String provider = providerOf(call).orElse(null);
    return new FactorsBody(
        provider,
        check.config().requiresSecondFactor(user.role().token()) && provider == null,
        factors.hasTotp(),
        factors.passkeys().stream().map(KeyBody::of).toList(),
        factors.recoveryCodes());
  }

  private static ProblemException ended() {
    return new ProblemException(
        ProblemCode.CONFLICT,
        "step: none, used, or too old (expected: POST /session/second-factors/keys/options first)");
  }

  private static ProblemException noKey() {
    return new ProblemException(ProblemCode.NOT_FOUND, "key: none of this id");
  }

  private record NewKey(String step, String name, String credential) {}

  private record TotpBody(String secret, String uri) {}

  private record CodesBody(List<String> recoveryCodes) {}

  private record OptionsBody(String step, Map<String, Object> options) {}

  private record FactorsBody(
      @Nullable String provider,
      boolean required,
      boolean totp,
      List<KeyBody> keys,
      int recoveryCodes) {}

  private record KeyBody(
      String id,
      String name,
      String host,
      Instant createdAt,
      @Nullable Instant usedAt) {
    static KeyBody of(Passkey passkey) {
      return new KeyBody(
          passkey.id(), passkey.name(), passkey.host(), passkey.createdAt(), passkey.usedAt());
    }
  }
}
