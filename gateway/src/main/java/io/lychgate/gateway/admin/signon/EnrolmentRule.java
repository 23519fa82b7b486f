package io.lychgate.gateway.admin.signon;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.config.SignOnConfig;
import io.lychgate.gateway.store.User;

/** Decides whether a session is limited until its user has set up a second factor. Costs nothing while none is required. */
public final class EnrolmentRule {
  private final SignOnConfig config;

  public EnrolmentRule(SignOnConfig config) {
    this.config = config;
  }

  /** Returns true if the user must set up a second factor before anything else. */
  public boolean mustEnrol(Call call, User user) {
    return config.requiresSecondFactor(user.role().token())
        && !call.store().secondFactors().of(user.name()).isEnrolled()
        // A provider has checked its user itself.
        && call.sessionId()
            .map(id -> call.store().signOn().providerOf(id) == null)
            .orElse(true);
  }
}
