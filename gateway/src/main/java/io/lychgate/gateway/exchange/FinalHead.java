package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.HopFields;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** Edits the header fields of a final response before it goes to the client. Does nothing else. */
final class FinalHead {
  private static final AsciiString VIA = AsciiString.cached("1.1 lychgate");

  private FinalHead() {}

  /** Edits an interim response. One with fields of another connection resets a stream of HTTP/2 (RFC 9113 section 8.2.2). */
  static void editInterim(Fields fields) {
    HopFields.strip(fields);
    // RFC 9110 8.6: never in a 1xx.
    fields.remove(HttpHeaderNames.CONTENT_LENGTH);
  }

  /** Edits a response that begins a tunnel. It is no page and no asset, and its caching and Alt-Svc fields have no effect. */
  static void editSwitch(Fields fields) {
    HopFields.strip(fields);
    fields.remove(HttpHeaderNames.CONTENT_LENGTH);
    fields.add(HttpHeaderNames.VIA, VIA);
  }

  /**
   * Edits a final response.
   *
   * @param date the source of a missing Date field
   * @param altSvc replaces the response's own Alt-Svc field; null leaves that as it is
   */
  static void edit(ResponseHead head, DateField date, @Nullable AsciiString altSvc) {
    Fields fields = head.fields();
    HopFields.strip(fields);
    if (head.status() == HttpResponseStatus.NO_CONTENT.code()) {
      // RFC 9110 8.6: never in a 204. HTTP/2 and HTTP/3 clients compare it with the missing body.
      fields.remove(HttpHeaderNames.CONTENT_LENGTH);
    }
    if (!fields.contains(HttpHeaderNames.DATE)) {
      // RFC 9110 6.6.1: a recipient with a clock adds a missing Date field before it forwards a
      // response.
      fields.add(HttpHeaderNames.DATE, date.now());
    }
    fields.add(HttpHeaderNames.VIA, VIA);
    if (altSvc != null) {
      fields.set(FieldNames.ALT_SVC, altSvc);
    }
  }
}
