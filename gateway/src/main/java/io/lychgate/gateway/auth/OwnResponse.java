package io.lychgate.gateway.auth;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponderFactory;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;

/** A response to one request in place of the route's own: a refusal, or a redirect. The body of the request is dropped. */
public final class OwnResponse implements ResponderFactory {
  private static final byte[] NO_BODY = {};

  private final int status;
  private final Fields fields;
  private final byte[] body;

  /** @param fields header fields without Content-Length; this object owns them */
  public OwnResponse(int status, Fields fields, byte[] body) {
    this.status = status;
    this.fields = fields;
    this.body = body.clone();
  }

  public OwnResponse(int status, Fields fields) {
    this(status, fields, NO_BODY);
  }

  @Override
  public Responder respond(RequestContext context, ResponseSink sink) {
    ResponseHead head = new ResponseHead(status, fields);
    if (!head.isBodiless()) {
      fields.set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length));
    }
    boolean hasBody = !head.isBodiless()
        && body.length > 0
        && !context.request().isMethod(HttpMethod.HEAD.asciiName());
    sink.head(head, !hasBody);
    if (hasBody) {
      sink.data(Unpooled.wrappedBuffer(body), true);
    }
    sink.flush();
    return NoResponder.INSTANCE;
  }
}
