package io.lychgate.gateway.message;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.Set;

/**
 * Fields that are forbidden in a trailer section (RFC 9110 section 6.5.1). A recipient may merge trailers into the head after
 * the head was checked. A message with a trailer that frames, routes, authenticates, conditions or describes it is
 * malformed in both directions.
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

  /** Returns true if a response with a trailer of this name is malformed. The name's letters may have any case. */
  public static boolean isForbiddenInResponse(AsciiString name) {
    AsciiString lower = name.toLowerCase();
    return NEVER.contains(lower) || HopFields.isHopByHop(lower) || lower.startsWith("x-forwarded-");
  }

  /** Returns true if a request with a trailer of this name is malformed. The name's letters may have any case. */
  public static boolean isForbiddenInRequest(AsciiString name) {
    // Servers that treat x_a and x-a as the same name would confuse such a trailer with a field
    // that was checked in the head.
    return isForbiddenInResponse(name) || name.indexOf('_', 0) >= 0;
  }

  /** Returns true if a request with these trailers is well-formed. */
  public static boolean areAllowedInRequest(Fields trailers) {
    for (int i = 0; i < trailers.size(); i++) {
      if (isForbiddenInRequest(trailers.name(i))) {
        return false;
      }
    }
    return true;
  }
}
