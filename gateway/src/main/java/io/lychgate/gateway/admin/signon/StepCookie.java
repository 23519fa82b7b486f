package io.lychgate.gateway.admin.signon;

import io.lychgate.gateway.store.SignOnStore;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The cookie of a sign-in between password and second factor. It opens nothing else. */
final class StepCookie {
  private static final String NAME = "__Host-lychgate-step";
  private static final String ATTRIBUTES = "; Path=/; Secure; HttpOnly; SameSite=Strict";
  private static final Pattern VALUE =
      Pattern.compile("(?:^|;)\\s*" + NAME + "=([A-Za-z0-9_-]{43})\\s*(?:;|$)");

  private StepCookie() {}

  static String set(String id) {
    return NAME + "=" + id + ATTRIBUTES + "; Max-Age=" + SignOnStore.STEP_LIFE.toSeconds();
  }

  static String clear() {
    return NAME + "=" + ATTRIBUTES + "; Max-Age=0";
  }

  static Optional<String> read(@Nullable String cookies) {
    if (cookies == null) {
      return Optional.empty();
    }
    Matcher found = VALUE.matcher(cookies);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }
}
