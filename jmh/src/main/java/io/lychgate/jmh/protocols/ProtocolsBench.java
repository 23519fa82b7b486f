package io.lychgate.jmh.protocols;

import io.lychgate.jmh.lab.Lab;
import io.lychgate.jmh.lab.LabOptions;
import io.lychgate.jmh.report.RunFacts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code lychgate bench protocols}: HTTP/1.1, HTTP/2 and HTTP/3 side by side. */
@Command(
    name = "lychgate bench protocols",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Time to first byte and load time of pages over HTTP/1.1, HTTP/2 and HTTP/3 on an emulated link with loss, on new and"
            + " on resumed connections, and the processor time of HTTP/2 and HTTP/3, beside Caddy's.",
    footer = {
      "",
      "Pages: 15k, 1m, 20x50k (20 files at once over one connection, or six with HTTP/1.1). Linux and root only: the link is"
          + " made of network namespaces.",
      "A full run takes about half an hour. Results are written after each round: an interrupted run leaves its complete rounds."
    })
public final class ProtocolsBench implements Callable<Integer> {
  private static final String LINK = "link";
  private static final String CPU = "cpu";

  @Mixin
  private final LabOptions options = new LabOptions();

  @Option(names = "--rtt", split = ",", description = "Round-trip times in ms (default: 25,100).")
  private List<Integer> rtts = List.of(25, 100);

  @Option(names = "--loss", split = ",", description = "Packet loss in percent (default: 0,1,2).")
  private List<Integer> losses = List.of(0, 1, 2);

  @Option(names = "--rate", description = "Rate in Mbit/s (default: 20).")
  private int rate = 20;

  @Option(names = "--pages", split = ",", description = "Pages to load (default: 15k,1m).")
  private List<String> pages = List.of("15k", "1m");

  @Option(
      names = "--parts",
      split = ",",
      description = "link: times over the link; cpu: processor time (default: both).")
  private List<String> parts = List.of(LINK, CPU);

  @Option(
      names = "--tcp-congestion",
      description = "Congestion control of TCP (default: the machine's).")
  private @Nullable String tcpCongestion;

  @Option(
      names = "--quic-congestion",
      description = "Congestion control of QUIC (default: Lychgate's).")
  private @Nullable String quicCongestion;

  @Option(names = "--quick", description = "One round, one cell, hardly warm: a test of the bench.")
  private boolean isQuick;

  private ProtocolsBench() {}

  /** Runs the command; the exit status is 2 for wrong usage and 1 for a run that failed or is impossible here. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new ProtocolsBench()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter progress = options.progress();
    parts.forEach(part ->
        options.require(LINK.equals(part) || CPU.equals(part), "--parts", part, LINK + ", " + CPU));
    Plan plan = plan();
    ProtocolServer own = new Lychgate(options.root(), quicCongestion);
    Optional<String> absence = Lab.absence(options.root())
        .or(own::absence)
        .or(() -> absenceOf(Client.binary(options.root())));
    if (absence.isPresent()) {
      progress.println("protocols: skipped: " + absence.get());
      return 1;
    }
    try (Lab lab = new Lab(options.root(), List.of(Client.HOST))) {
      options.announce(lab);
      Path site = Files.createDirectory(lab.directory().resolve("site"));
      Page.writeAll(site);
      options.conclude(measure(lab, site, plan, own));
    }
    return 0;
  }

  /** Returns the Markdown file; null if there was nothing to measure. */
  private @Nullable Path measure(Lab lab, Path site, Plan wanted, ProtocolServer own)
      throws IOException {
    Map<String, String> circumstances = circumstances(lab);
    Client beside = Client.besideServer(lab, options.root(), CpuRun.clientCore());
    List<ProtocolServer> servers = cpuServers(own, circumstances);
    Map<String, String> versions = new LinkedHashMap<>();
    for (ProtocolServer server : servers) {
      versions.put(server.name(), server.version());
    }
    RunFacts facts = options.facts(versions);
    Random random = new Random(options.seed());
    List<CpuSample> cpuSamples = new ArrayList<>();
    Path written = null;
    if (parts.contains(CPU)) {
      CpuRun run = new CpuRun(lab, beside, isQuick, options.progress());
      run.prepare(servers, site);
      for (int round = 1; round <= rounds(); round++) {
        cpuSamples.addAll(run.round(round, random));
        written = write(
            facts, circumstances, wanted, List.of(), cpuSamples, "processor time, round " + round);
      }
      run.end();
    }
    if (parts.contains(LINK)) {
      LinkRun run = new LinkRun(lab, options.root(), wanted, options.progress());
      run.prepare(own, site, beside, isQuick ? 200 : 20_000);
      if (!run.plan().leftOut().isEmpty()) {
        circumstances.put(
            "not offered by the gateway and left out",
            String.join(", ", run.plan().leftOut()) + " (ratios are to the nearest offered mode)");
      }
      List<Sample> samples = new ArrayList<>();
      for (int round = 1; round <= rounds(); round++) {
        samples.addAll(run.round(round, random));
        written =
            write(facts, circumstances, run.plan(), samples, cpuSamples, "link, round " + round);
      }
    }
    return written;
  }

