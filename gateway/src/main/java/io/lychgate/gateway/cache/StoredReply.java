package io.lychgate.gateway.cache;

import io.lychgate.gateway.http.ByteRange;
import io.lychgate.gateway.http.ByteRanges;
import io.lychgate.gateway.http.Conditions;
import io.lychgate.gateway.http.SharedFreshness;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The response to one request from a stored one: the whole, a range, or the statement that the client has it.
 *
 * @param from first byte of the body
 * @param to the byte after the last one; equal to {@code from} without a body
 */
record StoredReply(ResponseHead head, int from, int to) {
  private static final int OK = 200;

  /** RFC 9110 section 15.4.5: fields of the content are for the whole response only. */
  private static final List<AsciiString> OF_CONTENT = List.of(
      HttpHeaderNames.CONTENT_LENGTH,
      HttpHeaderNames.CONTENT_TYPE,
      HttpHeaderNames.CONTENT_ENCODING,
      HttpHeaderNames.CONTENT_LANGUAGE,
      HttpHeaderNames.CONTENT_RANGE);

  /** Returns the response, whose head still lacks Age and Cache-Status. */
  static StoredReply of(Fields request, boolean isHead, StoredResponse stored, long wallMillis) {
    int length = stored.bodyLength();
    Fields fields = stored.fields().copy();
    if (isNotModified(request, stored.status(), stored.fields(), stored.freshness())) {
      return new StoredReply(notModified(fields), 0, 0);
    }
    if (!isHead && stored.status() == OK && request.contains(HttpHeaderNames.RANGE)) {
      StoredReply part = part(request, stored, fields, wallMillis);
      if (part != null) {
        return part;
      }
    }
    return new StoredReply(new ResponseHead(stored.status(), fields), 0, isHead ? 0 : length);
  }

  /** Turns the fields of a response into those of a 304. */
  static ResponseHead notModified(Fields fields) {
    OF_CONTENT.forEach(fields::remove);
    return new ResponseHead(304, fields);
  }

  /** Returns true if the conditions of the request show that the client has this response (RFC 9111 section 4.3.2). */
  static boolean isNotModified(
      Fields request, int status, Fields response, SharedFreshness freshness) {
    CharSequence tags = StoredResponse.selectingValue(request, HttpHeaderNames.IF_NONE_MATCH);
    CharSequence since = request.get(HttpHeaderNames.IF_MODIFIED_SINCE);
    if (status != OK || (tags == null && since == null)) {
      return false;
    }
    // Without Last-Modified, a cache may compare with the date of the response.
    long modified = freshness.modifiedSeconds() == SharedFreshness.NONE
        ? freshness.dateSeconds()
        : freshness.modifiedSeconds();
    return new Conditions(null, null, tags, since, null).judge(opaqueTag(response), modified)
        == Conditions.Verdict.NOT_MODIFIED;
  }

  private static @Nullable StoredReply part(
      Fields request, StoredResponse stored, Fields fields, long wallMillis) {
    CharSequence tag = fields.get(HttpHeaderNames.ETAG);
    boolean isWeak = tag == null || tag.length() == 0 || tag.charAt(0) != '"';
    long modified = stored.freshness().modifiedSeconds();
    Conditions conditions =
        new Conditions(null, null, null, null, request.get(HttpHeaderNames.IF_RANGE));
    // A date that nothing equals, in place of an absent one.
    long date = modified == SharedFreshness.NONE ? Long.MIN_VALUE / 2000 : modified;
    if (!conditions.rangeHolds(isWeak ? "" : String.valueOf(tag), date, wallMillis)) {
      return null;
    }
    int length = stored.bodyLength();
    ByteRanges ranges = ByteRanges.of(request.get(HttpHeaderNames.RANGE), length);
    if (ranges instanceof ByteRanges.Unsatisfiable) {
      OF_CONTENT.forEach(fields::remove);
      fields.add(HttpHeaderNames.CONTENT_RANGE, "bytes */" + length);
      fields.add(HttpHeaderNames.CONTENT_LENGTH, "0");
      return new StoredReply(new ResponseHead(416, fields), 0, 0);
    }
    // RFC 9110 section 14.2: several ranges may be ignored. Few clients send them.
    if (!(ranges instanceof ByteRanges.Parts parts) || parts.ranges().size() != 1) {
      return null;
    }
    ByteRange range = parts.ranges().get(0);
    fields.set(HttpHeaderNames.CONTENT_LENGTH, Long.toString(range.length()));
    fields.set(
        HttpHeaderNames.CONTENT_RANGE,
        "bytes " + range.first() + '-' + range.last() + '/' + length);
    return new StoredReply(
        new ResponseHead(206, fields), (int) range.first(), (int) range.last() + 1);
  }

  /** Returns the tag in quotes, without the mark of a weak one; empty if there is none. */
  private static String opaqueTag(Fields response) {
    CharSequence tag = response.get(HttpHeaderNames.ETAG);
    String text = tag == null ? "" : tag.toString();
    return text.startsWith("W/") ? text.substring(2) : text;
  }
}
