package io.lychgate.gateway.push.format;

import java.util.List;

/** Derives the paths under which clients request an HTML file. */
final class PageFile {
  static final String INDEX = "index.html";

  private PageFile() {}

  /** Returns the paths of a file. {@code a/index.html} is requested as {@code /a/}, and sometimes by its own name. */
  static List<String> paths(String file, String base) {
    String path = FileUrl.of(file, base.startsWith("/") ? base : "/");
    return path.endsWith("/" + INDEX)
        ? List.of(path.substring(0, path.length() - INDEX.length()), path)
        : List.of(path);
  }
}
