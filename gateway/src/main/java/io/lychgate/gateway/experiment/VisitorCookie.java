package io.lychgate.gateway.experiment;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The cookie by which the gateway knows a browser again in experiments: a random number, the hour in which it was made, and a tag by
 * which the gateway recognizes its own cookies. It has nothing about the person. A value without a valid tag, or of an earlier time,
 * counts as absent, so a client cannot choose its arm by inventing numbers.
 */
public final class VisitorCookie {
  /** Name of the cookie. */
  public static final String NAME = "lychgate_unit";

  private static final int NUMBER_BYTES = 8;
  private static final int HOUR_BYTES = 4;
  private static final int TAG_BYTES = 8;
  private static final int BYTES = NUMBER_BYTES + HOUR_BYTES + TAG_BYTES;
  private static final int CHARACTERS = 27;
  private static final long HOUR_MILLIS = 3_600_000;
  private static final String PURPOSE = "visitor cookie";

  private static final SecureRandom RANDOM = new SecureRandom();

  private final KeyedHash hash;

  VisitorCookie(KeyedHash hash) {
    this.hash = hash;
  }

  /**
   * Returns the number of a cookie; null if the gateway has not made it, or it has expired.
   *
   * @param value the value in the request
   * @param maxAge the longest life of a cookie
   */
  public byte @Nullable [] read(CharSequence value, Duration maxAge, long nowMillis) {
    if (value.length() != CHARACTERS) {
      return null;
    }
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(value.toString());
    } catch (IllegalArgumentException e) {
      return null;
    }
    if (bytes.length != BYTES) {
      return null;
    }
    ByteBuffer cookie = ByteBuffer.wrap(bytes);
    byte[] signed = new byte[NUMBER_BYTES + HOUR_BYTES];
    cookie.get(signed);
    // A tag of 64 bits: a guess succeeds once in 2^64 requests, so the time of the comparison
    // reveals nothing of use.
    if (cookie.getLong() != hash.of(PURPOSE, signed).getLong()) {
      return null;
    }
    ByteBuffer made = ByteBuffer.wrap(signed);
    byte[] number = new byte[NUMBER_BYTES];
    made.get(number);
    long age = nowMillis - (made.getInt() & 0xffff_ffffL) * HOUR_MILLIS;
    // The clock of the node that made it may be ahead.
    return age < -HOUR_MILLIS || age > maxAge.toMillis() + HOUR_MILLIS ? null : number;
  }

  /** A cookie for a browser that has none. */
  @SuppressWarnings("ArrayRecordComponent") // A value on its way; no caller compares or keeps one.
  public record Made(byte[] number, String value) {}

  /** Makes a cookie. */
  public Made make(long nowMillis) {
    byte[] number = new byte[NUMBER_BYTES];
    RANDOM.nextBytes(number);
    byte[] signed = ByteBuffer.allocate(NUMBER_BYTES + HOUR_BYTES)
        .put(number)
        .putInt((int) (nowMillis / HOUR_MILLIS))
        .array();
    byte[] all = ByteBuffer.allocate(BYTES)
        .put(signed)
        .putLong(hash.of(PURPOSE, signed).getLong())
        .array();
    return new Made(number, Base64.getUrlEncoder().withoutPadding().encodeToString(all));
  }
}
