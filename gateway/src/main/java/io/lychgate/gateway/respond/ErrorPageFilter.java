package io.lychgate.gateway.respond;

import io.lychgate.gateway.config.policy.ErrorPagesPolicy;
import io.lychgate.gateway.config.policy.PageBodies;
import io.lychgate.gateway.http.grpc.GrpcForm;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingExchange;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Replaces error responses of upstreams by the pages of the policy {@code errorPages}, and gives a page to an error that the route itself
 * responds with. The body of the upstream is read and dropped, so
 * that its connection stays in use; a long one is cancelled.
 */
public final class ErrorPageFilter implements ResponseFilter {
  /** Bytes of a body that is dropped. A new connection costs less than the transfer of a longer one. */
  private static final int MAX_DROPPED = 64 * 1024;

  /** Fields that describe the content of the upstream (RFC 9110 sections 8 and 14.3). */
  private static final AsciiString[] OF_CONTENT = {
    HttpHeaderNames.CONTENT_TYPE,
    HttpHeaderNames.CONTENT_LENGTH,
    HttpHeaderNames.CONTENT_ENCODING,
    HttpHeaderNames.CONTENT_LANGUAGE,
    HttpHeaderNames.CONTENT_LOCATION,
    HttpHeaderNames.CONTENT_RANGE,
    HttpHeaderNames.CONTENT_DISPOSITION,
    HttpHeaderNames.ETAG,
    HttpHeaderNames.LAST_MODIFIED,
    HttpHeaderNames.ACCEPT_RANGES,
    HttpHeaderNames.TRAILER,
    FieldNames.canonical("content-digest"),
    FieldNames.canonical("repr-digest"),
  };

  private final ErrorPagesPolicy policy;
  private final Consumer<RequestContext> counter;
  private final boolean isOwn;

  /**
   * @param counter counts a page that is sent
   * @param isOwn true if the response is that of the route itself, which has no body
   */
  public ErrorPageFilter(ErrorPagesPolicy policy, Consumer<RequestContext> counter, boolean isOwn) {
    this.policy = policy;
    this.counter = counter;
    this.isOwn = isOwn;
  }

  @Override
  public @Nullable ForwardingSink wrap(RequestContext context, ResponseSink next) {
    return !context.isOfStep() && GrpcForm.of(context.request().fields()) == GrpcForm.NONE
        ? new Replaced(policy, counter, isOwn, context, next)
        : null;
  }

  @Override
  public String summary() {
    return isOwn ? "sends an error page" : "replaces error responses of upstreams";
  }

  private static final class Replaced extends ForwardingExchange {
    private final ErrorPagesPolicy policy;
    private final Consumer<RequestContext> counter;
    private final boolean isOwn;
    private final RequestContext context;
    private boolean isReplaced;
    private int dropped;

    Replaced(
        ErrorPagesPolicy policy,
        Consumer<RequestContext> counter,
        boolean isOwn,
        RequestContext context,
        ResponseSink next) {
      super(next);
      this.policy = policy;
      this.counter = counter;
      this.isOwn = isOwn;
      this.context = context;
    }

    @Override
    public void head(ResponseHead head, boolean end) {
      PageBodies bodies = head.status() < 400 ? null : policy.page(head.status());
      if (bodies == null) {
        next().head(head, end);
        return;
      }
      isReplaced = true;
      counter.accept(context);
      ErrorPage page = ErrorPage.of(bodies, context, head.status(), null, "");
      Fields fields = head.fields();
      for (AsciiString name : OF_CONTENT) {
        fields.remove(name);
      }
      fields.add(HttpHeaderNames.CONTENT_TYPE, page.type());
      fields.add(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(page.body().length));
      fields.add(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT);
      if (isOwn && !fields.contains(HttpHeaderNames.CACHE_CONTROL)) {
        // The page may have values of the request, as those of other failures of the gateway.
        fields.add(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
      }
      boolean hasBody =
          page.body().length > 0 && !context.request().isMethod(HttpMethod.HEAD.asciiName());
      next().head(head, !hasBody);
      if (hasBody) {
        next().data(Unpooled.wrappedBuffer(page.body()), true);
      }
      next().flush();
    }

    @Override
    public void data(ByteBuf data, boolean end) {
      if (!isReplaced) {
        next().data(data, end);
        return;
      }
      boolean wasShort = dropped <= MAX_DROPPED;
      dropped = Math.min(dropped + data.readableBytes(), Integer.MAX_VALUE / 2);
      data.release();
      if (wasShort && dropped > MAX_DROPPED && !end) {
        responder().cancel();
      }
    }

    @Override
    public void trailers(Fields trailers) {
      if (!isReplaced) {
        next().trailers(trailers);
      }
    }

    @Override
    public void fail(ExchangeFailure failure) {
      if (!isReplaced) {
        next().fail(failure);
      }
    }

    /** The rest of the upstream's body is still read when the client has the page. */
    @Override
    public boolean isWanted() {
      return isReplaced || next().isWanted();
    }

    @Override
    public boolean isWritable() {
      return isReplaced || next().isWritable();
    }
  }
}
