package io.lychgate.gateway.http;

import io.lychgate.casper.CandidateFacts.Reusability;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.util.AsciiString;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a browser may reuse a response without revalidation (RFC 9111 4.2). If not, a resource sent early is discarded
 * and fetched again: observed in browsers for no-store, no-cache and responses without explicit freshness. A resource that is gone
 * or has moved is worth even less.
 */
public final class Freshness {
  private static final AsciiString CACHE_CONTROL = FieldNames.canonical("cache-control");
  private static final AsciiString EXPIRES = FieldNames.canonical("expires");
  private static final AsciiString DATE = FieldNames.canonical("date");
  private static final AsciiString AGE = FieldNames.canonical("age");
  private static final AsciiString LAST_MODIFIED = FieldNames.canonical("last-modified");

  private Freshness() {}

  /** Returns true if a browser that holds this response uses it without revalidation, as far as the fields state. */
  public static boolean isReusable(ResponseHead response) {
    Reusability reusability = of(response, Reusability.UNKNOWN);
    return reusability == Reusability.REUSABLE || reusability == Reusability.UNKNOWN;
  }

  /** Returns the reusability that this response states, or {@code before} if it states none. */
  public static Reusability of(ResponseHead response, Reusability before) {
    return switch (response.status()) {
      case 200 -> ofFields(response.fields());
      case 304 -> isSilent(response.fields()) ? before : ofFields(response.fields());
      case 301, 302, 303, 307, 308 -> Reusability.REDIRECTED;
      case 404, 410 -> Reusability.GONE;
      // Access is restricted, so these resources must not be announced to all clients.
      case 401, 403, 451 -> Reusability.NOT_REUSABLE;
      // These hold for one request or one moment only: 206, 412, 416, 429, 503 ...
      default -> before;
    };
  }

  private static boolean isSilent(Fields fields) {
    return !fields.contains(CACHE_CONTROL) && !fields.contains(EXPIRES);
  }

  private static Reusability ofFields(Fields fields) {
    CacheControl control = CacheControl.of(fields);
    if (control.isNoStore() || control.isNoCache() || Variants.areEndless(fields)) {
      return Reusability.NOT_REUSABLE;
    }
    // s-maxage is for shared caches; browsers ignore it.
    if (control.maxAge() != CacheControl.UNSAID) {
      return control.maxAge() > age(fields) ? Reusability.REUSABLE : Reusability.NOT_REUSABLE;
    }
    if (fields.contains(EXPIRES)) {
      return isUnexpired(fields) ? Reusability.REUSABLE : Reusability.NOT_REUSABLE;
    }
    // RFC 9111 4.2.2: with Last-Modified a browser may apply a heuristic lifetime. The gateway
    // cannot know if it does.
    return fields.contains(LAST_MODIFIED) ? Reusability.UNKNOWN : Reusability.NOT_REUSABLE;
  }

  /** Returns the seconds that the response has spent in caches before this gateway (RFC 9111 4.2.3). */
  private static long age(Fields fields) {
    CharSequence age = fields.get(AGE);
    return age == null ? 0 : DeltaSeconds.at(age, 0);
  }

  /** Returns true if an Expires field states a time that has not passed. */
  static boolean isUnexpired(Fields fields) {
    Instant end = instant(fields.get(EXPIRES));
    if (end == null) {
      return false;
    }
    Instant made = instant(fields.get(DATE));
    Instant now = made == null ? Instant.now() : made.plusSeconds(age(fields));
    return end.isAfter(now);
  }

  private static @Nullable Instant instant(@Nullable CharSequence date) {
    if (date == null) {
      return null;
    }
    try {
      return DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from);
    } catch (DateTimeException e) {
      // RFC 9111 5.3: an invalid date, "0" in particular, is in the past.
      return null;
    }
  }
}
