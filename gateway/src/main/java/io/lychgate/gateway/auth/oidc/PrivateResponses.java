package io.lychgate.gateway.auth.oidc;

import io.lychgate.gateway.http.CacheControl;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.HopFields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.Locale;

/**
 * Keeps responses to persons with a session from caches that serve many. A request with a cookie does not keep them by itself, other than
 * one with Authorization (RFC 9111 section 3.5).
 */
public final class PrivateResponses implements ResponseFilter {
  private static final AsciiString TARGETED = AsciiString.cached("-cache-control");
  private static final AsciiString SURROGATE = AsciiString.cached("surrogate-control");
  private static final AsciiString X_ACCEL_EXPIRES = AsciiString.cached("x-accel-expires");

  @Override
  public ForwardingSink wrap(RequestContext context, ResponseSink next) {
    return new ForwardingSink(next) {
      @Override
      public void head(ResponseHead head, boolean end) {
        // First: the Connection field of the responder may nominate a field that is set here.
        HopFields.strip(head.fields());
        keep(head.fields());
        next().head(head, end);
      }
    };
  }

  /** Makes a response one that only the cache of its browser stores. */
  public static void keep(Fields fields) {
    // RFC 9213 section 2.2: a cache obeys a field for it in place of Cache-Control.
    fields.retain((name, value) -> !name.endsWith(TARGETED)
        && !FieldNames.same(name, SURROGATE)
        && !FieldNames.same(name, X_ACCEL_EXPIRES));
    if (CacheControl.of(fields).isKeptFromMany()) {
      return;
    }
    StringBuilder kept = new StringBuilder("private");
    for (int i = fields.indexOf(HttpHeaderNames.CACHE_CONTROL, 0);
        i >= 0;
        i = fields.indexOf(HttpHeaderNames.CACHE_CONTROL, i + 1)) {
      for (String directive : fields.value(i).toString().split(",", -1)) {
        String plain = directive.strip();
        if (!plain.isEmpty() && !isForMany(plain.toLowerCase(Locale.ROOT))) {
          kept.append(", ").append(plain);
        }
      }
    }
    fields.set(HttpHeaderNames.CACHE_CONTROL, kept);
  }

  private static boolean isForMany(String directive) {
    return directive.equals("public")
        || directive.startsWith("s-maxage")
        || directive.startsWith("proxy-revalidate")
        || directive.startsWith("private");
  }

  @Override
  public String summary() {
    return "keeps responses from shared caches";
  }
}
