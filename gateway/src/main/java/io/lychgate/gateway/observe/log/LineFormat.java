package io.lychgate.gateway.observe.log;

/** Writes entries as lines of one form. One per log and event loop. */
interface LineFormat {
  void write(AccessLogEntry entry, LineBuffer buffer);
}
