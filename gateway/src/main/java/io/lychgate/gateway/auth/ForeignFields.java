package io.lychgate.gateway.auth;

import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.netty.util.AsciiString;
import java.util.Collection;
import java.util.List;

/**
 * Drops the fields by which a policy of any route describes the sender to upstreams. A client could otherwise claim to be another one,
 * on a route where the policy does not apply.
 */
public final class ForeignFields implements RequestStep {
  private final List<AsciiString> names;

  /** @param names in lower case */
  public ForeignFields(Collection<String> names) {
    this.names = names.stream().map(AsciiString::cached).toList();
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    dropFrom(context.request().fields());
    continuation.then(Verdict.CONTINUE);
  }

  /** Drops the fields from a header or trailer section. */
  public void dropFrom(Fields section) {
    for (int i = 0; i < names.size(); i++) {
      section.remove(names.get(i));
    }
  }

  @Override
  public String summary() {
    return "drops " + String.join(", ", names) + " of clients";
  }
}
