package io.lychgate.jmh.report;

import io.lychgate.jmh.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Facts about a run for its files.
 *
 * @param seed seed of the order of samples
 * @param loadBefore the machine's load average before the run
 * @param versions versions of the measured programs
 */
public record RunFacts(
    LocalDateTime when,
    String command,
    long seed,
    String loadBefore,
    Map<String, String> versions) {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmm", Locale.ROOT);
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Returns the name of the files, without the extension. */
  public String fileName(String benchmark) {
    return benchmark + "-" + when.format(STAMP);
  }

  /** Returns the start of the Markdown file: its title, and the facts as a list that can be extended. */
  public StringBuilder heading(String title) {
    StringBuilder text = new StringBuilder(16_384);
    text.append("# ").append(title).append(", ");
    text.append(when.truncatedTo(ChronoUnit.MINUTES)).append("\n\n");
    Machine.describe().forEach((key, value) -> fact(text, key, value));
    fact(text, "loadAverageBefore", loadBefore);
    versions.forEach((key, value) -> fact(text, key, value));
    fact(text, "command", "`" + command + "`, seed " + seed);
    return text;
  }

  /** Adds a fact to the list. */
  public static void fact(StringBuilder text, String key, String value) {
    text.append("- ").append(key).append(": ").append(value).append('\n');
  }

  /** Writes the JSON file: the facts, further facts, and every sample. */
  public void writeJson(Path file, Map<String, ?> more, List<?> samples) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("when", when.truncatedTo(ChronoUnit.SECONDS).toString());
    json.put("command", command);
    json.put("seed", seed);
    json.put("loadAverageBefore", loadBefore);
    json.putAll(more);
    json.put("machine", Machine.describe());
    json.put("versions", versions);
    json.put("samples", samples);
    Files.writeString(file, JSON.writeValueAsString(json));
  }
}
