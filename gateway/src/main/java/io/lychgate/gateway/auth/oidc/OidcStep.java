package io.lychgate.gateway.auth.oidc;

import io.lychgate.gateway.auth.Decisions;
import io.lychgate.gateway.auth.TrustedFields;
import io.lychgate.gateway.config.policy.OidcPolicy;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestStep;
import java.util.List;

/** Requires a session in each request, and names its person to the upstream. Serves the paths of logins and logouts itself. */
public final class OidcStep implements RequestStep {
  private final OidcPolicy policy;
  private final RelyingParty party;
  private final Decisions decisions;
  private final TrustedFields fields;
  private final List<String> claims;

  OidcStep(OidcPolicy policy, RelyingParty party, Decisions decisions) {
    this.policy = policy;
    this.party = party;
    this.decisions = decisions;
    this.fields = new TrustedFields(policy.claims().keySet());
    this.claims = List.copyOf(policy.claims().values());
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    fields.clear(context.request().fields());
    OwnCookies cookies = OwnCookies.takeFrom(context.request().fields());
    new OidcVisit(this, context, continuation, cookies).start();
  }

  OidcPolicy policy() {
    return policy;
  }

  RelyingParty party() {
    return party;
  }

  Decisions decisions() {
    return decisions;
  }

  /** The fields that name the person. */
  TrustedFields fields() {
    return fields;
  }

  /** The claim for each of the fields. */
  List<String> claims() {
    return claims;
  }

  @Override
  public String summary() {
    return policy.summary();
  }
}
