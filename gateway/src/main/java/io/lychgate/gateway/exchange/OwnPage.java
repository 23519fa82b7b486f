package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.util.AsciiString;

/**
 * Decides whether a page of the site has sent a message to the gateway itself. A page of another site cannot: Sec-Fetch-Site or Origin reveal
 * it. Where only JSON is taken, it cannot even send one: {@code application/json} needs a preflight request (Fetch 4.8), which the gateway
 * never grants.
 */
final class OwnPage {
  private static final AsciiString SAME_ORIGIN = AsciiString.cached("same-origin");

  private OwnPage() {}

  /** Returns true if a page of the same origin has sent the request. */
  static boolean sent(RequestHead request) {
    CharSequence site = request.fields().get(FieldNames.SEC_FETCH_SITE);
    return site == null ? isOwnOrigin(request) : AsciiString.contentEquals(SAME_ORIGIN, site);
  }

  /**
   * Returns true if the Origin is the site's own. For browsers that send no Fetch Metadata; they send an Origin with every POST.
   */
  private static boolean isOwnOrigin(RequestHead request) {
    CharSequence origin = request.fields().get(HttpHeaderNames.ORIGIN);
    return origin != null
        && AsciiString.contentEqualsIgnoreCase(
            (request.isSecure() ? "https://" : "http://") + request.authority(), origin);
  }

  /** Returns true if the body is JSON without a content coding. */
  static boolean isJson(Fields fields) {
    return hasType(fields, HttpHeaderValues.APPLICATION_JSON);
  }

  /** Returns true if the body is JSON or text without a coding: browsers declare a body without another type as text, in less time. */
  static boolean isJsonOrText(Fields fields) {
    return isJson(fields) || hasType(fields, HttpHeaderValues.TEXT_PLAIN);
  }

  private static boolean hasType(Fields fields, AsciiString expected) {
    CharSequence type = fields.get(HttpHeaderNames.CONTENT_TYPE);
    return type != null
        && AsciiString.regionMatches(type, true, 0, expected, 0, expected.length())
        && (type.length() == expected.length() || type.charAt(expected.length()) == ';')
        && !isCoded(fields);
  }

  /** RFC 9110 section 15.5.16: a coding that is not supported counts as a type that is not. Browsers send none by themselves. */
  private static boolean isCoded(Fields fields) {
    CharSequence coding = fields.get(HttpHeaderNames.CONTENT_ENCODING);
    return coding != null
        && !AsciiString.contentEqualsIgnoreCase(HttpHeaderValues.IDENTITY, coding);
  }
}
