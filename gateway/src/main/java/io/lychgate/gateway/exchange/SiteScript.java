package io.lychgate.gateway.exchange;

import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/** A script that the gateway itself serves to the pages of sites, with gzip to each browser that takes it. */
final class SiteScript {
  private static final AsciiString TYPE = AsciiString.cached("text/javascript; charset=utf-8");
  private static final AsciiString NO_SNIFF_NAME = AsciiString.cached("x-content-type-options");
  private static final AsciiString NO_SNIFF = AsciiString.cached("nosniff");

  private static final Set<ContentCoding> CODINGS = Set.of(ContentCoding.GZIP);

  private final byte[] content;
  private final byte[] gzip;

  /** @param content not copied */
  SiteScript(byte[] content) {
    this.content = content;
    this.gzip = gzip(content);
  }

  /**
   * Responds to a request for the script.
   *
   * @param fields those for caches: Cache-Control, and the ETag if the script has one, a weak one because both forms have it (RFC 9110
   *     8.8.1)
   */
  void send(Exchange exchange, Fields fields) {
    RequestHead request = exchange.request();
    boolean isGet = request.isMethod(HttpMethod.GET.asciiName());
    if (!isGet && !request.isMethod(HttpMethod.HEAD.asciiName())) {
      SiteEndpoint.refuseMethod(exchange, "GET, HEAD");
      return;
    }
    boolean isCoded =
        ContentCoding.choose(request.fields().get(HttpHeaderNames.ACCEPT_ENCODING), CODINGS)
            == ContentCoding.GZIP;
    byte[] body = isCoded ? gzip : content;
    fields.add(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
    if (isKnown(request, fields)) {
      exchange.head(new ResponseHead(HttpResponseStatus.NOT_MODIFIED.code(), fields), true);
    } else {
      fields
          .add(HttpHeaderNames.CONTENT_TYPE, TYPE)
          .add(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length))
          .add(NO_SNIFF_NAME, NO_SNIFF);
      if (isCoded) {
        fields.add(HttpHeaderNames.CONTENT_ENCODING, HttpHeaderValues.GZIP);
      }
      exchange.head(new ResponseHead(HttpResponseStatus.OK.code(), fields), !isGet);
      if (isGet) {
        exchange.data(Unpooled.wrappedBuffer(body), true);
      }
    }
    exchange.flush();
  }

  private static byte[] gzip(byte[] content) {
    ByteArrayOutputStream coded = new ByteArrayOutputStream();
    try (GZIPOutputStream to = new GZIPOutputStream(coded)) {
      to.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return coded.toByteArray();
  }

  private static boolean isKnown(RequestHead request, Fields fields) {
    CharSequence tag = fields.get(HttpHeaderNames.ETAG);
    CharSequence known = request.fields().get(HttpHeaderNames.IF_NONE_MATCH);
    return tag != null && known != null && AsciiString.contains(known, tag);
  }
}
