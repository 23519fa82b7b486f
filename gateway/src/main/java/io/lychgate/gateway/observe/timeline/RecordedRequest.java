package io.lychgate.gateway.observe.timeline;

import io.lychgate.gateway.message.RequestHead;
import io.netty.util.AsciiString;

/**
 * The parts of a request that a timeline keeps: no header field and no query.
 *
 * @param path without its query
 */
public record RecordedRequest(String method, boolean isSecure, String authority, String path) {
  /** The most characters of one text, the same as in the access log. */
  private static final int MAX_TEXT = 4096;

  static RecordedRequest of(RequestHead request) {
    CharSequence path = request.path();
    int query = AsciiString.indexOf(path, '?', 0);
    return new RecordedRequest(
        text(request.method()),
        request.isSecure(),
        text(request.authority()),
        text(query < 0 ? path : path.subSequence(0, query)));
  }

  static String text(CharSequence value) {
    return value.subSequence(0, Math.min(value.length(), MAX_TEXT)).toString();
  }
}
