package io.lychgate.jmh.page;

import io.lychgate.jmh.lab.Lab;
import io.lychgate.jmh.lab.LinkShape;
import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.lab.Rounds;
import io.lychgate.jmh.lab.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * One run. All servers, with a process for each mode, and all browsers stay up from the first load to the last. A round loads
 * every variant in every cell once.
 */
final class PageRun {
  private static final int WARM_UP_CONNECTIONS = 8;

  private final Lab lab;
  private final Path root;
  private final Plan plan;
  private final PrintWriter progress;
  private final Rounds rounds;
  private final Map<Browser, BrowserDriver> browsers = new EnumMap<>(Browser.class);
  private final Map<String, Integer> ports = new HashMap<>();

  PageRun(Lab lab, Path root, Plan plan, PrintWriter progress) {
    this.lab = lab;
    this.root = root;
    this.plan = plan;
    this.progress = progress;
    this.rounds = new Rounds(lab.link(), progress);
  }

  /** Starts everything and warms it up. */
  void prepare() throws IOException {
    Path site = Files.createDirectory(lab.directory().resolve("site"));
    SamplePage.write(site, root.resolve("jmh/page/node_modules"));
    int origin = lab.port();
    String script = root.resolve("jmh/page/origin.mjs").toString();
    String page = site.resolve("index.html").toString();
    lab.serve(
        List.of("node", script, Integer.toString(origin), page),
        Files.createDirectory(lab.directory().resolve("origin")),
        origin);
    for (PageServer server : plan.servers()) {
      for (Mode mode : plan.modes(server)) {
        start(server, mode, site, origin);
      }
    }
    for (Browser browser : plan.browsers()) {
      report("starting " + browser.id());
      browsers.put(browser, new BrowserDriver(browser, root, lab));
    }
    report("a round over a fast link that does not count");
    Cell fast = new Cell(0, 0, plan.cells().get(0).thinkMillis());
    for (Variant variant : plan.variants()) {
      var unused = rounds.sample(new PageLoad(this, 0, fast, variant, LinkShape.NONE));
    }
  }

  Map<Browser, String> versions() {
    return browsers.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().version()));
  }

  /** Loads each variant in each cell once. */
  List<Sample> round(int number, Random random) throws IOException {
    List<PageLoad> loads = plan.cells().stream()
        .flatMap(cell -> plan.variants().stream()
            .map(variant -> new PageLoad(this, number, cell, variant, cell.link())))
        .toList();
    return rounds.round(loads, random);
  }

  private void start(PageServer server, Mode mode, Path site, int origin) throws IOException {
    String key = key(server.name(), mode);
    report("starting and warming " + key);
    Place place = lab.place(key, site, origin);
    lab.serve(server.prepare(place, mode), place.directory(), place.port());
    ports.put(key, place.port());
    int first = plan.thinkTimes().get(0);
    List<String> assets = Stream.concat(SamplePage.STYLES.stream(), SamplePage.SCRIPTS.stream())
        .map(path -> url(place.port(), first, path))
        .toList();
    warmUp(plan.warmUpRequests(), 4, assets);
    // The gateway measures each think time without a queue, on enough connections that every event
    // loop sees it.
    for (int think : plan.thinkTimes()) {
      int pages = think == 0 ? plan.warmUpRequests() / 10 : 8 * WARM_UP_CONNECTIONS;
      warmUp(pages, 1, List.of(url(place.port(), think, "/")));
    }
  }

  private void warmUp(int requests, int streams, List<String> urls) throws IOException {
    List<String> command = new ArrayList<>(
        List.of("h2load", "-n" + requests, "-c" + WARM_UP_CONNECTIONS, "-m" + streams));
    command.addAll(urls);
    lab.runAtServer(command);
  }

  private static String url(int port, int think, String path) {
    return "https://" + Cell.host(think) + ":" + port + path;
  }

  private record PageLoad(PageRun run, int round, Cell cell, Variant variant, LinkShape shape)
      implements Trial<Sample> {
    @Override
    public String title() {
      return variant.browser().id() + ", " + variant.title();
    }

    @Override
    public Sample take() throws IOException {
      int port = run.ports.getOrDefault(key(variant.server(), variant.mode()), 0);
      BrowserDriver browser =
          Objects.requireNonNull(run.browsers.get(variant.browser()), "prepare comes first");
      run.lab.link().shape(shape);
      JsonNode reply = browser.load(url(port, cell.thinkMillis(), "/"));
      Load load = Load.of(reply, run.lab.link().statistics());
      if (load.requests() != SamplePage.REQUESTS) {
        throw new IOException(
            load.requests() + " requests (expected: " + SamplePage.REQUESTS + ")");
      }
      return new Sample(round, cell, variant, load);
    }
  }

  private static String key(String server, Mode mode) {
    return server + "-" + mode.id();
  }

  private void report(String what) {
    progress.println(what);
    progress.flush();
  }
}
