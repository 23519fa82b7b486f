package io.lychgate.jmh.page;

import io.lychgate.gateway.timing.TimingScript;
import io.lychgate.jmh.lab.Lab;
import io.lychgate.jmh.lab.LabOptions;
import io.lychgate.jmh.lab.LinkShape;
import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.lab.Rounds;
import io.lychgate.jmh.lab.Trial;
import io.lychgate.jmh.machine.Commands;
import io.lychgate.jmh.machine.LychgateProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code lychgate bench script}: what the script for page timings costs a page in Chromium. */
@Command(
    name = "lychgate bench script",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Main-thread time of the script for page timings, and the largest paint of a page with it, without it, and with a comment of the"
            + " same size in its place, in Chromium over an emulated link.",
    footer = {
      "",
      "Linux and root only: the link is made of network namespaces. 30 rounds take some 5 minutes."
    })
public final class ScriptBench implements Callable<Integer> {
  private static final int WARM_UP_REQUESTS = 4_000;

  /** Pages of a round without those of {@link #scripts}. */
  private static final int OWN_PAGES = 3;

  private static final String CONFIGURATION = """
      listeners:
        - name: public
          address: 0.0.0.0:${port}
          protocols: [h2, http/1.1]
          tls: { certificates: [ { chain: "${chain}", key: "${key}" } ] }
      upstreams:
      ${upstreams}
      sites:
      ${sites}
      push: { mode: off }
      admin: { address: "127.0.0.1:${adminPort}" }
      store: { url: "jdbc:sqlite:${directory}/lychgate.db" }
      """;

  private static final String UPSTREAM =
      "  ${name}: { servers: [ \"http://127.0.0.1:${origin}\" ], keepAliveIdle: 5m }\n";

  private static final String SITE = """
        - hosts: [ ${host} ]
          policies: ${policies}
          routes:
            - { match: { path: "/" }, proxy: { upstream: ${name} } }
            - { match: { path: "/assets/*" }, static: { root: "${site}", cacheControl: "max-age=86400" } }
      """;

  @Mixin
  private final LabOptions options = new LabOptions();

  @Option(names = "--rtt", description = "Round-trip time in ms (default: ${DEFAULT-VALUE}).")
  private int rtt = 25;

  @Option(names = "--rate", description = "Rate in Mbit/s (default: ${DEFAULT-VALUE}).")
  private int rate = 20;

  @Option(
      names = "--stay",
      description =
          "Time in ms from the load of a page until it is left (default: ${DEFAULT-VALUE}). The script reports once if it is less than 2000.")
  private int stay = 600;

  @Option(names = "--traces", description = "Folder for the trace of each load, for DevTools.")
  private @Nullable Path traces;

  @Option(
      names = "--script",
      paramLabel = "FILE",
      description = "A script to compare: each round loads a page with it, too. Repeatable.")
  private List<Path> scripts = List.of();

  private ScriptBench() {}

  /** Runs the command; the exit status is 2 for wrong usage and 1 for a run that failed or is impossible here. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new ScriptBench()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    LychgateProgram gateway = new LychgateProgram(options.root());
    Optional<String> absence = Lab.absence(options.root())
        .or(gateway::absence)
        .or(() -> Commands.absence("node", "nodejs"))
        .or(() -> Commands.absence("h2load", "nghttp2-client"));
    if (absence.isPresent()) {
      options.progress().println("script: skipped: " + absence.get());
      return 1;
    }
    Path written = null;
    try (Lab lab = new Lab(options.root(), hosts())) {
      options.announce(lab);
      int port = start(lab, gateway);
      BrowserDriver browser = BrowserDriver.ofScript(
          options.root(), lab, ScriptedPage.MARK, Duration.ofMillis(stay), traces);
      Rounds rounds = new Rounds(lab.link(), options.progress());
      Random random = new Random(options.seed());
      List<ScriptLoad> loads = new ArrayList<>();
      Map<String, String> versions =
          Map.of(gateway.name(), gateway.version(), "chromium", browser.version());
      for (int round = 0; round <= options.rounds(); round++) {
        List<ScriptLoad> taken = rounds.round(trials(lab, browser, port, round), random);
        if (round == 0) {
          continue; // The first loads find a cold browser.
        }
        loads.addAll(taken);
        written = new ScriptResults(options.facts(versions), stay, pages(), loads)
            .write(options.results());
        options.progress().println("round " + round + ": " + written);
        options.progress().flush();
      }
    }
    options.conclude(written);
    return 0;
  }

  /** Returns the pages of a round. */
  private List<ScriptedPage> pages() {
    List<ScriptedPage> pages =
        new ArrayList<>(List.of(ScriptedPage.NONE, ScriptedPage.INERT, ScriptedPage.TIMINGS));
    for (Path script : scripts) {
      pages.add(ScriptedPage.of(pages.size(), script));
    }
    return pages;
  }

