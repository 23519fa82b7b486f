package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;

/** A script that the gateway itself serves to the pages of sites. */
final class SiteScript {
  private static final AsciiString TYPE = AsciiString.cached("text/javascript; charset=utf-8");
  private static final AsciiString NO_SNIFF_NAME = AsciiString.cached("x-content-type-options");
  private static final AsciiString NO_SNIFF = AsciiString.cached("nosniff");

  private final byte[] content;

  /** @param content not copied */
  SiteScript(byte[] content) {
    this.content = content;
  }

  /**
   * Responds to a request for the script.
   *
   * @param fields those for caches: Cache-Control, and the ETag if the script has one
   */
  void send(Exchange exchange, Fields fields) {
    RequestHead request = exchange.request();
    boolean isGet = request.isMethod(HttpMethod.GET.asciiName());
    if (!isGet && !request.isMethod(HttpMethod.HEAD.asciiName())) {
      SiteEndpoint.refuseMethod(exchange, "GET, HEAD");
      return;
    }
    if (isKnown(request, fields)) {
      exchange.head(new ResponseHead(HttpResponseStatus.NOT_MODIFIED.code(), fields), true);
    } else {
      fields
          .add(HttpHeaderNames.CONTENT_TYPE, TYPE)
          .add(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(content.length))
          .add(NO_SNIFF_NAME, NO_SNIFF);
      exchange.head(new ResponseHead(HttpResponseStatus.OK.code(), fields), !isGet);
      if (isGet) {
        exchange.data(Unpooled.wrappedBuffer(content), true);
      }
    }
    exchange.flush();
  }

  private static boolean isKnown(RequestHead request, Fields fields) {
    CharSequence tag = fields.get(HttpHeaderNames.ETAG);
    CharSequence known = request.fields().get(HttpHeaderNames.IF_NONE_MATCH);
    return tag != null && known != null && AsciiString.contains(known, tag);
  }
}
