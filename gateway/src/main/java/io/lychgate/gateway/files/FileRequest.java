package io.lychgate.gateway.files;

import io.lychgate.gateway.http.Conditions;
import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a request that select the response for a file.
 *
 * @param isPlain true without conditions and range: the whole file is sent
 * @param range null also for methods other than GET (RFC 9110 14.2)
 */
record FileRequest(
    @Nullable CharSequence acceptEncoding,
    Conditions conditions,
    @Nullable CharSequence range,
    boolean isPlain) {

  /** Reads the fields in one pass. Most requests have only Accept-Encoding. */
  static FileRequest of(Fields fields, boolean isGet) {
    CharSequence acceptEncoding = null;
    boolean hasOthers = false;
    for (int i = 0; i < fields.size(); i++) {
      AsciiString name = fields.name(i);
      if (isConditional(name)) {
        hasOthers = true;
      } else if (name.length() == HttpHeaderNames.ACCEPT_ENCODING.length()
          && name.contentEquals(HttpHeaderNames.ACCEPT_ENCODING)) {
        acceptEncoding = joined(acceptEncoding, fields.value(i));
      }
    }
    if (!hasOthers) {
      return new FileRequest(acceptEncoding, Conditions.NONE, null, true);
    }
    Conditions conditions = new Conditions(
        all(fields, HttpHeaderNames.IF_MATCH),
        fields.get(HttpHeaderNames.IF_UNMODIFIED_SINCE),
        all(fields, HttpHeaderNames.IF_NONE_MATCH),
        fields.get(HttpHeaderNames.IF_MODIFIED_SINCE),
        fields.get(HttpHeaderNames.IF_RANGE));
    return new FileRequest(
        acceptEncoding, conditions, isGet ? fields.get(HttpHeaderNames.RANGE) : null, false);
  }

  /** Returns true for names of this shape. Browsers send only "if-..." and "range". */
  private static boolean isConditional(AsciiString name) {
    int length = name.length();
    return (length == 5 && name.byteAt(0) == 'r')
        || (length > 5 && name.byteAt(0) == 'i' && name.byteAt(2) == '-');
  }

  /** RFC 9110 5.3: several field lines of a list are one list. */
  private static @Nullable CharSequence all(Fields fields, AsciiString name) {
    CharSequence all = null;
    for (int i = fields.indexOf(name, 0); i >= 0; i = fields.indexOf(name, i + 1)) {
      all = joined(all, fields.value(i));
    }
    return all;
  }

  private static CharSequence joined(@Nullable CharSequence before, CharSequence value) {
    return before == null ? value : before + ", " + value;
  }
}
