package io.lychgate.jmh.abuse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Part of a page that a run replaces: the text between two markers, each on a separate line. */
final class MarkedSection {
  static final String BEGIN = "<!-- abuse: begin, written by ./lychgate bench abuse -->";
  static final String END = "<!-- abuse: end -->";

  private MarkedSection() {}

  /** Replaces the section in the file. Throws if the file lacks the two markers. */
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
