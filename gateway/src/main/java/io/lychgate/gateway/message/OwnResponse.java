package io.lychgate.gateway.message;

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
    return send(context, sink, new ResponseHead(status, fields), body);
  }

  /**
   * Sends a response as a whole.
   *
   * @param head without Content-Length, which is set
   * @param body not copied
   */
  public static Responder send(
      RequestContext context, ResponseSink sink, ResponseHead head, byte[] body) {
    boolean isBodiless = head.isBodiless();
    if (!isBodiless) {
      head.fields().set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length));
    }
    boolean hasBody =
        !isBodiless && body.length > 0 && !context.request().isMethod(HttpMethod.HEAD.asciiName());
    sink.head(head, !hasBody);
    if (hasBody) {
      sink.data(Unpooled.wrappedBuffer(body), true);
    }
    sink.flush();
    return NoResponder.INSTANCE;
  }
}
