package io.lychgate.gateway.filter;

import io.lychgate.gateway.config.policy.CorsPolicy;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.HopFields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds the fields of CORS to responses. The policy alone decides: those of the responder are removed. */
public final class CorsFields implements ResponseFilter {
  private static final List<AsciiString> OF_RESPONDER = List.of(
      HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN,
      HttpHeaderNames.ACCESS_CONTROL_ALLOW_CREDENTIALS,
      HttpHeaderNames.ACCESS_CONTROL_EXPOSE_HEADERS);

  private final CorsPolicy policy;
  private final CorsOrigins origins;
  private final AsciiString exposed;

  public CorsFields(CorsPolicy policy) {
    this.policy = policy;
    this.origins = new CorsOrigins(policy);
    this.exposed = new AsciiString(String.join(", ", policy.exposed()));
  }

  @Override
  public @Nullable ForwardingSink wrap(RequestContext context, ResponseSink next) {
    return isPreflight(context) ? null : new Shared(admitted(context), next);
  }

  @Override
  public void editFailure(RequestContext context, ResponseHead head) {
    if (isPreflight(context)) {
      origins.vary(head.fields());
    } else {
      edit(admitted(context), head.fields());
    }
  }

  /** The response to a preflight is the gateway's own, with all of its fields. */
  private static boolean isPreflight(RequestContext context) {
    return CorsPreflight.methodOf(context.request()) != null;
  }

  /** Returns the origin of the request if it is admitted, else null. */
  private @Nullable CharSequence admitted(RequestContext context) {
    CharSequence origin = CorsOrigins.of(context.request().fields());
    return origin != null && origins.admits(origin) ? origin : null;
  }

  private void edit(@Nullable CharSequence admitted, Fields response) {
    for (int i = 0; i < OF_RESPONDER.size(); i++) {
      response.remove(OF_RESPONDER.get(i));
    }
    if (admitted != null) {
      origins.admit(admitted, response);
      if (!exposed.isEmpty()) {
        response.add(HttpHeaderNames.ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
      }
    }
    origins.vary(response);
  }

  @Override
  public String summary() {
    return policy.summary();
  }

  private final class Shared extends ForwardingSink {
    private final @Nullable CharSequence admitted;

    Shared(@Nullable CharSequence admitted, ResponseSink next) {
      super(next);
      this.admitted = admitted;
    }

    @Override
    public void head(ResponseHead head, boolean end) {
      // First: the Connection field of the responder may nominate a field that is set here.
      HopFields.strip(head.fields());
      edit(admitted, head.fields());
      next().head(head, end);
    }
  }
}
