package io.lychgate.gateway.auth.jwt;

import io.lychgate.gateway.auth.Decisions;
import io.lychgate.gateway.auth.TrustedFields;
import io.lychgate.gateway.config.policy.JwtPolicy;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.count.PolicyOutcome;

/** Requires a valid token in each request, and names its sender to the upstream. */
public final class JwtStep implements RequestStep {
  private final JwtPolicy policy;
  private final TokenVerifier verifier;
  private final Decisions decisions;
  private final TokenFinder finder;
  private final TrustedFields fields;
  private final boolean readsQuery;

  JwtStep(JwtPolicy policy, TokenVerifier verifier, Decisions decisions) {
    this.policy = policy;
    this.verifier = verifier;
    this.decisions = decisions;
    this.finder = new TokenFinder(policy.sources());
    this.fields = new TrustedFields(policy.claims().keySet());
    this.readsQuery = finder.readsQuery();
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    fields.clear(context.request().fields());
    CharSequence token = finder.find(context.request());
    if (readsQuery) {
      finder.hide(context, policy.forwardsToken());
    }
    if (token == null) {
      continuation.then(
          policy.isOptional() ? anonymous(context) : refused(context, Refusal.MISSING));
    } else if (TokenFinder.isSeveral(token)) {
      continuation.then(refused(context, Refusal.SEVERAL));
    } else if (token.length() > TokenVerifier.MAX_TOKEN) {
      continuation.then(refused(context, Refusal.TOO_LARGE));
    } else {
      decide(token, context, continuation);
    }
  }

  private void decide(CharSequence token, RequestContext context, Continuation continuation) {
    TokenKey key = TokenKey.of(token);
    VerifiedToken known = verifier.known(key);
    if (known != null) {
      continuation.then(admitted(context, known));
      return;
    }
    verifier.verify(
        key,
        token.toString(),
        outcome -> context.loop().execute(() -> continuation.then(verdict(context, outcome))));
  }

  private Verdict verdict(RequestContext context, TokenVerifier.Outcome outcome) {
    VerifiedToken token = outcome.token();
    if (token != null) {
      return admitted(context, token);
    }
    Refusal refusal = outcome.refusal();
    return refused(context, refusal == null ? Refusal.MALFORMED : refusal);
  }

  private Verdict admitted(RequestContext context, VerifiedToken token) {
    if (!verifier.allows(token, context.request())) {
      return refused(context, Refusal.INSUFFICIENT);
    }
    Fields of = context.request().fields();
    if (!policy.forwardsToken()) {
      finder.remove(of);
    }
    if (fields.size() > 0) {
      fields.keep(of);
      for (int i = 0; i < fields.size(); i++) {
        String value = token.field(i);
        if (value != null) {
          fields.set(of, i, value);
        }
      }
    }
    context.identified(token);
    decisions.count(context, PolicyOutcome.ADMITTED);
    return Verdict.CONTINUE;
  }

  private Verdict anonymous(RequestContext context) {
    decisions.count(context, PolicyOutcome.ANONYMOUS);
    return Verdict.CONTINUE;
  }

  private Verdict refused(RequestContext context, Refusal why) {
    decisions.count(context, why.outcome());
    return why.verdict();
  }

  @Override
  public String summary() {
    return policy.summary();
  }
}
