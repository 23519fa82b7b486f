package io.lychgate.gateway.exchange;

import io.lychgate.gateway.loop.Ticker;
import io.netty.util.AsciiString;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The value of the Date field (RFC 9110 section 6.6.1), formatted once a second. One per loop. */
public final class DateField {
  private static final DateTimeFormatter IMF_FIXDATE = DateTimeFormatter.ofPattern(
          "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
      .withZone(ZoneOffset.UTC);

  private final Ticker clock;
  private long second = -1;
  private AsciiString text = AsciiString.EMPTY_STRING;

  public DateField(Ticker clock) {
    this.clock = clock;
  }

  public AsciiString now() {
    long current = clock.wallMillis() / 1000;
    if (current != second) {
      second = current;
      text = new AsciiString(IMF_FIXDATE.format(Instant.ofEpochSecond(current)));
    }
    return text;
  }
}
