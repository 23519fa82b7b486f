package io.lychgate.gateway.http;

import io.netty.handler.codec.DateFormatter;
import io.netty.util.AsciiString;
import java.util.Date;

/** Dates of HTTP fields (RFC 9110 5.6.7), as seconds since 1970. */
@SuppressWarnings("JavaUtilDate") // Netty's parser, which supports all three forms, returns it.
public final class HttpDate {
  /** Stands for a text that is not a date in any of the three forms. */
  static final long NONE = -1;

  private HttpDate() {}

  static long parse(CharSequence text) {
    Date date = DateFormatter.parseHttpDate(text);
    return date == null ? NONE : date.getTime() / 1000;
  }

  public static AsciiString format(long seconds) {
    return new AsciiString(DateFormatter.format(new Date(seconds * 1000)));
  }
}
