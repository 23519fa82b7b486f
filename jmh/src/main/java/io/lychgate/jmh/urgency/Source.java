package io.lychgate.jmh.urgency;

import java.util.Locale;

/** Source of a server's responses. */
enum Source {
  FILES,
  PROXIED;

  static final String BULK = "bulk.bin";
  static final String URGENT = "urgent.bin";

  /** Name in tables, and first segment of its paths. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  String bulkPath() {
    return "/" + id() + "/" + BULK;
  }

  String urgentPath() {
    return "/" + id() + "/" + URGENT;
  }
}
