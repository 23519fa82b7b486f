package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.config.observe.LogField;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Finds the lines of one request in a log and its old files, by the id of the request or of its trace. */
public final class LogSearch {
  /** Bytes of a line. Longer ones are no lines of this gateway. */
  private static final int MAX_LINE = 1024 * 1024;

  private static final int BUFFER = 64 * 1024;
  private static final String REQUEST_ID = LogField.Property.REQUEST_ID.token();
  private static final String TRACE_ID = LogField.Property.TRACE_ID.token();

  private final String id;
  private final BooleanSupplier ends;
  private final Consumer<Path> files;

  /** A search without an end before the last line. */
  public LogSearch(String id) {
    this(id, () -> false, file -> {});
  }

  /**
   * @param ends returns true once the search must end
   * @param files receives each file before it is read
   */
  public LogSearch(String id, BooleanSupplier ends, Consumer<Path> files) {
    this.id = id;
    this.ends = ends;
    this.files = files;
  }

  /**
   * Searches the file and its old files, the newest first.
   *
   * @param found receives each line with its file
   * @param unreadable receives each file that cannot be read to its end
   * @return false if the search has ended early
   */
  public boolean in(
      Path log, BiConsumer<Path, String> found, BiConsumer<Path, IOException> unreadable)
      throws IOException {
    for (Path file : OldLogs.with(log)) {
      if (ends.getAsBoolean()) {
        return false;
      }
      files.accept(file);
      try (InputStream in = opened(file)) {
        search(in, line -> found.accept(file, line));
      } catch (IOException e) {
        unreadable.accept(file, e);
      }
    }
    return !ends.getAsBoolean();
  }

  private static InputStream opened(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    try {
      return file.toString().endsWith(".gz")
          ? new GZIPInputStream(bytes, BUFFER)
          : new BufferedInputStream(bytes, BUFFER);
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  /** Receives lines. */
  @FunctionalInterface
  private interface Lines {
    void accept(String line);
  }

  private void search(InputStream in, Lines found) throws IOException {
    byte[] buffer = new byte[BUFFER];
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean isTooLong = false;
    for (int count = in.read(buffer); count >= 0 && !ends.getAsBoolean(); count = in.read(buffer)) {
      int start = 0;
      for (int i = 0; i < count; i++) {
        if (buffer[i] == '\n') {
          line.write(buffer, start, i - start);
          take(line, isTooLong, found);
          isTooLong = false;
          start = i + 1;
        }
      }
      isTooLong |= line.size() + count - start > MAX_LINE;
      if (isTooLong) {
        line.reset();
      } else {
        line.write(buffer, start, count - start);
      }
    }
    take(line, isTooLong, found);
  }

  private void take(ByteArrayOutputStream bytes, boolean isTooLong, Lines found) {
    String line = bytes.toString(StandardCharsets.US_ASCII);
    bytes.reset();
    if (!isTooLong && line.contains(id) && isOf(line)) {
      found.accept(line);
    }
  }

  /** An id that only occurs in a path or another text is not that of the request. */
  private boolean isOf(String line) {
    Map<String, String> values = values(line);
    return id.equals(values.get(REQUEST_ID)) || id.equals(values.get(TRACE_ID));
  }

  /** Returns the values of a line in either form, in their order; none for other text. */
  public static Map<String, String> values(String line) {
    Map<String, String> values = new LinkedHashMap<>();
    try {
      if (line.startsWith("{")) {
        JsonNode json = JsonMapper.shared().readTree(line);
        json.properties().forEach(value -> values.put(value.getKey(), text(value.getValue())));
      } else {
        pairs(line, values);
      }
    } catch (JacksonException torn) {
      return Map.of();
    }
    return values;
  }

  /** Returns a value for a terminal: control characters of clients stay escaped. */
  private static String text(JsonNode value) {
    if (!value.isString()) {
      return value.toString();
    }
    String text = value.asString();
    return text.chars().allMatch(c -> c >= ' ' && c <= '~') ? text : escaped(text);
  }

  private static String escaped(String text) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      shown.append(
          c >= ' ' && c <= '~'
              ? String.valueOf(c)
              : String.format(Locale.ROOT, "\\u%04X", (int) c));
    }
    return shown.toString();
  }

  private static void pairs(String line, Map<String, String> values) {
    List<Integer> ends = new ArrayList<>();
    boolean isQuoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (isQuoted && c == '\\') {
        i++;
      } else if (c == '"') {
        isQuoted = !isQuoted;
      } else if (c == ' ' && !isQuoted) {
        ends.add(i);
      }
    }
    ends.add(line.length());
    int start = 0;
    for (int end : ends) {
      String pair = line.substring(start, end);
      int equals = pair.indexOf('=');
      if (equals > 0) {
        String value = pair.substring(equals + 1);
        values.put(
            pair.substring(0, equals),
            value.startsWith("\"") ? text(JsonMapper.shared().readTree(value)) : value);
      }
      start = end + 1;
    }
  }
}
