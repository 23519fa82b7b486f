package io.lychgate.jmh.abuse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The part of a page that a run replaces: what stands between two markers, each a line of its own. */
final class MarkedSection {
  static final String BEGIN = "<!-- abuse: begin, written by ./lychgate bench abuse -->";
  static final String END = "<!-- abuse: end -->";

  private MarkedSection() {}

  /** Replaces the section in the file; a file without the two markers is an exception. */
  static void write(Path page, String section) throws IOException {
    Files.writeString(page, replace(Files.readString(page), section, page.toString()));
  }

  static String replace(String page, String section, String name) throws IOException {
    int begin = page.indexOf(BEGIN);
    int end = page.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(
          name + ": no section (expected: lines \"" + BEGIN + "\" and \"" + END + "\")");
    }
    return page.substring(0, begin + BEGIN.length())
        + "\n\n"
        + section.strip()
        + "\n\n"
        + page.substring(end);
  }
}
