package io.lychgate.gateway.exchange;

import io.lychgate.casper.PageRequest;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.census.BrowserFamily;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;

/** Recognizes the requests that count as page views. */
final class Navigation {
  private static final AsciiString BRANDS = AsciiString.cached("sec-ch-ua");
  private static final String PAGE = "text/html";

  private Navigation() {}

  /**
   * Returns true for a top-level navigation. A client without Fetch Metadata, such as an old browser or a bot, must ask for HTML:
   * otherwise, each asset of an old browser would count.
   */
  static boolean isNavigation(RequestHead request) {
    Fields fields = request.fields();
    CharSequence mode = fields.get(FieldNames.SEC_FETCH_MODE);
    if (mode == null) {
      CharSequence accept = fields.get(HttpHeaderNames.ACCEPT);
      return accept != null
          && AsciiString.contains(accept, PAGE)
          && PageRequest.isNavigation(request.method(), "", "");
    }
    CharSequence destination = fields.get(FieldNames.SEC_FETCH_DEST);
    return PageRequest.isNavigation(request.method(), mode, destination == null ? "" : destination);
  }

  static BrowserFamily browser(RequestHead request) {
    return BrowserFamily.of(
        request.fields().get(HttpHeaderNames.USER_AGENT), request.fields().get(BRANDS));
  }
}
