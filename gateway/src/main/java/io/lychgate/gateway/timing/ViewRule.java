package io.lychgate.gateway.timing;

import io.lychgate.gateway.config.policy.TimingsPolicy;
import io.lychgate.gateway.http.RequestCookies;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestPurpose;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** Decides by a request whether it is for a page of a visitor, and whether the view of the page is measured. */
final class ViewRule {
  private static final AsciiString GPC = AsciiString.cached("sec-gpc");
  private static final String ON = "1";

  /** Words in the names of robots, and of checks of availability. */
  private static final String[] BOTS = {
    "bot",
    "crawl",
    "spider",
    "slurp",
    "preview",
    "monitor",
    "uptime",
    "pingdom",
    "lighthouse",
    "pagespeed",
    "facebookexternalhit",
    "scrapy",
    "phantomjs",
    "archiver",
    "feedfetcher",
    "validator"
  };

  /** Words in the User-Agent of programs that load pages without a browser. */
  private static final String[] TOOLS = {
    "curl/", "wget/", "python", "java/", "go-http-client", "okhttp", "libwww"
  };

  private ViewRule() {}

  /** Returns true for a navigation of a top-level document: nothing else is a page view, and nothing else gets the script. */
  static boolean isNavigation(RequestHead request) {
    return request.isMethod(HttpMethod.GET.asciiName()) && isForDocument(request.fields());
  }

  /** Returns true for a request for the head of a page, with the fields of a navigation. */
  static boolean isHeadOfNavigation(RequestHead request) {
    return request.isMethod(HttpMethod.HEAD.asciiName()) && isForDocument(request.fields());
  }

  private static boolean isForDocument(Fields fields) {
    CharSequence destination = fields.get(FieldNames.SEC_FETCH_DEST);
    if (destination != null) {
      return AsciiString.contentEquals(destination, "document");
    }
    CharSequence mode = fields.get(FieldNames.SEC_FETCH_MODE);
    if (mode != null) {
      return AsciiString.contentEquals(mode, "navigate");
    }
    // An old browser. Its fetches do not ask for HTML, and its libraries name themselves.
    CharSequence accept = fields.get(HttpHeaderNames.ACCEPT);
    return accept != null
        && AsciiString.contains(accept, "text/html")
        && !fields.contains(HttpHeaderNames.X_REQUESTED_WITH);
  }

  /** Returns the reason for which the view is not measured; null if it is, unless the sample leaves it out. */
  static @Nullable PageOutcome refusal(RequestHead request, TimingsPolicy policy) {
    Fields fields = request.fields();
    CharSequence userAgent = fields.get(HttpHeaderNames.USER_AGENT);
    if (userAgent == null
        || userAgent.length() == 0
        || hasWord(userAgent, BOTS)
        || hasWord(userAgent, TOOLS)) {
      return PageOutcome.BOT;
    }
    if (RequestPurpose.isPrefetch(fields)) {
      return PageOutcome.PREFETCH;
    }
    if (isUnwanted(fields, policy)) {
      return PageOutcome.DO_NOT_TRACK;
    }
    return policy.consent().isNeeded() && !hasConsent(fields, policy.consent())
        ? PageOutcome.NO_CONSENT
        : null;
  }

  /**
   * Returns the reason for which a report does not count; null if it does. A consent by a field of the request is that of the page: a proxy
   * need not add it here. The cookie may be of another path, so only one with another value shows that the visitor has withdrawn it. An
   * app around a browser may send reports with the User-Agent of a tool.
   */
  static @Nullable ReportOutcome exclusion(Fields report, TimingsPolicy policy) {
    CharSequence userAgent = report.get(HttpHeaderNames.USER_AGENT);
    if (userAgent != null && hasWord(userAgent, BOTS)) {
      return ReportOutcome.BOT;
    }
    if (RequestPurpose.isPrefetch(report)) {
      return ReportOutcome.PREFETCH;
    }
    if (isUnwanted(report, policy)) {
      return ReportOutcome.DO_NOT_TRACK;
    }
    String cookie = policy.consent().cookie();
    boolean isWithdrawn = !cookie.isEmpty()
        && RequestCookies.value(report, cookie) != null
        && !hasConsent(report, policy.consent());
    return isWithdrawn ? ReportOutcome.NO_CONSENT : null;
  }

  private static boolean isUnwanted(Fields fields, TimingsPolicy policy) {
    return policy.respectDoNotTrack() && (is(fields, HttpHeaderNames.DNT) || is(fields, GPC));
  }

  private static boolean is(Fields fields, AsciiString name) {
    CharSequence value = fields.get(name);
    return value != null && AsciiString.contentEquals(value, ON);
  }

  private static boolean hasConsent(Fields fields, TimingsPolicy.Consent consent) {
    if (!consent.header().isEmpty() && fields.contains(new AsciiString(consent.header()))) {
      return true;
    }
    CharSequence cookie =
        consent.cookie().isEmpty() ? null : RequestCookies.value(fields, consent.cookie());
    return cookie != null
        && (consent.value().isEmpty() || AsciiString.contentEquals(cookie, consent.value()));
  }

  private static boolean hasWord(CharSequence userAgent, String[] words) {
    for (String word : words) {
      if (AsciiString.containsIgnoreCase(userAgent, word)) {
        return true;
      }
    }
    return false;
  }
}
