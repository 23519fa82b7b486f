package io.lychgate.gateway.respond;

import io.lychgate.gateway.config.site.RouteAction;
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
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Sends the same response to every request: {@code respond: { status, headers, body }}. The body of the request is dropped. */
public final class FixedResponse implements ResponderFactory {
  private static final AsciiString TEXT = AsciiString.cached("text/plain; charset=utf-8");

  private final int status;
  private final Fields fields;
  private final byte[] body;
  private final boolean isBodiless;

  public FixedResponse(RouteAction.FixedAction action) {
    this(action.status(), fields(action), action.body().getBytes(StandardCharsets.UTF_8));
  }

  /** @param fields header fields without Content-Length */
  FixedResponse(int status, Fields fields, byte[] body) {
    this.status = status;
    this.fields = fields;
    this.body = body;
    this.isBodiless = new ResponseHead(status, fields).isBodiless();
  }

  private static Fields fields(RouteAction.FixedAction action) {
    Fields fields = new Fields();
    action
        .headers()
        .forEach((name, value) ->
            fields.add(AsciiString.cached(name.toLowerCase(Locale.ROOT)), new AsciiString(value)));
    if (!action.body().isEmpty() && !fields.contains(HttpHeaderNames.CONTENT_TYPE)) {
      fields.add(HttpHeaderNames.CONTENT_TYPE, TEXT);
    }
    return fields;
  }

  @Override
  public Responder respond(RequestContext context, ResponseSink sink) {
    Fields sent = fields.copy();
    if (!isBodiless) {
      sent.add(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length));
    }
    boolean hasBody =
        !isBodiless && body.length > 0 && !context.request().isMethod(HttpMethod.HEAD.asciiName());
    sink.head(new ResponseHead(status, sent), !hasBody);
    if (hasBody) {
      sink.data(Unpooled.wrappedBuffer(body), true);
    }
    sink.flush();
    return NoResponder.INSTANCE;
  }
}
