package io.lychgate.gateway.push.format;

import java.util.List;

/** The paths under which visitors ask for an HTML file. */
final class PageFile {
  static final String INDEX = "index.html";

  private PageFile() {}

  /** {@code a/index.html} is asked for as {@code /a/}, and now and then by its own name. */
  static List<String> paths(String file, String base) {
    String path = FileUrl.of(file, base.startsWith("/") ? base : "/");
    return path.endsWith("/" + INDEX)
        ? List.of(path.substring(0, path.length() - INDEX.length()), path)
        : List.of(path);
  }
}
