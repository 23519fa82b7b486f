package io.lychgate.gateway.auth;

import io.lychgate.gateway.config.policy.AccessPolicy;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.Denial;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.count.PolicyOutcome;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Admits clients by their address. A denied address is refused, also if it is allowed. A client without an address of IP is in no
 * range.
 */
public final class AddressAccess implements RequestStep {
  private static final Verdict DENIED = Denial.of("access: ", "client address not allowed");

  private final AccessPolicy policy;
  private final AddressSet allowed;
  private final AddressSet denied;
  private final Decisions decisions;

  public AddressAccess(AccessPolicy policy, Decisions decisions) {
    this.policy = policy;
    this.allowed = AddressSet.of(policy.allow());
    this.denied = AddressSet.of(policy.deny());
    this.decisions = decisions;
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    boolean isAdmitted = admits(context.clientAddress());
    decisions.count(context, isAdmitted ? PolicyOutcome.ADMITTED : PolicyOutcome.REFUSED);
    continuation.then(isAdmitted ? Verdict.CONTINUE : DENIED);
  }

  private boolean admits(@Nullable InetAddress client) {
    return !denied.contains(client) && (policy.allow().isEmpty() || allowed.contains(client));
  }

  @Override
  public String summary() {
    return policy.summary();
  }
}