  private Path write(
      RunFacts facts,
      Map<String, String> circumstances,
      Plan plan,
      List<Sample> samples,
      List<CpuSample> cpuSamples,
      String what)
      throws IOException {
    Path written = new ProtocolsResults(facts, circumstances, plan, samples, cpuSamples)
        .write(options.results());
    options.progress().println(what + ": " + written);
    options.progress().flush();
    return written;
  }

  private int rounds() {
    return isQuick ? 1 : options.rounds();
  }

  private Plan plan() {
    List<Cell> cells = new ArrayList<>();
    for (int rtt : isQuick ? rtts.subList(0, 1) : rtts) {
      for (int loss : isQuick ? losses.subList(0, 1) : losses) {
        cells.add(Cell.of(rtt, rate, loss));
      }
    }
    String known = Arrays.stream(Page.values()).map(Page::id).collect(Collectors.joining(", "));
    pages.forEach(id -> options.require(Page.byId(id).isPresent(), "--pages", id, known));
    return new Plan(
        cells,
        pages.stream().map(Page::byId).flatMap(Optional::stream).toList(),
        Plan.Opening.all());
  }

  /** Returns Lychgate, and Caddy if it is available; otherwise the report states why not. */
  private List<ProtocolServer> cpuServers(ProtocolServer own, Map<String, String> circumstances) {
    ProtocolServer caddy = new Caddy();
    if (!parts.contains(CPU)) {
      return List.of(own);
    }
    Optional<String> absence = caddy.absence();
    absence.ifPresent(reason -> circumstances.put(caddy.name(), "not measured: " + reason));
    return absence.isPresent() ? List.of(own) : List.of(own, caddy);
  }

  /** Sets congestion control in the server's namespace, and returns the settings for the report. */
  private Map<String, String> circumstances(Lab lab) throws IOException {
    if (tcpCongestion != null) {
      // The machine's main namespace limits the choice. A benchmark must not change that.
      String allowed = Files.readString(
              Path.of("/proc/sys/net/ipv4/tcp_allowed_congestion_control"))
          .strip();
      options.require(
          List.of(allowed.split(" ", -1)).contains(tcpCongestion),
          "--tcp-congestion",
          tcpCongestion,
          "of net.ipv4.tcp_allowed_congestion_control: " + allowed);
      lab.runAtServer(
          List.of("sysctl", "-q", "-w", "net.ipv4.tcp_congestion_control=" + tcpCongestion));
    }
    String tcp = lab.runAtServer(List.of("cat", "/proc/sys/net/ipv4/tcp_congestion_control"))
        .strip();
    Map<String, String> circumstances = new LinkedHashMap<>();
    circumstances.put("rate", rate + " Mbit/s");
    circumstances.put("congestion control of TCP", tcp);
    circumstances.put(
        "congestion control of QUIC",
        quicCongestion == null ? "Lychgate's default, TCP's" : quicCongestion);
    return circumstances;
  }

  private static Optional<String> absenceOf(Path binary) {
    return Files.isExecutable(binary)
        ? Optional.empty()
        : Optional.of(binary + ": not built (expected: by ./lychgate bench)");
  }
}
