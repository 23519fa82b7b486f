package io.lychgate.gateway.message;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.Set;

/**
 * Which fields may stand in a trailer section (RFC 9110 section 6.5.1). A recipient may merge trailers into the head, after
 * everything that was checked there: what frames, routes, authenticates, conditions or describes a message is dropped.
 */
public final class TrailerFields {
  private static final Set<AsciiString> NEVER = Set.of(
      HttpHeaderNames.AGE,
      HttpHeaderNames.AUTHORIZATION,
      HttpHeaderNames.CACHE_CONTROL,
      HttpHeaderNames.CONTENT_ENCODING,
      HttpHeaderNames.CONTENT_LENGTH,
      HttpHeaderNames.CONTENT_LOCATION,
      HttpHeaderNames.CONTENT_RANGE,
      HttpHeaderNames.CONTENT_TYPE,
      HttpHeaderNames.COOKIE,
      HttpHeaderNames.DATE,
      FieldNames.EARLY_DATA,
      HttpHeaderNames.EXPECT,
      HttpHeaderNames.EXPIRES,
      FieldNames.FORWARDED,
      HttpHeaderNames.HOST,
      HttpHeaderNames.IF_MATCH,
      HttpHeaderNames.IF_MODIFIED_SINCE,
      HttpHeaderNames.IF_NONE_MATCH,
      HttpHeaderNames.IF_RANGE,
      HttpHeaderNames.IF_UNMODIFIED_SINCE,
      HttpHeaderNames.LOCATION,
      HttpHeaderNames.MAX_FORWARDS,
      HttpHeaderNames.PRAGMA,
      HttpHeaderNames.PROXY_AUTHENTICATE,
      HttpHeaderNames.PROXY_AUTHORIZATION,
      HttpHeaderNames.RANGE,
      HttpHeaderNames.RETRY_AFTER,
      HttpHeaderNames.SET_COOKIE,
      HttpHeaderNames.VARY,
      HttpHeaderNames.VIA,
      HttpHeaderNames.WARNING,
      HttpHeaderNames.WWW_AUTHENTICATE);

  private TrailerFields() {}

  /** Removes what may not stand there, connection fields included. */
  public static Fields strip(Fields trailers) {
    HopFields.strip(trailers);
    trailers.retain((name, value) -> mayTrail(name));
    return trailers;
  }

  private static boolean mayTrail(AsciiString name) {
    // Servers that make one name of x_a and x-a would let a trailer pass for a field that was
    // checked.
    return !NEVER.contains(name) && !name.startsWith("x-forwarded-") && name.indexOf('_', 0) < 0;
  }
}
