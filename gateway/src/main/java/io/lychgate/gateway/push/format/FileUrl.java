package io.lychgate.gateway.push.format;

import io.lychgate.gateway.push.link.AssetUrl;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Derives the URL of a file that a tool names. */
final class FileUrl {
  private FileUrl() {}

  /** Returns the URL. Resolves relative names against the base, percent-encodes forbidden characters, and removes a fragment. */
  static String of(String file, String base) {
    int fragment = file.indexOf('#');
    String name = encoded(fragment < 0 ? file : file.substring(0, fragment));
    if (name.startsWith("//")) {
      return "https:" + name;
    }
    boolean hasScheme = name.matches("[A-Za-z][A-Za-z0-9+.-]*://.*");
    if (name.startsWith("/") || hasScheme) {
      return name;
    }
    String below = name;
    while (below.startsWith("./")) {
      below = below.substring(2);
    }
    return base + below;
  }

  private static String encoded(String file) {
    if (file.chars().noneMatch(AssetUrl::isForbidden)) {
      return file;
    }
    StringBuilder url = new StringBuilder(file.length() + 16);
    for (byte part : file.getBytes(StandardCharsets.UTF_8)) {
      int c = part & 0xff;
      if (AssetUrl.isForbidden(c)) {
        url.append(String.format(Locale.ROOT, "%%%02X", c));
      } else {
        url.append((char) c);
      }
    }
    return url.toString();
  }
}
