package io.lychgate.jmh.commits;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JMH's results of one run ({@code -rf json -prof gc}), by benchmark and parameters. */
final class Figures {
  private static final String ALLOCATION = "gc.alloc.rate.norm";

  /**
   * Figures of one benchmark.
   *
   * @param time duration of one operation, in {@code unit}
   * @param bytes allocated by one operation
   */
  record Figure(double time, String unit, double bytes) {}

  private Figures() {}

  /** Reads the figures, in the order of the file. */
  static Map<String, Figure> read(Path file) throws IOException {
    Map<String, Figure> figures = new LinkedHashMap<>();
    try {
      for (JsonNode run : JsonMapper.shared().readTree(file.toFile())) {
        JsonNode time = run.path("primaryMetric");
        double bytes =
            run.path("secondaryMetrics").path(ALLOCATION).path("score").asDouble(Double.NaN);
        String unit = time.path("scoreUnit").asString("");
        figures.put(name(run), new Figure(time.path("score").asDouble(Double.NaN), unit, bytes));
      }
    } catch (JacksonException e) {
      throw new IOException(file + ": not a JSON file of JMH", e);
    }
    return figures;
  }

  /** Returns a name such as {@code RouterBenchmark.last (routes 10)}. */
  private static String name(JsonNode run) {
    String path = run.path("benchmark").asString("");
    String name = path.substring(path.lastIndexOf('.', path.lastIndexOf('.') - 1) + 1);
    String parameters = run.path("params")
        .propertyStream()
        .map(parameter -> parameter.getKey() + " " + parameter.getValue().asString(""))
        .collect(Collectors.joining(", "));
    return parameters.isEmpty() ? name : name + " (" + parameters + ")";
  }
}
