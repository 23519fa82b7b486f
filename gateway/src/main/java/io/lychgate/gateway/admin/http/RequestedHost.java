package io.lychgate.gateway.admin.http;

import io.lychgate.gateway.store.Role;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The host of a described request, for senders with roles for single sites. It accepts plain forms only, on which all parsers of URLs
 * agree.
 */
public final class RequestedHost {

  private static final String HOST = "([A-Za-z0-9.-]{1,253})(?::[0-9]{1,5})?";
  private static final Pattern URL = Pattern.compile("https?://" + HOST + "(?:[/?#].*)?");
  private static final Pattern NAME = Pattern.compile(HOST);

  private RequestedHost() {}

  /** Requires that the sender has the role of the operation for the host of the request. */
  public static void require(Call call, String url, @Nullable String host, List<String> fields) {
    Role least = call.permission().least();
    if (least != null && call.principal().hasForAllSites(least)) {
      return;
    }
    String found =
        fields.stream().anyMatch(name -> name.equalsIgnoreCase("host")) ? null : of(url, host);
    if (found == null) {
      throw call.forbidden(
          null,
          "url: no plain host (expected: https://HOST/PATH with a host of the sender's sites)");
    }
    call.requireSites(List.of(found), found);
  }

  /** Returns the host in lower case; null if it has another form. */
  static @Nullable String of(String url, @Nullable String host) {
    boolean isPath = url.startsWith("/");
    String text = isPath ? (host == null || host.isEmpty() ? "localhost" : host) : url;
    Matcher found = (isPath ? NAME : URL).matcher(text);
    return found.matches() ? found.group(1).toLowerCase(Locale.ROOT) : null;
  }
}
