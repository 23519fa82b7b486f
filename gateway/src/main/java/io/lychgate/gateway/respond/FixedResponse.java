package io.lychgate.gateway.respond;

import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.OwnResponse;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponderFactory;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Sends the same response to every request: {@code respond: { status, headers, body }}. The body of the request is dropped. */
public final class FixedResponse implements ResponderFactory {
  private static final AsciiString TEXT = AsciiString.cached("text/plain; charset=utf-8");

  private final int status;
  private final Fields fields;
  private final byte[] body;

  public FixedResponse(RouteAction.FixedAction action) {
    this.status = action.status();
    this.fields = fields(action);
    this.body = action.body().getBytes(StandardCharsets.UTF_8);
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
    return OwnResponse.send(context, sink, new ResponseHead(status, fields.copy()), body);
  }
}
