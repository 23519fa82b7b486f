package io.lychgate.gateway.admin.signon;

import io.lychgate.gateway.auth.oidc.LoginClient;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The cookies of logins at providers that have begun. SameSite is Lax, because the provider sends the browser back. Each login has a
 * name of its own, so that several tabs can log in side by side.
 */
final class AttemptCookie {
  private static final String PREFIX = "__Host-lychgate-login-";
  private static final String ATTRIBUTES = "; Path=/; Secure; HttpOnly; SameSite=Lax";

  /** Seconds; as long as the state is valid. */
  private static final int LIFETIME = 600;

  /** Logins of one browser at once. Further ones remove the others, so that the field Cookie stays small. */
  private static final int MAX = 4;

  private static final Pattern EACH =
      Pattern.compile("(?:^|;)\\s*" + PREFIX + "([A-Za-z0-9_-]{1,16})=([A-Za-z0-9_-]{1,4000})");

  private AttemptCookie() {}

  /** Returns the fields that keep a login. */
  static List<String> keep(LoginClient.Begun begun, @Nullable String cookies) {
    List<String> fields = new ArrayList<>();
    List<String> others = names(cookies);
    if (others.size() >= MAX) {
      others.forEach(name -> fields.add(clear(name)));
    }
    fields.add(PREFIX + begun.name() + "=" + begun.sealed() + ATTRIBUTES + "; Max-Age=" + LIFETIME);
    return fields;
  }

  /** Returns the login of a state; null if this browser has none. */
  static @Nullable String read(@Nullable String cookies, String state) {
    String name = LoginClient.nameOf(state);
    Matcher each = EACH.matcher(cookies == null ? "" : cookies);
    while (each.find()) {
      if (!name.isEmpty() && each.group(1).equals(name)) {
        return each.group(2);
      }
    }
    return null;
  }

  /** Returns the field that removes the login of a state; null if the browser has none. */
  static @Nullable String forget(@Nullable String cookies, String state) {
    return read(cookies, state) == null ? null : clear(LoginClient.nameOf(state));
  }

  private static String clear(String name) {
    return PREFIX + name + "=" + ATTRIBUTES + "; Max-Age=0";
  }

  private static List<String> names(@Nullable String cookies) {
    List<String> names = new ArrayList<>();
    Matcher each = EACH.matcher(cookies == null ? "" : cookies);
    while (each.find()) {
      names.add(each.group(1));
    }
    return names;
  }
}
