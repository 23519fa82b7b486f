package io.lychgate.gateway.limit;

import io.lychgate.gateway.config.policy.SizeLimits;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that are larger than the limits of a route. A body without a stated length is refused at the piece that makes it too
 * large. The bytes in a tunnel are no body.
 */
final class SizeStep implements RequestStep {
  /** Bytes that a field counts beside its name and value (RFC 9113 section 6.5.2). */
  private static final int FIELD_OVERHEAD = 32;

  private final SizeLimits limits;

  SizeStep(SizeLimits limits) {
    this.limits = limits;
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    ExchangeFailure failure = failure(context);
    continuation.then(failure == null ? Verdict.CONTINUE : new Verdict.Fail(failure));
  }

  private @Nullable ExchangeFailure failure(RequestContext context) {
    RequestHead request = context.request();
    if (request.target().length() > limits.maxTarget()) {
      return new ExchangeFailure(Kind.URI_TOO_LONG, "path: exceeds the route's limit");
    }
    if (request.fields().size() > limits.maxHeaderCount()) {
      return new ExchangeFailure(Kind.FIELDS_TOO_LARGE, "fields: more than the route's limit");
    }
    if (limits.maxHeader() != SizeLimits.ANY && size(request.fields()) > limits.maxHeader()) {
      return new ExchangeFailure(Kind.FIELDS_TOO_LARGE, "fields: exceed the route's limit");
    }
    if (limits.maxRequestBody() == SizeLimits.ANY_BODY) {
      return null;
    }
    return request.contentLength() > limits.maxRequestBody()
            || !context.limitBody(limits.maxRequestBody())
        ? new ExchangeFailure(Kind.CONTENT_TOO_LARGE, "body: exceeds the route's limit")
        : null;
  }

  private static long size(Fields fields) {
    long size = 0;
    for (int i = 0; i < fields.size(); i++) {
      size += fields.name(i).length() + fields.value(i).length() + FIELD_OVERHEAD;
    }
    return size;
  }

  @Override
  public String summary() {
    return "limits sizes: " + limits.summary();
  }
}
