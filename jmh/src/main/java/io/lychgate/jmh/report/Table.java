package io.lychgate.jmh.report;

import java.util.Collections;
import java.util.List;

/** A table in Markdown. */
public final class Table {
  private final StringBuilder text = new StringBuilder(4096);

  /** Creates a table with the titles of its columns. */
  public Table(List<String> head) {
    row(head);
    row(Collections.nCopies(head.size(), "---"));
  }

  /** Adds a row. */
  public void row(List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  /** Returns the table. */
  public String text() {
    return text.toString();
  }
}
