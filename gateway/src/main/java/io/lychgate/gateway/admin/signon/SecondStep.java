package io.lychgate.gateway.admin.signon;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.JsonBody;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.store.SecondFactorStore.Factors;
import io.lychgate.gateway.store.SignOnStore;
import io.lychgate.gateway.store.SignOnStore.Purpose;
import io.lychgate.gateway.store.SignOnStore.Step;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.User;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The second step of a sign-in. A correct password of a user with a second factor begins it, and a code or a key ends it. Until then
 * the browser has a cookie that opens nothing else.
 */
public final class SecondStep {
  private static final int MAX_CODE = 100;

  private final FactorCheck check;

  public SecondStep(FactorCheck check) {
    this.check = check;
  }

  /** Returns the response to a correct password if a second factor is missing; empty if the password suffices. */
  public Optional<Reply> begin(Call call, User user) {
    Store store = call.store();
    Factors factors = store.secondFactors().of(user.name());
    if (!factors.isEnrolled()) {
      return Optional.empty();
    }
    String id = store.signOn().begin(user, Purpose.SECOND_FACTOR);
    Step step = store.signOn().find(id, Purpose.SECOND_FACTOR).orElseThrow(SecondStep::ended);
    return Optional.of(
        Reply.accepted(body(call, step, factors)).adding("set-cookie", StepCookie.set(id)));
  }

  /** Returns the step of the cookie, for a page that was loaded again. */
  public Reply get(Call call) {
    Step step = StepCookie.read(call.header("cookie"))
        .flatMap(id -> call.store().signOn().find(id, Purpose.SECOND_FACTOR))
        .orElseThrow(() -> new ProblemException(
            ProblemCode.NOT_FOUND, "second step: none (expected: POST /session first)"));
    return Reply.ok(body(call, step, call.store().secondFactors().of(step.account())));
  }

  private StepBody body(Call call, Step step, Factors factors) {
    List<String> methods = new ArrayList<>();
    if (factors.hasTotp()) {
      methods.add("totp");
    }
    Map<String, Object> options = factors.passkeys().isEmpty()
        ? null
        : Passkeys.requestOptions(check.place(call), step.challenge(), factors.passkeys());
    if (options != null) {
      methods.add("key");
    }
    if (factors.recoveryCodes() > 0) {
      methods.add("recovery");
    }
    return new StepBody(methods, options, Instant.ofEpochMilli(step.expiresAt()));
  }

  /** The part of a second step that the user has sent: exactly one. */
  private record Given(
      @Nullable String code,
      @Nullable String recoveryCode,
      @Nullable String credential) {
    String method() {
      return code != null ? "totp" : recoveryCode != null ? "recovery" : "key";
    }
  }

  /** Returns the user who has passed both steps. Throws a {@link ProblemException} otherwise. The step has ended then. */
  public User finish(Call call) {
    Given given = call.body(SecondStep::given);
    Store store = call.store();
    String id = StepCookie.read(call.header("cookie")).orElseThrow(SecondStep::ended);
    Step step = store.signOn().find(id, Purpose.SECOND_FACTOR).orElseThrow(SecondStep::ended);
    User user = store
        .users()
        .find(step.account())
        .filter(found -> step.isOf(found))
        .orElseThrow(SecondStep::ended);
    if (given.credential() == null) {
      // Signatures cannot be guessed, so a guesser of codes does not keep the owner of a key out.
      check.passThrottle(user.name());
    }
    if (!store.signOn().countTry(id)) {
      throw ended();
    }
    verify(call, step, user, given);
    if (!store.signOn().end(id)) {
      throw ended();
    }
    check.succeeded(user.name());
    return user;
  }

  private void verify(Call call, Step step, User user, Given given) {
    try {
      if (!isRight(call, step, user, given)) {
        throw new ProblemException(
            ProblemCode.WRONG_CREDENTIALS, "code: no match, or used before (expected: a new one)");
      }
    } catch (ProblemException e) {
      call.store()
          .audit()
          .record(
              call.actor(user.name()),
              "session.second-factor",
              given.method(),
              true,
              e.getMessage());
      throw e;
    }
  }

  private boolean isRight(Call call, Step step, User user, Given given) {
    Store store = call.store();
    String name = user.name();
    String code = given.code();
    if (code != null) {
      return check.useTotp(store, name, code);
    }
    String recovery = given.recoveryCode();
    if (recovery != null) {
      return store
          .secondFactors()
          .useRecoveryCode(name, RecoveryCodes.normal(recovery), call.actor(name));
    }
    Passkeys.Verified verified = FactorCheck.keys()
        .verify(
            check.place(call),
            step.challenge(),
            String.valueOf(given.credential()),
            store.secondFactors().of(name).passkeys());
    return store.secondFactors().usePasskey(verified.passkey(), verified.signCount());
  }

  private static Given given(JsonBody body) {
    String code = body.optionalText("code", MAX_CODE);
    String recovery = body.optionalText("recoveryCode", MAX_CODE);
    String credential = body.has("credential") ? body.object("credential").toString() : null;
    int count = (code == null ? 0 : 1) + (recovery == null ? 0 : 1) + (credential == null ? 0 : 1);
    if (count != 1) {
      throw body.invalid("code, recoveryCode, credential", count + " of them", "exactly one");
    }
    return new Given(code, recovery, credential);
  }

  /** Returns the field that removes the cookie of the step. */
  public static String clearCookie() {
    return StepCookie.clear();
  }

  private static ProblemException ended() {
    return new ProblemException(
        ProblemCode.UNAUTHENTICATED,
        "second step: none, or it has ended after " + SignOnStore.STEP_LIFE.toMinutes()
            + " minutes or " + SignOnStore.MAX_TRIES + " tries (expected: POST /session first)");
  }

  private record StepBody(
      List<String> methods, @Nullable Map<String, Object> keyOptions, Instant expiresAt) {}
}
