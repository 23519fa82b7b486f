package io.lychgate.jmh.page;

import io.lychgate.jmh.lab.Lab;
import io.lychgate.jmh.lab.LinkShape;
import io.lychgate.jmh.lab.LinkStatistics;
import io.lychgate.jmh.lab.Place;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * One run. All servers, each mode a process of its own, and all browsers stay up from the first load to the last; a round
 * loads every variant in every cell once, in an order that is shuffled anew each time, so that a change of the machine
 * touches all alike.
 */
final class PageRun {
  /** Loads of one sample until the link was in time, or the browser did not fail. */
  private static final int ATTEMPTS = 6;

  /** Between two of them, so that whatever keeps the machine busy may pass. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** In a row: something is broken. A single one is left out. */
  private static final int MAX_FAILURES = 8;

  private static final int WARM_UP_CONNECTIONS = 8;

  private final Lab lab;
  private final Path root;
  private final Plan plan;
  private final PrintWriter progress;
  private final Map<Browser, BrowserDriver> browsers = new EnumMap<>(Browser.class);
  private final Map<String, Integer> ports = new HashMap<>();

  PageRun(Lab lab, Path root, Plan plan, PrintWriter progress) {
    this.lab = lab;
    this.root = root;
    this.plan = plan;
    this.progress = progress;
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
      say("starting " + browser.id());
      browsers.put(browser, new BrowserDriver(browser, root, lab));
    }
    say("a round over a fast link that does not count");
    Cell fast = new Cell(0, 0, plan.cells().get(0).thinkMillis());
    for (Variant variant : plan.variants()) {
      attempt(variant, fast, LinkShape.NONE);
    }
  }

  Map<Browser, String> versions() {
    return browsers.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().version()));
  }

  /** Loads each variant in each cell once. */
  List<Sample> round(int number, Random random) throws IOException {
    List<Step> steps = plan.cells().stream()
        .flatMap(cell -> plan.variants().stream().map(variant -> new Step(cell, variant)))
        .collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(steps, random);
    List<Sample> samples = new ArrayList<>();
    int failures = 0;
    for (Step step : steps) {
      try {
        Load load = attempt(step.variant(), step.cell(), step.cell().link());
        samples.add(new Sample(number, step.cell(), step.variant(), load));
        failures = 0;
      } catch (IOException e) {
        failures++;
        if (failures == MAX_FAILURES) {
          throw e;
        }
      }
    }
    return samples;
  }

  private record Step(Cell cell, Variant variant) {}

  private void start(PageServer server, Mode mode, Path site, int origin) throws IOException {
    String key = key(server.name(), mode);
    say("starting and warming " + key);
    Place place = lab.place(key, site, origin);
    lab.serve(server.prepare(place, mode), place.directory(), place.port());
    ports.put(key, place.port());
    int first = plan.thinkTimes().get(0);
    List<String> assets = Stream.concat(SamplePage.STYLES.stream(), SamplePage.SCRIPTS.stream())
        .map(path -> url(place.port(), first, path))
        .toList();
    warmUp(plan.warmUpRequests(), 4, assets);
    // Each time to think as it is when nobody waits in a queue, on enough connections that every
    // event loop sees it.
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

  private Load attempt(Variant variant, Cell cell, LinkShape shape) throws IOException {
    int port = ports.getOrDefault(key(variant.server(), variant.mode()), 0);
    String url = "https://" + cell.host() + ":" + port + "/";
    IOException last = new IOException("no attempt");
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      lab.link().shape(shape);
      try {
        JsonNode answer = Objects.requireNonNull(
                browsers.get(variant.browser()), "prepare comes first")
            .load(url);
        LinkStatistics link = lab.link().statistics();
        Load load = Load.of(answer, link);
        if (load.requests() != SamplePage.REQUESTS) {
          last = new IOException(
              load.requests() + " requests (expected: " + SamplePage.REQUESTS + ")");
        } else if (link.isTrustworthy(shape) || shape.equals(LinkShape.NONE)) {
          return load;
        } else {
          last = new IOException("the link was late: " + link);
        }
      } catch (IOException e) {
        last = e;
      }
      say("  failed: " + variant.browser().id() + ", " + variant.title() + ": "
          + last.getMessage());
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw last;
  }

  private static String key(String server, Mode mode) {
    return server + "-" + mode.id();
  }

  private void say(String what) {
    progress.println(what);
    progress.flush();
  }
}
