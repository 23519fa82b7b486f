package io.lychgate.gateway.plugin;

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

/** The response of a plug-in's step in place of the route's own. Serves one request. */
final class ResponseOfPlugin implements ResponderFactory {
  private final int status;
  private final Fields fields;
  private final byte[] body;

  /** @param fields checked, without Content-Length; this object owns them */
  ResponseOfPlugin(int status, Fields fields, byte[] body) {
    this.status = status;
    this.fields = fields;
    this.body = body;
  }

  @Override
  public Responder respond(RequestContext context, ResponseSink sink) {
    ResponseHead head = new ResponseHead(status, fields);
    if (!head.isBodiless()) {
      fields.set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length));
    }
    boolean hasBody = body.length > 0 && !context.request().isMethod(HttpMethod.HEAD.asciiName());
    sink.head(head, !hasBody);
    if (hasBody) {
      sink.data(Unpooled.wrappedBuffer(body), true);
    }
    sink.flush();
    return NoResponder.INSTANCE;
  }
}
