package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.LychgateProgram;
import io.lychgate.jmh.machine.Machine;
import io.lychgate.jmh.report.RunFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Result files of a run: Markdown to read, JSON with every sample to compute with, and a plot.
 *
 * @param when start of the run, which names the files
 * @param loadBefore the machine's load average before the run
 * @param remarks on peers, by name
 * @param outcomes the outcomes of the scenarios so far
 */
record Results(
    LocalDateTime when,
    String command,
    String loadBefore,
    Settings settings,
    Map<String, String> remarks,
    List<Outcome> outcomes) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmm", Locale.ROOT);

  /** Returns these results and one more outcome. */
  Results with(Outcome outcome) {
    List<Outcome> more = new ArrayList<>(outcomes);
    more.add(outcome);
    return new Results(when, command, loadBefore, settings, remarks, List.copyOf(more));
  }

  String markdown() {
    StringBuilder text = new StringBuilder(2048);
    text.append("# Peers, ").append(when.truncatedTo(ChronoUnit.MINUTES)).append("\n\n");
    Machine.describe().forEach((key, value) -> RunFacts.fact(text, key, value));
    RunFacts.fact(text, "loadAverageBefore", loadBefore);
    text.append("- command: `").append(command).append("`\n");
    text.append(sizes()).append('\n');
    remarks.forEach((peer, remark) ->
        text.append("- ").append(peer).append(": ").append(remark).append('\n'));
    text.append('\n');
    for (Outcome outcome : outcomes) {
      text.append(new MarkdownTable(outcome, LychgateProgram.NAME).text()).append('\n');
    }
    List<String> verdicts = Targets.judge(outcomes, settings);
    if (!verdicts.isEmpty()) {
      text.append("## Targets\n\nMedians of this run, and of pauses the longest.\n\n");
      verdicts.forEach(verdict -> text.append(verdict).append('\n'));
    }
    return text.toString();
  }

  /** Writes all files and returns the Markdown file. */
  Path write(Path directory) throws IOException {
    Files.createDirectories(directory);
    String name = "peers-" + when.format(STAMP);
    Files.writeString(directory.resolve(name + ".json"), JSON.writeValueAsString(json()));
    boolean isPlotted = PeersPlot.write(outcomes, directory.resolve(name + ".svg"));
    String plot = isPlotted ? "\n![Peers](" + name + ".svg)\n" : "";
    return Files.writeString(directory.resolve(name + ".md"), markdown() + plot);
  }

  private String sizes() {
    return String.format(
        Locale.ROOT,
        "- %d rounds of %d requests, %d connections × %d streams (HTTP/1.1: × 1), warm-up × %.2f; peer on core %d,"
            + " load and origin on core %d; medians (least–greatest); TLS 1.3, AES-128-GCM, X25519, ECDSA P-256;"
            + " access logs on",
        settings.rounds(),
        settings.requests(),
        settings.connections(),
        settings.streams(),
        settings.warmUpShare(),
        settings.proxyCore(),
        settings.loadCore());
  }

  private Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("when", when.truncatedTo(ChronoUnit.SECONDS).toString());
    json.put("command", command);
    json.put("machine", Machine.describe());
    json.put("loadAverageBefore", loadBefore);
    json.put("rounds", settings.rounds());
    json.put("requests", settings.requests());
    json.put("connections", settings.connections());
    json.put("streams", settings.streams());
    json.put("idleConnections", settings.idleConnections());
    json.put("rate", settings.rate());
    json.put("seconds", settings.seconds());
    json.put("warmUpShare", settings.warmUpShare());
    json.put("scenarios", outcomes.stream().map(Results::json).toList());
    return json;
  }

  private static Map<String, Object> json(Outcome outcome) {
    List<Object> peers = new ArrayList<>();
    for (Outcome.Row row : outcome.rows()) {
      Map<String, Object> peer = new LinkedHashMap<>();
      peer.put("peer", row.peer());
      peer.put("version", row.version());
      if (row.absence() != null) {
        peer.put("absence", row.absence());
      }
      for (Metric metric : outcome.scenario().metrics()) {
        peer.put(
            metric.key(),
            row.samples().stream().map(sample -> sample.get(metric)).toList());
      }
      peers.add(peer);
    }
    return Map.of("scenario", outcome.scenario().id(), "peers", peers);
  }
}
