package io.lychgate.jmh.protocols;

import io.lychgate.jmh.report.RunFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Result files of a run: Markdown to read, JSON with every sample, and two plots for each page.
 *
 * @param circumstances further facts of the run
 */
record ProtocolsResults(
    RunFacts facts,
    Map<String, String> circumstances,
    Plan plan,
    List<Sample> samples,
    List<CpuSample> cpuSamples) {

  /** Writes all files and returns the Markdown file. */
  Path write(Path directory) throws IOException {
    Files.createDirectories(directory);
    String name = facts.fileName("protocols");
    Map<String, Object> more = new LinkedHashMap<>(circumstances);
    more.put("cpuSamples", cpuSamples);
    facts.writeJson(directory.resolve(name + ".json"), more, samples);
    return Files.writeString(directory.resolve(name + ".md"), markdown(directory, name));
  }

  private String markdown(Path directory, String name) throws IOException {
    Samples figures = new Samples(samples);
    CpuSamples cpu = new CpuSamples(cpuSamples);
    StringBuilder text = facts.heading("Protocols");
    circumstances.forEach((key, value) -> RunFacts.fact(text, key, value));
    RunFacts.fact(
        text,
        "figures",
        Math.max(figures.rounds(), cpu.rounds())
            + " interleaved rounds; medians (interquartile range); times over the link in ms since the client began to connect, without DNS");
    text.append("\n## Targets\n\n");
    Targets.judge(plan, figures, cpu).forEach(line -> text.append(line).append('\n'));
    if (!samples.isEmpty()) {
      for (Page page : plan.pages()) {
        section(text, directory, name, page, "Time to first byte", Visit::firstByteMillis);
        section(text, directory, name, page, "Load time", Visit::completeMillis);
      }
    }
    if (!cpuSamples.isEmpty()) {
      text.append(
          "\n## Processor time\n\nUser and system time of the server's process tree on one");
      text.append(" core, files from its disk cache, client beside it on loopback.\n\n");
      text.append(Tables.cpu(cpu));
    }
    return text.toString();
  }

  private void section(
      StringBuilder text,
      Path directory,
      String name,
      Page page,
      String title,
      ToDoubleFunction<Visit> figure)
      throws IOException {
    Samples figures = new Samples(samples);
    String plot = name + "-" + page.id() + (title.startsWith("Load") ? "-load" : "-ttfb") + ".svg";
    Plot.write(plan, figures, page, title, figure, directory.resolve(plot));
    text.append("\n## ").append(title).append(", ").append(page.title()).append("\n\n![");
    text.append(title).append("](").append(plot).append(")\n\n");
    text.append(Tables.link(plan, figures, page, figure));
  }
}
