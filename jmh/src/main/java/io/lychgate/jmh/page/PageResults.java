package io.lychgate.jmh.page;

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
 * A run as the files that it leaves: Markdown to read, JSON with every sample, and a plot for each browser.
 *
 * @param loadBefore the machine's load average before the run itself made some
 */
record PageResults(
    LocalDateTime when,
    String command,
    long seed,
    String loadBefore,
    Map<String, String> versions,
    Plan plan,
    List<Sample> samples) {
  static final String REFERENCE = "h2o";

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmm", Locale.ROOT);
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Writes all files and returns the Markdown one. */
  Path write(Path directory) throws IOException {
    Files.createDirectories(directory);
    String name = "page-" + when.format(STAMP);
    Files.writeString(directory.resolve(name + ".json"), JSON.writeValueAsString(json()));
    PagePlot plot = new PagePlot(plan, new Samples(samples));
    for (Browser browser : plan.browsers()) {
      String version = versions.getOrDefault(browser.id(), "");
      plot.write(browser, version, directory.resolve(name + "-" + browser.id() + ".svg"));
    }
    return Files.writeString(directory.resolve(name + ".md"), markdown(name));
  }

  private String markdown(String name) {
    Samples figures = new Samples(samples);
    PageTables tables = new PageTables(plan, figures, REFERENCE);
    StringBuilder text = new StringBuilder(16_384);
    text.append("# Page loads, ").append(when.truncatedTo(ChronoUnit.MINUTES)).append("\n\n");
    Machine.describe()
        .forEach((key, value) ->
            text.append("- ").append(key).append(": ").append(value).append('\n'));
    text.append("- loadAverageBefore: ").append(loadBefore).append('\n');
    versions.forEach(
        (key, value) -> text.append("- ").append(key).append(": ").append(value).append('\n'));
    text.append("- command: `").append(command).append("`, seed ").append(seed).append("\n- ");
    text.append(rounds()).append(" interleaved rounds; medians (interquartile range) in ms since");
    text.append(" the navigation began, on a new connection each\n\n## Targets\n\n");
    Targets.judge(plan, figures, REFERENCE).forEach(line -> text.append(line).append('\n'));
    for (Browser browser : plan.browsers()) {
      text.append("\n## ").append(browser.title()).append("\n\n![First paint](").append(name);
      text.append('-').append(browser.id()).append(".svg)\n\n").append(tables.text(browser));
    }
    return text.toString();
  }

  private long rounds() {
    return samples.stream().map(Sample::round).distinct().count();
  }

  private Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("when", when.truncatedTo(ChronoUnit.SECONDS).toString());
    json.put("command", command);
    json.put("seed", seed);
    json.put("loadBefore", loadBefore);
    json.put("machine", Machine.describe());
    json.put("versions", versions);
    json.put("samples", samples);
    return json;
  }
}
