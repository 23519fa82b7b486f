package io.lychgate.jmh.abuse;

import io.lychgate.jmh.machine.LychgateProgram;
import io.lychgate.jmh.machine.Machine;
import io.lychgate.jmh.report.RunFacts;
import io.lychgate.jmh.report.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Results of a run, as Markdown and JSON. */
record AbuseResults(
    LocalDateTime when,
    String command,
    String loadBefore,
    String sizes,
    List<Attack> attacks,
    List<Outcome> outcomes) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmm", Locale.ROOT);

  /** Tables and verdicts, without a title. */
  String markdown() {
    StringBuilder text = new StringBuilder(16_384);
    RunFacts.fact(text, "when", when.toString());
    RunFacts.fact(text, "command", "`" + command + "`");
    Machine.describe().forEach((key, value) -> RunFacts.fact(text, key, value));
    RunFacts.fact(text, "load average before", loadBefore);
    text.append("- ").append(sizes).append("\n\n");
    text.append(table()).append('\n');
    outcomes.forEach(outcome -> text.append(verdict(outcome)));
    text.append(absences());
    return text.toString();
  }

  /** Returns true if Lychgate met the target under every attack, or was not measured. */
  boolean isLychgateFine() {
    return outcomes.stream()
        .filter(outcome -> outcome.peer().equals(LychgateProgram.NAME))
        .allMatch(outcome -> outcome.attacks().stream()
            .allMatch(each -> each.under() != null && outcome.isMet(each.under())));
  }

  private String table() {
    List<String> head = new ArrayList<>(List.of("attack"));
    List<String> quiet = new ArrayList<>(List.of("*none*"));
    for (Outcome outcome : outcomes) {
      head.add(outcome.peer() + " " + outcome.version());
      head.add("× quiet");
      head.add("errors");
      quiet.add(triple(outcome.quiet()));
      quiet.add("1");
      quiet.add(Integer.toString(outcome.quiet().errors()));
    }
    Table table = new Table(head);
    table.row(quiet);
    for (Attack attack : attacks) {
      List<String> cells = new ArrayList<>(List.of("`" + attack.name() + "` " + attack.about()));
      outcomes.forEach(outcome -> cells.addAll(cells(outcome, attack)));
      table.row(cells);
    }
    return table.text();
  }

  private static List<String> cells(Outcome outcome, Attack attack) {
    Figures under = outcome.of(attack).map(Measured::under).orElse(null);
    if (under == null) {
      return List.of("–", "–", "–");
    }
    String mark = outcome.isMet(under) ? "" : "**";
    return List.of(
        mark + triple(under) + mark,
        String.format(Locale.ROOT, "%.1f", outcome.ratio(under)),
        under.errors() + " of " + under.requests());
  }

  private static String triple(Figures figures) {
    return String.format(
        Locale.ROOT,
        "%.1f / %.1f / %.0f",
        figures.millis(50),
        figures.millis(99),
        figures.millis(100));
  }

  private static String verdict(Outcome outcome) {
    List<String> missed = new ArrayList<>();
    int judged = 0;
    for (Measured each : outcome.attacks()) {
      if (each.under() != null) {
        judged++;
        if (!outcome.isMet(each.under())) {
          missed.add("`" + each.attack() + "`");
        }
      }
    }
    String line = "- " + outcome.peer() + ": target met for " + (judged - missed.size()) + " of "
        + judged + " attacks";
    return line + (missed.isEmpty() ? "" : "; missed: " + String.join(", ", missed)) + ".\n";
  }

  private String absences() {
    StringBuilder text = new StringBuilder();
    for (Outcome outcome : outcomes) {
      outcome.attacks().stream()
          .filter(each -> !each.absence().isEmpty())
          .map(Measured::absence)
          .distinct()
          .forEach(why -> text.append("- ")
              .append(outcome.peer())
              .append(", not measured (–): ")
              .append(why)
              .append(".\n"));
    }
    return text.toString();
  }

  /** Writes the Markdown file and the JSON file beside it. Returns the Markdown file. */
  Path write(Path directory) throws IOException {
    Files.createDirectories(directory);
    String name = "abuse-" + when.format(STAMP);
    writeJson(directory.resolve(name + ".json"));
    return Files.writeString(
        directory.resolve(name + ".md"), "# Abuse, " + when + "\n\n" + markdown());
  }

  private void writeJson(Path file) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("when", when.toString());
    json.put("command", command);
    json.put("machine", Machine.describe());
    json.put("loadAverageBefore", loadBefore);
    json.put("sizes", sizes);
    json.put("peers", outcomes.stream().map(AbuseResults::json).toList());
    Files.writeString(file, JSON.writeValueAsString(json));
  }

  private static Map<String, Object> json(Outcome outcome) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("peer", outcome.peer());
    json.put("version", outcome.version());
    json.put("quiet", json(outcome.quiet()));
    json.put("attacks", outcome.attacks().stream().map(AbuseResults::json).toList());
    return json;
  }

  private static Map<String, Object> json(Measured measured) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("attack", measured.attack());
    if (measured.under() == null) {
      json.put("absence", measured.absence());
      return json;
    }
    json.putAll(json(measured.under()));
    json.put("toll", measured.toll());
    json.put("cpuShare", rounded(measured.cpuShare()));
    json.put("pauseMs", rounded(measured.pauseMs()));
    json.put("rssMb", rounded(measured.rssMb()));
    return json;
  }

  private static Map<String, Object> json(Figures figures) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("requests", figures.requests());
    json.put("errors", figures.errors());
    if (!figures.firstError().isEmpty()) {
      json.put("firstError", figures.firstError());
    }
    json.put("p50Ms", figures.millis(50));
    json.put("p90Ms", figures.millis(90));
    json.put("p99Ms", figures.millis(99));
    json.put("maxMs", figures.millis(100));
    return json;
  }

  private static double rounded(double figure) {
    return Math.round(figure * 100) / 100.0;
  }
}
