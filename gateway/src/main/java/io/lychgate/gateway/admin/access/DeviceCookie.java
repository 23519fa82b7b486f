package io.lychgate.gateway.admin.access;

import io.lychgate.gateway.store.DeviceStore;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The cookie of a browser in which a user has signed in. It admits to nothing; it only shortens the wait after wrong passwords. */
public final class DeviceCookie {

  private static final String NAME = "__Host-lychgate-device";
  private static final Pattern VALUE =
      Pattern.compile("(?:^|;)\\s*" + NAME + "=([A-Za-z0-9_-]{43})\\s*(?:;|$)");

  private DeviceCookie() {}

  public static String set(String id) {
    return NAME + "=" + id + "; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age="
        + DeviceStore.LIFE.toSeconds();
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
