package io.lychgate.gateway.push.format;

import io.lychgate.casper.Destination;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Derives the destination of a file from its extension. */
public final class FileKind {
  private static final Map<String, Destination> BY_EXTENSION = Map.ofEntries(
      Map.entry("css", Destination.STYLE),
      Map.entry("js", Destination.SCRIPT),
      Map.entry("cjs", Destination.SCRIPT),
      Map.entry("mjs", Destination.MODULE),
      Map.entry("woff", Destination.FONT),
      Map.entry("woff2", Destination.FONT),
      Map.entry("ttf", Destination.FONT),
      Map.entry("otf", Destination.FONT),
      Map.entry("avif", Destination.IMAGE),
      Map.entry("gif", Destination.IMAGE),
      Map.entry("ico", Destination.IMAGE),
      Map.entry("jpeg", Destination.IMAGE),
      Map.entry("jpg", Destination.IMAGE),
      Map.entry("png", Destination.IMAGE),
      Map.entry("svg", Destination.IMAGE),
      Map.entry("webp", Destination.IMAGE),
      Map.entry("html", Destination.DOCUMENT),
      Map.entry("json", Destination.FETCH),
      Map.entry("wasm", Destination.FETCH));

  private FileKind() {}

  /** Returns the destination, or empty for an unknown extension. */
  public static Optional<Destination> of(String url) {
    return Optional.ofNullable(BY_EXTENSION.get(extension(url)));
  }

  /** Returns the extension in lower case without its dot, empty if there is none. */
  static String extension(String url) {
    int end = url.length();
    for (char mark : new char[] {'?', '#'}) {
      int at = url.indexOf(mark);
      end = at >= 0 ? Math.min(end, at) : end;
    }
    String path = url.substring(0, end);
    int dot = path.lastIndexOf('.');
    return dot <= path.lastIndexOf('/') ? "" : path.substring(dot + 1).toLowerCase(Locale.ROOT);
  }
}
