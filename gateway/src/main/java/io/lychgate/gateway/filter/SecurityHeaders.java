package io.lychgate.gateway.filter;

import io.lychgate.gateway.config.policy.SecurityHeadersPolicy;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.HopFields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** Adds the fields by which browsers protect a site. A field of the responder stays, unless the policy replaces it. */
public final class SecurityHeaders implements ResponseFilter {
  private static final AsciiString STRICT_TRANSPORT =
      AsciiString.cached("strict-transport-security");

  private final SecurityHeadersPolicy policy;
  private final Fields plain = new Fields();
  private final Fields secure = new Fields();

  public SecurityHeaders(SecurityHeadersPolicy policy) {
    this.policy = policy;
    policy.fields().forEach((name, value) -> {
      plain.add(AsciiString.cached(name), new AsciiString(value));
      secure.add(AsciiString.cached(name), new AsciiString(value));
    });
    if (!policy.strictTransport().isEmpty()) {
      secure.add(STRICT_TRANSPORT, new AsciiString(policy.strictTransport()));
    }
  }

  @Override
  public @Nullable ForwardingSink wrap(RequestContext context, ResponseSink next) {
    return new Protected(next, fieldsFor(context));
  }

  @Override
  public void editFailure(RequestContext context, ResponseHead head) {
    addTo(head, fieldsFor(context));
  }

  private Fields fieldsFor(RequestContext context) {
    return context.request().isSecure() ? secure : plain;
  }

  private void addTo(ResponseHead head, Fields added) {
    Fields fields = head.fields();
    for (int i = 0; i < added.size(); i++) {
      if (policy.replaces() || !fields.contains(added.name(i))) {
        fields.set(added.name(i), added.value(i));
      }
    }
  }

  @Override
  public String summary() {
    return policy.summary();
  }

  private final class Protected extends ForwardingSink {
    private final Fields added;

    Protected(ResponseSink next, Fields added) {
      super(next);
      this.added = added;
    }

    @Override
    public void head(ResponseHead head, boolean end) {
      // First: the Connection field of the responder may nominate a field that is set here.
      HopFields.strip(head.fields());
      addTo(head, added);
      next().head(head, end);
    }
  }
}
