package io.lychgate.gateway.filter.compress;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;

/** The site whose page has caused a request, as far as its fields state it. */
enum RequestOrigin {
  /** A page of this site, or the user. */
  OWN,
  /** A page of another site. */
  OTHER,
  /** The client sends no field that states it: no browser, or an old one. */
  UNKNOWN;

  private static final String CROSS_SITE = "cross-site";

  /** Sec-Fetch-Site decides, which no page can change. Without it, the hosts of Origin and Referer do. */
  static RequestOrigin of(RequestHead request) {
    Fields fields = request.fields();
    CharSequence site = fields.get(FieldNames.SEC_FETCH_SITE);
    if (site != null) {
      return AsciiString.contentEqualsIgnoreCase(site, CROSS_SITE) ? OTHER : OWN;
    }
    CharSequence page = fields.get(HttpHeaderNames.ORIGIN);
    page = page == null ? fields.get(HttpHeaderNames.REFERER) : page;
    if (page == null) {
      return UNKNOWN;
    }
    return isHostOf(page, request.authority()) ? OWN : OTHER;
  }

  private static boolean isHostOf(CharSequence url, CharSequence authority) {
    int start = 0;
    while (start + 2 < url.length()
        && !(url.charAt(start) == ':'
            && url.charAt(start + 1) == '/'
            && url.charAt(start + 2) == '/')) {
      start++;
    }
    start += 3;
    int length = authority.length();
    int end = start + length;
    if (end > url.length() || !AsciiString.regionMatches(url, true, start, authority, 0, length)) {
      return false;
    }
    return end == url.length() || url.charAt(end) == '/';
  }
}
