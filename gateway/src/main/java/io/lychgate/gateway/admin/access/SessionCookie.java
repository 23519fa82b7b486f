package io.lychgate.gateway.admin.access;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The cookie that carries the id of a session.
 *
 * <p>The prefix {@code __Host-} makes browsers require Secure, Path=/ and no Domain, so no other host can set it (RFC 6265bis
 * 4.1.3.2).
 */
public final class SessionCookie {

  public static final String NAME = "__Host-lychgate";

  private static final String ATTRIBUTES = "; Path=/; Secure; HttpOnly; SameSite=Strict";
  private static final Pattern VALUE =
      Pattern.compile("(?:^|;)\\s*" + NAME + "=([A-Za-z0-9_-]{43})\\s*(?:;|$)");

  private SessionCookie() {}

  public static String set(String id, Duration life) {
    return NAME + "=" + id + ATTRIBUTES + "; Max-Age=" + life.toSeconds();
  }

  public static String clear() {
    return NAME + "=" + ATTRIBUTES + "; Max-Age=0";
  }

  /** Returns the id in a Cookie field, if there is one of the right form. */
  public static Optional<String> read(@Nullable String cookies) {
    if (cookies == null) {
      return Optional.empty();
    }
    Matcher found = VALUE.matcher(cookies);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }
}
