package io.lychgate.gateway.cache;

import io.lychgate.gateway.http.CacheControl;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;

/** The header fields that a stored response has, and how a validation updates them. */
final class StoredFields {
  /** Fields that a cache does not store besides those of one connection (RFC 9111 section 3.1). */
  private static final List<AsciiString> NEVER_STORED = List.of(
      HttpHeaderNames.SET_COOKIE,
      HttpHeaderNames.AGE,
      HttpHeaderNames.PROXY_AUTHENTICATE,
      HttpHeaderNames.PROXY_AUTHORIZATION,
      FieldNames.canonical("proxy-authentication-info"));

  /** Fields of a 304 that do not replace those of the stored response (RFC 9111 section 3.2). */
  private static final List<AsciiString> NEVER_UPDATED = List.of(
      HttpHeaderNames.CONTENT_LENGTH,
      HttpHeaderNames.CONTENT_ENCODING,
      HttpHeaderNames.CONTENT_RANGE,
      HttpHeaderNames.CONTENT_MD5,
      HttpHeaderNames.ETAG,
      HttpHeaderNames.SET_COOKIE);

  private StoredFields() {}

  /** Returns the fields of a response that are stored. */
  static Fields of(Fields response, CacheControl control) {
    Fields compact = StoredResponse.compact(response);
    removeUnstored(compact, control);
    return compact;
  }

  /** Removes the fields that are not stored, also those that the response itself names. */
  static void removeUnstored(Fields fields, CacheControl control) {
    NEVER_STORED.forEach(fields::remove);
    control.namedFields().forEach(fields::remove);
  }

  /** Returns the stored fields with those of a 304, which replace the ones of the same name. */
  static Fields merge(Fields stored, Fields update) {
    Fields merged = stored.copy();
    merged.remove(HttpHeaderNames.DATE);
    Fields compact = StoredResponse.compact(update);
    NEVER_UPDATED.forEach(compact::remove);
    for (int i = 0; i < compact.size(); i++) {
      merged.remove(compact.name(i));
    }
    for (int i = 0; i < compact.size(); i++) {
      merged.add(compact.name(i), compact.value(i));
    }
    return merged;
  }

  /** Makes a request conditional on the validators of a stored response (RFC 9111 section 4.3.1). */
  static void addValidators(Fields request, Fields stored) {
    CharSequence tag = stored.get(HttpHeaderNames.ETAG);
    if (tag != null) {
      request.set(HttpHeaderNames.IF_NONE_MATCH, tag);
    }
    CharSequence modified = stored.get(HttpHeaderNames.LAST_MODIFIED);
    if (modified != null) {
      request.set(HttpHeaderNames.IF_MODIFIED_SINCE, modified);
    }
  }
}
