package io.lychgate.gateway.observe.log;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A time as ASCII bytes, {@code 2026-11-21T09:43:27.512Z}. Formats each second once and then only its milliseconds. */
final class LogTime {
  static final int LENGTH = 24;
  private static final int SECOND_LENGTH = 19;
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final byte[] text = "0000-00-00T00:00:00.000Z".getBytes(StandardCharsets.US_ASCII);
  private long second = Long.MIN_VALUE;

  /** Returns the time. The array is the same for each call. */
  byte[] format(long millis) {
    long newSecond = Math.floorDiv(millis, 1000);
    if (newSecond != second) {
      second = newSecond;
      byte[] start =
          SECOND.format(Instant.ofEpochSecond(newSecond)).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(start, 0, text, 0, SECOND_LENGTH);
    }
    int rest = (int) (millis - newSecond * 1000);
    text[20] = (byte) ('0' + rest / 100);
    text[21] = (byte) ('0' + rest / 10 % 10);
    text[22] = (byte) ('0' + rest % 10);
    return text;
  }
}
