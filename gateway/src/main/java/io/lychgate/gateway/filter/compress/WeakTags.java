package io.lychgate.gateway.filter.compress;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * The entity tags of responses whose coding the gateway changes (RFC 9110 section 8.8.3). Their bytes differ from those of the server, so
 * a strong tag becomes a weak one.
 */
final class WeakTags {
  private static final String WEAK = "W/";

  /** Characters of a list of tags that is rewritten. A browser sends one tag. */
  private static final int MAX_LIST = 1024;

  private WeakTags() {}

  /** Makes the tag of a response weak. */
  static void weaken(Fields response) {
    CharSequence tag = response.get(HttpHeaderNames.ETAG);
    if (tag != null && !isWeak(tag, 0)) {
      response.set(HttpHeaderNames.ETAG, WEAK + tag);
    }
  }

  /**
   * Adds the strong form of each weak tag to If-None-Match. A server that compares the texts of the tags, instead of their values, then
   * still finds its own tag.
   *
   * @return the list of the client; null if it has no weak tag
   */
  static @Nullable CharSequence addStrongForms(Fields request) {
    CharSequence list = request.get(HttpHeaderNames.IF_NONE_MATCH);
    if (list == null || list.length() > MAX_LIST) {
      return null;
    }
    StringBuilder all = null;
    int at = 0;
    while (at < list.length()) {
      int start = AsciiString.indexOf(list, '"', at);
      int end = start < 0 ? -1 : AsciiString.indexOf(list, '"', start + 1);
      if (end < 0) {
        break;
      }
      if (start >= 2 && isWeak(list, start - 2)) {
        all = all == null ? new StringBuilder(2 * list.length()).append(list) : all;
        all.append(", ").append(list, start, end + 1);
      }
      at = end + 1;
    }
    if (all == null) {
      return null;
    }
    request.set(HttpHeaderNames.IF_NONE_MATCH, all);
    return list;
  }

  /** Returns true if the client's list has the weak form of this strong tag, so that its stored response has a coding of the gateway. */
  static boolean hasWeakForm(CharSequence list, CharSequence tag) {
    int length = tag.length();
    for (int at = 2; at + length <= list.length(); at++) {
      if (isWeak(list, at - 2) && AsciiString.regionMatches(list, false, at, tag, 0, length)) {
        return true;
      }
    }
    return false;
  }

  /** Removes Range if its condition is a weak tag. RFC 9110 section 13.1.5: it must not match, and the response is the whole one. */
  static void dropWeakRange(Fields request) {
    CharSequence condition = request.get(HttpHeaderNames.IF_RANGE);
    if (condition != null && isWeak(condition, 0)) {
      request.remove(HttpHeaderNames.IF_RANGE);
      request.remove(HttpHeaderNames.RANGE);
    }
  }

  private static boolean isWeak(CharSequence text, int at) {
    return text.length() > at + 2
        && text.charAt(at) == 'W'
        && text.charAt(at + 1) == '/'
        && text.charAt(at + 2) == '"';
  }
}