  private List<String> hosts() {
    return pages().stream().map(ScriptedPage::host).toList();
  }

  private List<ScriptTrial> trials(Lab lab, BrowserDriver browser, int port, int round) {
    return pages().stream()
        .map(page -> new ScriptTrial(lab, browser, port, round, page, LinkShape.of(rtt, rate)))
        .toList();
  }

  /** Starts the applications and the gateway, and returns the port of the gateway. */
  private int start(Lab lab, LychgateProgram gateway) throws IOException {
    Path site = Files.createDirectory(lab.directory().resolve("site"));
    SamplePage.write(site, options.root().resolve("jmh/page/node_modules"));
    StringBuilder upstreams = new StringBuilder();
    StringBuilder sites = new StringBuilder();
    int origin = 0;
    for (ScriptedPage page : pages()) {
      origin = serve(lab, write(page, site), page.name());
      upstreams.append(
          UPSTREAM.replace("${name}", page.name()).replace("${origin}", Integer.toString(origin)));
      sites.append(SITE.replace("${name}", page.name())
          .replace("${host}", page.host())
          .replace("${policies}", policies(page)));
    }
    Place place = lab.place("gateway", site, origin);
    String configuration =
        place.fill(CONFIGURATION.replace("${upstreams}\n", upstreams).replace("${sites}\n", sites));
    lab.serve(
        gateway.prepare(place.directory().resolve("gateway.yaml"), configuration),
        place.directory(),
        place.port());
    for (String host : hosts()) {
      List<String> command =
          new ArrayList<>(List.of("h2load", "-n" + WARM_UP_REQUESTS, "-c8", "-m4"));
      command.add("https://" + host + ":" + place.port() + "/");
      lab.runAtServer(command);
    }
    return place.port();
  }

  /** Returns the file that the application of a page serves. */
  private Path write(ScriptedPage page, Path site) throws IOException {
    if (page.equals(ScriptedPage.NONE) || page.equals(ScriptedPage.TIMINGS)) {
      return site.resolve("index.html");
    }
    byte[] script = page.equals(ScriptedPage.INERT)
        ? ScriptedPage.inert(TimingScript.get().content())
        : Files.readAllBytes(scripts.get(pages().indexOf(page) - OWN_PAGES));
    return page.write(site, script);
  }

  private static String policies(ScriptedPage page) {
    if (page.equals(ScriptedPage.NONE) || page.equals(ScriptedPage.INERT)) {
      return "{}";
    }
    return "{ timings: { inject: " + page.equals(ScriptedPage.TIMINGS) + " } }";
  }

  /** Starts an application that serves this page, and returns its port. */
  private int serve(Lab lab, Path page, String name) throws IOException {
    int port = lab.port();
    lab.serve(
        List.of(
            "node",
            options.root().resolve("jmh/page/origin.mjs").toString(),
            Integer.toString(port),
            page.toString()),
        Files.createDirectory(lab.directory().resolve(name)),
        port);
    return port;
  }

  private record ScriptTrial(
      Lab lab, BrowserDriver browser, int port, int round, ScriptedPage page, LinkShape shape)
      implements Trial<ScriptLoad> {
    @Override
    public String title() {
      return "script: " + page.title();
    }

    @Override
    public ScriptLoad take() throws IOException {
      lab.link().shape(shape);
      String url = "https://" + page.host() + ":" + port + "/";
      ScriptLoad load = ScriptLoad.of(round, page, browser.load(url));
      if (load.calls() > 0 != page.hasScript()) {
        throw new IOException(url + ": " + load.calls() + " calls into the script (expected: "
            + (page.hasScript() ? "some" : "none") + ")");
      }
      return load;
    }
  }
}
