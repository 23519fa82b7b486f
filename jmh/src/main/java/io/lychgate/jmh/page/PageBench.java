package io.lychgate.jmh.page;

import io.lychgate.jmh.lab.Lab;
import io.lychgate.jmh.lab.LabOptions;
import io.lychgate.jmh.machine.Commands;
import io.lychgate.jmh.report.RunFacts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code lychgate bench page}: page loads in real browsers over an emulated link, beside H2O. */
@Command(
    name = "lychgate bench page",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "First paint, HTML complete, load and bytes of a page of 740 KB in 15 requests, in real browsers over an emulated link,"
            + " from Lychgate and from H2O.",
    footer = {
      "",
      "Browsers: chromium-103 (takes pushes), chromium, firefox. Linux and root only: the link is made of network namespaces.",
      "A full run takes over an hour. Results are written after each round: an interrupted run leaves its complete rounds."
    })
public final class PageBench implements Callable<Integer> {
  private static final List<String> SCHEMES = List.of("auto", "rfc9218", "rfc7540");

  @Mixin
  private final LabOptions options = new LabOptions();

  @Option(names = "--rtt", split = ",", description = "Round-trip times in ms (default: 25,100).")
  private List<Integer> rtts = List.of(25, 100);

  @Option(names = "--rate", split = ",", description = "Rates in Mbit/s (default: 20,8).")
  private List<Integer> rates = List.of(20, 8);

  @Option(
      names = "--think",
      split = ",",
      description = "Think times of the application in ms (default: 0,300).")
  private List<Integer> thinks = List.of(0, 300);

  @Option(names = "--browsers", split = ",", description = "Browsers to use (default: all).")
  private List<String> browsers = new ArrayList<>();

  @Option(
      names = "--override",
      split = ",",
      description = "Modes of the override to compare: off, on (default: both).")
  private List<String> overrides = List.of("off", "on");

  @Option(
      names = "--ahead",
      split = ",",
      description = "Modes of push and hints to compare: off, on (default: both).")
  private List<String> aheads = List.of("off", "on");

  @Option(
      names = "--scheme",
      description =
          "Lychgate's priority.scheme: auto, rfc9218, rfc7540 (default: auto). With rfc7540 it ignores the priority field, as"
              + " H2O does: that shows the effect of the override alone.")
  private String scheme = "auto";

  @Option(names = "--quick", description = "One round, one cell, hardly warm: a test of the bench.")
  private boolean isQuick;

  private PageBench() {}

  /** Runs the command; the exit status is 2 for wrong usage and 1 for a run that failed or is impossible here. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new PageBench()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter progress = options.progress();
    Plan plan = plan();
    Optional<String> absence = absence(plan);
    if (absence.isPresent()) {
      progress.println("page: skipped: " + absence.get());
      return 1;
    }
    List<String> names = plan.thinkTimes().stream().map(Cell::host).toList();
    Path written = null;
    try (Lab lab = new Lab(options.root(), names)) {
      options.announce(lab);
      PageRun run = new PageRun(lab, options.root(), plan, progress);
      run.prepare();
      RunFacts facts = options.facts(versions(plan, run));
      Random random = new Random(options.seed());
      List<Sample> samples = new ArrayList<>();
      for (int round = 1; round <= (isQuick ? 1 : options.rounds()); round++) {
        samples.addAll(run.round(round, random));
        written = new PageResults(facts, plan, samples).write(options.results());
        progress.println("round " + round + ": " + samples.size() + " loads so far, " + written);
        progress.flush();
      }
    }
    options.conclude(written);
    return 0;
  }

  private Plan plan() {
    options.require(SCHEMES.contains(scheme), "--scheme", scheme, String.join(", ", SCHEMES));
    List<PageServer> servers =
        List.of(new Lychgate(options.root(), chosenThinks(), scheme), new H2o());
    List<Mode> modes = new ArrayList<>();
    for (String ahead : onOrOff("--ahead", aheads)) {
      for (String override : onOrOff("--override", overrides)) {
        modes.add(new Mode("on".equals(ahead), "on".equals(override)));
      }
    }
    return new Plan(servers, chosenBrowsers(), cells(), modes, isQuick ? 200 : 20_000);
  }

  private List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (int rtt : isQuick ? rtts.subList(0, 1) : rtts) {
      for (int rate : isQuick ? rates.subList(0, 1) : rates) {
        chosenThinks().forEach(think -> cells.add(new Cell(rtt, rate, think)));
      }
    }
    return cells;
  }

  private List<Integer> chosenThinks() {
    return isQuick ? thinks.subList(0, 1) : thinks;
  }

  private List<Browser> chosenBrowsers() {
    if (browsers.isEmpty()) {
      return List.of(Browser.values());
    }
    String known =
        Arrays.stream(Browser.values()).map(Browser::id).collect(Collectors.joining(", "));
    for (String id : browsers) {
      options.require(Browser.byId(id).isPresent(), "--browsers", id, known);
    }
    return browsers.stream().map(Browser::byId).flatMap(Optional::stream).toList();
  }

  private List<String> onOrOff(String option, List<String> chosen) {
    chosen.forEach(
        mode -> options.require("on".equals(mode) || "off".equals(mode), option, mode, "off, on"));
    return chosen;
  }

  private Optional<String> absence(Plan plan) {
    Optional<String> absence = Lab.absence(options.root());
    for (PageServer server : plan.servers()) {
      absence = absence.or(server::absence);
    }
    return absence
        .or(() -> Commands.absence("node", "nodejs"))
        .or(() -> Commands.absence("h2load", "nghttp2-client"))
        .or(() -> plan.browsers().contains(Browser.FIREFOX)
            ? Commands.absence("certutil", "libnss3-tools")
            : Optional.empty());
  }

  private static Map<String, String> versions(Plan plan, PageRun run) throws IOException {
    Map<String, String> versions = new TreeMap<>();
    for (PageServer server : plan.servers()) {
      versions.put(server.name(), server.version());
    }
    run.versions().forEach((browser, version) -> versions.put(browser.id(), version));
    return versions;
  }
}
