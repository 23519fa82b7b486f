package io.lychgate.gateway.config.observe;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One access log.
 *
 * @param format form of a line
 * @param fields the values of a line in their order; empty for those of the default line
 * @param redact values that a line never shows
 * @param sample the exchanges that get a line
 * @param to destination of the lines
 */
public record LogConfig(
    Format format, List<LogField> fields, Redaction redact, LogSample sample, LogTarget to) {
  /** Logs of one gateway. Each has a thread, and buffers on each event loop. */
  public static final int MAX_LOGS = 8;

  /** Values of one line. */
  public static final int MAX_FIELDS = 64;

  /** The form of a line. */
  public enum Format {
    /** One JSON object. */
    JSON,

    /** {@code name=value} pairs with spaces between them; texts are in quotation marks with the escapes of JSON. */
    TEXT
  }

  public LogConfig {
    fields = List.copyOf(fields);
    Set<LogField> seen = new HashSet<>();
    for (LogField field : fields) {
      if (!seen.add(field)) {
        throw new IllegalArgumentException("fields: " + field + " twice (expected: each once)");
      }
    }
  }

  /** Returns a log with the default line for each exchange, and nothing redacted. */
  public static LogConfig plain(LogTarget to) {
    return new LogConfig(Format.JSON, List.of(), Redaction.NONE, LogSample.ALL, to);
  }
}
