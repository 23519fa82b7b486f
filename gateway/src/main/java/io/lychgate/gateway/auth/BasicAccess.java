package io.lychgate.gateway.auth;

import io.lychgate.gateway.config.policy.BasicPolicy;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.count.PolicyOutcome;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/**
 * Admits users by name and password. An unknown user costs the same check as a known one, so that the time says nothing about the
 * names.
 */
public final class BasicAccess implements RequestStep {
  static final String SCHEME = "basic";

  private static final Verdict DUPLICATE = new Verdict.Fail(
      new ExchangeFailure(Kind.BAD_REQUEST, "authorization: several fields (expected: one)"));

  private static final Verdict BUSY = new Verdict.Fail(
      new ExchangeFailure(Kind.OVERLOADED, "basic: too many passwords wait for their check"));

  private final BasicPolicy policy;
  private final PasswordChecks checks;
  private final Decisions decisions;
  private final Map<String, String> hashes;

  /** The hash that stands for those of unknown users. Its result is ignored. */
  private final String decoy;

  private final SenderField nameField;
  private final Verdict missing;
  private final Verdict refused;

  public BasicAccess(BasicPolicy policy, PasswordChecks checks, Decisions decisions) {
    this.policy = policy;
    this.checks = checks;
    this.decisions = decisions;
    this.hashes = policy.users();
    this.decoy = hashes.values().iterator().next();
    this.nameField = new SenderField(policy.nameField());
    Fields challenge = new Fields(1)
        .add(
            HttpHeaderNames.WWW_AUTHENTICATE,
            "Basic realm=\"" + policy.realm() + "\", charset=\"UTF-8\"");
    this.missing = new Verdict.Fail(
        new ExchangeFailure(Kind.UNAUTHORIZED, "basic: no credentials"), challenge);
    this.refused = new Verdict.Fail(
        new ExchangeFailure(Kind.UNAUTHORIZED, "basic: wrong credentials"), challenge);
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    Fields fields = context.request().fields();
    int at = fields.indexOf(HttpHeaderNames.AUTHORIZATION, 0);
    if (at < 0) {
      end(context, continuation, PolicyOutcome.MISSING, missing);
      return;
    }
    if (fields.indexOf(HttpHeaderNames.AUTHORIZATION, at + 1) >= 0) {
      // The upstream might read another one than the gateway.
      end(context, continuation, PolicyOutcome.REFUSED, DUPLICATE);
      return;
    }
    BasicCredentials credentials = BasicCredentials.parse(fields.value(at));
    if (credentials == null) {
      end(context, continuation, PolicyOutcome.REFUSED, refused);
      return;
    }
    decide(context, continuation, credentials);
  }

  private void decide(
      RequestContext context, Continuation continuation, BasicCredentials credentials) {
    String known = hashes.get(credentials.user());
    String hash = known == null ? decoy : known;
    PasswordChecks.Key key = checks.key(credentials, hash);
    if (known != null && checks.isRemembered(key)) {
      admit(context, continuation, credentials.user());
      return;
    }
    CompletableFuture<Boolean> check = checks.check(key, context.clientHash(), credentials, hash);
    if (check == null) {
      end(context, continuation, PolicyOutcome.BUSY, BUSY);
      return;
    }
    check.whenComplete((isRight, problem) -> onLoop(context, () -> {
      if (problem != null) {
        end(context, continuation, PolicyOutcome.BUSY, BUSY);
      } else if (known != null && isRight) {
        checks.remember(key, policy.remembered());
        admit(context, continuation, credentials.user());
      } else {
        end(context, continuation, PolicyOutcome.REFUSED, refused);
      }
    }));
  }

  private static void onLoop(RequestContext context, Runnable then) {
    try {
      context.loop().execute(then);
    } catch (RejectedExecutionException shutDown) {
      // The exchange has ended with its loop.
    }
  }

  private void admit(RequestContext context, Continuation continuation, String user) {
    Fields fields = context.request().fields();
    if (!policy.forwards()) {
      fields.remove(HttpHeaderNames.AUTHORIZATION);
    }
    nameField.set(fields, user);
    context.identified(new NamedIdentity(user, SCHEME));
    end(context, continuation, PolicyOutcome.ADMITTED, Verdict.CONTINUE);
  }

  private void end(
      RequestContext context, Continuation continuation, PolicyOutcome outcome, Verdict verdict) {
    decisions.count(context, outcome);
    continuation.then(verdict);
  }

  @Override
  public String summary() {
    return policy.summary();
  }
}
