package io.lychgate.gateway.migration.draft;

import io.lychgate.gateway.config.check.ConfigProblem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Everything of an imported configuration that the result does not have, with place and reason. */
public final class ImportReport {
  /** Entries. A larger configuration has the same few reasons again and again. */
  private static final int MAX_ENTRIES = 10_000;

  private final Set<Entry> entries = new LinkedHashSet<>();

  /** The meaning of an entry for the operator. */
  public enum Kind {
    /** The gateway behaves differently from the imported server. */
    LOST("not carried over"),
    /** The result behaves differently, but has something in its place. */
    CHANGED("changed"),
    /** The gateway needs no such setting. */
    UNNEEDED("not needed");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /**
   * One setting.
   *
   * @param subject the setting as written, shortened
   */
  public record Entry(SourcePlace place, Kind kind, String subject, String reason) {
    /** Returns {@code file:line: subject: not carried over: reason} on one line. */
    @Override
    public String toString() {
      String line = place + ": " + subject + ": " + kind.words + ": " + reason;
      return ConfigProblem.ofFile("", line).message();
    }
  }

  public void lost(SourcePlace place, String subject, String reason) {
    add(new Entry(place, Kind.LOST, subject, reason));
  }

  public void changed(SourcePlace place, String subject, String reason) {
    add(new Entry(place, Kind.CHANGED, subject, reason));
  }

  public void unneeded(SourcePlace place, String subject, String reason) {
    add(new Entry(place, Kind.UNNEEDED, subject, reason));
  }

  private void add(Entry entry) {
    if (entries.size() < MAX_ENTRIES) {
      entries.add(entry);
    }
  }

  /** Returns the entries in the order of files and lines. */
  public List<Entry> entries() {
    List<Entry> sorted = new ArrayList<>(entries);
    sorted.sort((a, b) -> a.place().compareTo(b.place()));
    return sorted;
  }
}
