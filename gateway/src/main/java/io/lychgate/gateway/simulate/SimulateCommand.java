package io.lychgate.gateway.simulate;

import io.lychgate.gateway.simulate.Behaviour.Planted;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code lychgate simulate}: sends synthetic visitors to a running gateway. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Sends synthetic visitors to a running gateway: browsers with six connections of HTTP/1.1, with HTTP/2 and with HTTP/3, their caches,"
          + " think times and networks. Each reports its times as the timings script does.",
      "The exit code is 1 if no page, or less than half of them, could be loaded."
    })
public final class SimulateCommand implements Callable<Integer> {
  private static final double PERCENT = 100;
  private static final int MOST_MINUTES = 24 * 60;
  private static final int MOST_CONCURRENT = 256;
  private static final double MOST_RATE = 2_000;

  /** The page views of the longest time at the highest rate. */
  private static final long MOST_PAGE_VIEWS = 60L * 2_000 * MOST_MINUTES;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--target",
      required = true,
      paramLabel = "URL",
      description = "Site and first page, for example https://localhost:8443/.")
  private String target = "";

  @Option(
      names = "--connect",
      paramLabel = "HOST:PORT",
      description = "Address of the gateway, if it is not that of the URL.")
  private @Nullable String connect;

  @Option(
      names = "--remote",
      description =
          "Permits a target that is not on this machine. Simulate visitors on your own sites only.")
  private boolean remote;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description =
          "A page to visit, several times for several pages. Without it, visitors follow the links of the first page.")
  private List<String> paths = List.of();

  @Option(names = "--minutes", paramLabel = "N", description = "Time until the end (default: 5).")
  private double minutes = 5;

  @Option(
      names = "--page-views",
      paramLabel = "N",
      description = "Page views until the end, if they come earlier.")
  private long pageViews = MOST_PAGE_VIEWS;

  @Option(
      names = "--visitors",
      paramLabel = "N",
      description = "Size of the population (default: 1000).")
  private int visitors = 1_000;

  @Option(
      names = "--concurrent",
      paramLabel = "N",
      description = "Visits at the same time (default: 16).")
  private int concurrent = 16;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Page views in a second at most (default: 20).")
  private double rate = 20;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The same seed gives the same population (default: 1).")
  private long seed = 1;

  @Option(
      names = "--clients",
      paramLabel = "MODE",
      description =
          "How the gateway learns of the visitors' networks: loopback (source addresses 127.x.y.9; the default on this machine),"
              + " forwarded (X-Forwarded-For; trustedProxies), proxy (PROXY header; proxyProtocol; no HTTP/3), or none.")
  private ClientAddress.@Nullable Mode clients;

  @Option(
      names = "--networks",
      paramLabel = "N",
      description = "Client networks of the visitors (default: one each, at most 60,000).")
  private int networks;

  @Option(
      names = "--protocols",
      paramLabel = "LIST",
      split = ",",
      description = "Protocols of the browsers (default: h1,h2,h3).")
  private List<String> protocols = List.of("h1", "h2", "h3");

  @Option(
      names = "--network",
      paramLabel = "KIND",
      description =
          "none: as it is. mixed: cable, LTE and slow 3G, with delay and bandwidth at the socket (default: mixed).")
  private Speed network = Speed.MIXED;

  /** The speed of the visitors' networks. */
  enum Speed {
    NONE,
    MIXED
  }

  @Option(
      names = "--pages",
      paramLabel = "N",
      description = "Pages of one visit at most (default: 3).")
  private int pages = 3;

  @Option(
      names = "--think",
      paramLabel = "MILLISECONDS",
      description = "Mean time between two pages of a visit (default: 2000).")
  private int think = 2_000;

  @Option(
      names = "--times",
      paramLabel = "SOURCE",
      description =
          "Reported times: measured, or drawn from a distribution that depends on the visitor alone (default: measured).")
  private Source times = Source.MEASURED;

  /** The source of the reported times. */
  enum Source {
    MEASURED,
    DRAWN
  }

  @Option(
      names = "--effect",
      paramLabel = "SIDE:METRIC:PERCENT",
      description =
          "Plants an effect in the reported times of a protocol or an arm, for example h2:load:-5%%.")
  private List<String> effects = List.of();

  @Option(
      names = "--failed",
      paramLabel = "PERCENT",
      description = "Views that report a failed resource (default: 0).")
  private double failed;

  @Option(
      names = "--truncated",
      paramLabel = "PERCENT",
      description = "Views that report a short body (default: 0).")
  private double truncated;

  @Option(
      names = "--abandoned",
      paramLabel = "PERCENT",
      description = "Views that are left before their load (default: 0).")
  private double abandoned;

  @Option(
      names = "--silent",
      paramLabel = "PERCENT",
      description = "Views that report nothing (default: 0).")
  private double silent;

  @Option(
      names = "--cookie",
      paramLabel = "NAME=VALUE",
      description = "A cookie of each visitor, for example its consent.")
  private Map<String, String> cookies = Map.of();

  @Option(names = "--json", description = "Prints the counts as JSON.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    Target site = read(() -> Target.of(target, connect));
    if (!site.isLocal() && !remote) {
      throw wrong(
          "--target: " + site.address().getHostString()
              + " is not on this machine (expected: a target on this machine, or --remote for your own site)");
    }
    Behaviour behaviour = behaviour(site);
    Pace pace = new Pace((long) (minutes * TimeUnit.MINUTES.toNanos(1)), rate, pageViews);
    Tally tally;
    try {
      tally = new Simulation(site, behaviour, concurrent).run(pace);
    } catch (SSLException e) {
      throw new ParameterException(
          spec.commandLine(), "TLS: " + e.getMessage() + " (expected: available in this Java)", e);
    }
    behaviour.effects().forEach(effect -> tally.add(effect.name(), 0));
    print(tally);
    behaviour.effects().stream()
        .filter(effect -> tally.get(effect.name()) == 0)
        .forEach(effect -> warn(effect.text()));
    long done = tally.get("pages");
    return done > 0 && tally.get("failed pages") * 2 <= done ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void warn(String effect) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(
        "lychgate: --effect: " + effect
            + " is in no page view (expected: a protocol or an arm that visitors had, and a metric that they report)");
    err.flush();
  }

  private Behaviour behaviour(Target site) {
    checkNumbers();
    Set<String> offered = protocols(site);
    ClientAddress.Mode mode = clientAddresses(site);
    if (mode == ClientAddress.Mode.PROXY) {
      // QUIC has no PROXY header.
      offered.remove("h3");
      if (offered.isEmpty()) {
        throw wrong("--protocols: h3 (expected: h1 or h2, as --clients is proxy)");
      }
    }
    return new Behaviour(
        visitors,
        networks == 0 ? Math.min(visitors, ClientAddress.MOST_NETWORKS) : networks,
        mode,
        seed,
        pages,
        think,
        network == Speed.MIXED,
        times == Source.DRAWN,
        offered,
        effects.stream().map(text -> read(() -> Effect.of(text))).toList(),
        planted(),
        cookies,
        paths.isEmpty() ? List.of(site.path()) : paths.stream().map(this::path).toList());
  }

  private void checkNumbers() {
    check("--minutes", minutes, 0.01, MOST_MINUTES);
    check("--page-views", (double) pageViews, 1, MOST_PAGE_VIEWS);
    check("--visitors", visitors, 1, 1_000_000);
    check("--concurrent", concurrent, 1, MOST_CONCURRENT);
    check("--rate", rate, 0.1, MOST_RATE);
    check("--networks", networks, 0, ClientAddress.MOST_NETWORKS);
    check("--pages", pages, 1, 100);
    check("--think", think, 0, 600_000);
    check("--failed", failed, 0, PERCENT);
    check("--truncated", truncated, 0, PERCENT);
    check("--silent", silent, 0, PERCENT);
    check("--abandoned", abandoned, 0, PERCENT);
    check(
        "--failed, --truncated, --abandoned and --silent together",
        failed + truncated + abandoned + silent,
        0,
        PERCENT);
  }

  /** Returns the protocols of the browsers, of which the target must have one. */
  private Set<String> protocols(Target site) {
    Set<String> offered = new LinkedHashSet<>(protocols);
    if (offered.isEmpty() || !Set.of("h1", "h2", "h3").containsAll(offered)) {
      throw wrong("--protocols: " + String.join(",", protocols) + " (expected: h1, h2, h3)");
    }
    if (!site.isSecure() && !offered.contains("h1")) {
      throw wrong("--protocols: " + String.join(",", protocols)
          + " (expected: h1, as the target is http and not https)");
    }
    return offered;
  }

  private ClientAddress.Mode clientAddresses(Target site) {
    ClientAddress.Mode mode = clients;
    if (mode == null) {
      return site.isLocal() ? ClientAddress.Mode.LOOPBACK : ClientAddress.Mode.NONE;
    }
    if (mode == ClientAddress.Mode.LOOPBACK && !site.isLocal()) {
      throw wrong("--clients: loopback (expected: a target on this machine)");
    }
    return mode;
  }

  private Map<Planted, Double> planted() {
    return Map.of(
        Planted.FAILED,
        failed / PERCENT,
        Planted.TRUNCATED,
        truncated / PERCENT,
        Planted.ABANDONED,
        abandoned / PERCENT,
        Planted.SILENT,
        silent / PERCENT);
  }

  private String path(String path) {
    if (!path.matches("/[\\x21-\\x7e&&[^#]]*")) {
      throw wrong("--path: " + path + " (expected: a path such as /shop, without spaces and #)");
    }
    return path;
  }

  private void check(String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw wrong(String.format(
          Locale.ROOT,
          "%s: %s (expected: %s-%s)",
          option,
          plain(value),
          plain(least),
          plain(most)));
    }
  }

  private static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.valueOf((long) value)
        : String.valueOf(value);
  }

  private interface Reading<T> {
    T read();
  }

  private <T> T read(Reading<T> reading) {
    try {
      return reading.read();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private void print(Tally tally) {
    PrintWriter out = spec.commandLine().getOut();
    Map<String, Long> all = new LinkedHashMap<>(tally.all());
    if (json) {
      out.println(JsonMapper.shared().writeValueAsString(all));
    } else {
      all.forEach((name, count) -> out.printf(Locale.ROOT, "%-32s %,12d%n", name, count));
      long pagesDone = tally.get("pages");
      if (pagesDone > 0) {
        out.printf(
            Locale.ROOT,
            "%-32s %12.2f%n",
            "connections for each page view",
            tally.get("connections") / (double) pagesDone);
      }
    }
    out.flush();
  }
}
