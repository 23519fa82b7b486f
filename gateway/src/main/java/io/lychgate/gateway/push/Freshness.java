package io.lychgate.gateway.push;

import io.lychgate.casper.CandidateFacts.Reusability;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.util.AsciiString;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether a browser may use a response a second time without asking (RFC 9111 4.2). If not, what was sent early is thrown
 * away and fetched again: browsers were seen to do so for no-store, no-cache and responses without any freshness. What is
 * gone or has moved is worth even less.
 */
public final class Freshness {
  private static final AsciiString CACHE_CONTROL = FieldNames.canonical("cache-control");
  private static final AsciiString EXPIRES = FieldNames.canonical("expires");
  private static final AsciiString DATE = FieldNames.canonical("date");
  private static final AsciiString LAST_MODIFIED = FieldNames.canonical("last-modified");

  private Freshness() {}

  /** Whether a browser that holds this response uses it without asking, as far as can be told. */
  public static boolean isReusable(ResponseHead response) {
    Reusability says = of(response, Reusability.UNKNOWN);
    return says == Reusability.REUSABLE || says == Reusability.UNKNOWN;
  }

  /** What this response says, or {@code before} if it says nothing on the matter. */
  public static Reusability of(ResponseHead response, Reusability before) {
    return switch (response.status()) {
      case 200 -> ofFields(response.fields());
      case 304 -> isSilent(response.fields()) ? before : ofFields(response.fields());
      case 301, 302, 303, 307, 308 -> Reusability.REDIRECTED;
      case 404, 410 -> Reusability.GONE;
      // Not for everybody, so not to be announced to everybody.
      case 401, 403, 451 -> Reusability.NOT_REUSABLE;
      // Of this one request, or of this one moment: 206, 412, 416, 429, 503 ...
      default -> before;
    };
  }

  private static boolean isSilent(Fields fields) {
    return !fields.contains(CACHE_CONTROL) && !fields.contains(EXPIRES);
  }

  private static Reusability ofFields(Fields fields) {
    boolean hasLifetime = false;
    boolean isFresh = false;
    for (int i = fields.indexOf(CACHE_CONTROL, 0);
        i >= 0;
        i = fields.indexOf(CACHE_CONTROL, i + 1)) {
      String directives = fields.value(i).toString().toLowerCase(Locale.ROOT);
      if (directives.contains("no-store") || directives.contains("no-cache")) {
        return Reusability.NOT_REUSABLE;
      }
      int maxAge = directives.indexOf("max-age=");
      // "s-maxage" is for shared caches and has no hyphen there, so it is not found here.
      if (maxAge >= 0) {
        hasLifetime = true;
        isFresh |= hasPositiveNumber(directives, maxAge + "max-age=".length());
      }
    }
    if (hasLifetime) {
      return isFresh ? Reusability.REUSABLE : Reusability.NOT_REUSABLE;
    }
    return ofExpires(fields);
  }

  private static boolean hasPositiveNumber(String text, int from) {
    for (int i = from;
        i < text.length() && (Character.isDigit(text.charAt(i)) || text.charAt(i) == '"');
        i++) {
      if (text.charAt(i) >= '1' && text.charAt(i) <= '9') {
        return true;
      }
    }
    return false;
  }

  private static Reusability ofExpires(Fields fields) {
    CharSequence expires = fields.get(EXPIRES);
    if (expires != null) {
      Instant end = instant(expires);
      Instant start = instant(fields.get(DATE));
      boolean isFresh = end != null && end.isAfter(start == null ? Instant.now() : start);
      return isFresh ? Reusability.REUSABLE : Reusability.NOT_REUSABLE;
    }
    // RFC 9111 4.2.2: with Last-Modified a browser may guess a lifetime. Whether it does cannot be
    // known here.
    return fields.contains(LAST_MODIFIED) ? Reusability.UNKNOWN : Reusability.NOT_REUSABLE;
  }

  private static @Nullable Instant instant(@Nullable CharSequence date) {
    if (date == null) {
      return null;
    }
    try {
      return DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from);
    } catch (DateTimeException e) {
      // RFC 9111 5.3: an invalid date, "0" above all, is in the past.
      return null;
    }
  }
}
