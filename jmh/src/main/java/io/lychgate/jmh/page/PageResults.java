package io.lychgate.jmh.page;

import io.lychgate.jmh.report.RunFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Result files of a run: Markdown to read, JSON with every sample, and a plot for each browser. */
record PageResults(RunFacts facts, Plan plan, List<Sample> samples) {
  static final String REFERENCE = "h2o";

  /** Writes all files and returns the Markdown file. */
  Path write(Path directory) throws IOException {
    Files.createDirectories(directory);
    String name = facts.fileName("page");
    facts.writeJson(directory.resolve(name + ".json"), Map.of(), samples);
    PagePlot plot = new PagePlot(plan, new Samples(samples));
    for (Browser browser : plan.browsers()) {
      String version = facts.versions().getOrDefault(browser.id(), "");
      plot.write(browser, version, directory.resolve(name + "-" + browser.id() + ".svg"));
    }
    return Files.writeString(directory.resolve(name + ".md"), markdown(name));
  }

  private String markdown(String name) {
    Samples figures = new Samples(samples);
    PageTables tables = new PageTables(plan, figures, REFERENCE);
    StringBuilder text = facts.heading("Page loads");
    text.append("- ").append(rounds());
    text.append(" interleaved rounds; medians (interquartile range) in ms since");
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
}
