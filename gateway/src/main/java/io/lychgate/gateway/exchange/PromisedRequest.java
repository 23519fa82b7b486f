package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;

/** The request that a PUSH_PROMISE carries (RFC 9113 section 8.4). */
final class PromisedRequest {
  /**
   * Request header fields that H2O copies from a page's request to its promised requests. They may select a variant but do not
   * identify the user.
   */
  private static final AsciiString[] COPIED = {
    HttpHeaderNames.ACCEPT,
    HttpHeaderNames.ACCEPT_CHARSET,
    HttpHeaderNames.ACCEPT_ENCODING,
    HttpHeaderNames.ACCEPT_LANGUAGE,
    HttpHeaderNames.USER_AGENT,
  };

  private PromisedRequest() {}

  /** Returns the request for this path to promise together with the page. */
  static RequestHead of(RequestHead page, String path) {
    Fields fields = new Fields(COPIED.length);
    for (AsciiString name : COPIED) {
      CharSequence value = page.fields().get(name);
      if (value != null) {
        fields.add(name, value);
      }
    }
    return new RequestHead(
        HttpMethod.GET.asciiName(), page.isSecure(), page.authority(), path, fields, 0);
  }
}
