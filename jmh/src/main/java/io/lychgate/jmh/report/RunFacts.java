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
 * What the files of a run say of how they came to be.
 *
 * @param seed of the order of samples
 * @param loadBefore the machine's load average before the run itself made some
 * @param versions of what was measured
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

  /** The name of the files, without what follows the point. */
  public String fileName(String benchmark) {
    return benchmark + "-" + when.format(STAMP);
  }

  /** The beginning of the Markdown file: its title, and the facts as a list, to which more may be added. */
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

  /** Adds one to the list. */
  public static void fact(StringBuilder text, String key, String value) {
    text.append("- ").append(key).append(": ").append(value).append('\n');
  }

  /** Writes the JSON file: the facts, what else there is to say, and every sample. */
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
