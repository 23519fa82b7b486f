package io.lychgate.jmh.abuse;

import io.lychgate.jmh.machine.Machine;
import io.lychgate.jmh.peers.LoadOptions;
import io.lychgate.jmh.peers.Peer;
import io.lychgate.jmh.peers.Peers;
import io.lychgate.jmh.peers.Settings;
import io.lychgate.jmh.peers.Stage;
import io.lychgate.jmh.report.Folders;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code lychgate bench abuse}: latency of ordinary requests while a gateway is attacked. */
@Command(
    name = "lychgate bench abuse",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Latency of ordinary requests while 45 kinds of attacks run, one after the other, on Lychgate and other gateways.",
    footer = {
      "",
      "A full run takes about 20 minutes, --quick about 3. docs/background/hardening.md describes the measurement.",
      "Peers: lychgate, nginx, haproxy, h2o, nghttpx, caddy, envoy, vertx, armeria, jetty, spring-cloud-gateway.",
      "Two cores are used: one for the gateway, one for the attacker, the visitor and the origin (nginx)."
    })
public final class AbuseBench implements Callable<Integer> {
  private static final double QUICK_SECONDS = 0.5;
  private static final double QUICK_WARM_UP = 0.1;

  @Option(names = "--attacks", split = ",", description = "Attacks to run (default: all).")
  private List<String> attacks = new ArrayList<>();

  @Option(
      names = "--peers",
      split = ",",
      description = "Gateways to attack (default: ${DEFAULT-VALUE}).")
  private List<String> peers = List.of("lychgate", "nginx", "haproxy");

  @Option(names = "--seconds", description = "Length of each attack (default: ${DEFAULT-VALUE}).")
  private double seconds = 5;

  @Option(names = "--rate", description = "Ordinary requests a second (default: ${DEFAULT-VALUE}).")
  private int rate = 200;

  @Option(
      names = "--quick",
      description = "Half a second of each, hardly warm: a test of the bench.")
  private boolean isQuick;

  @Option(
      names = "--sink",
      description =
          "Attack a listener that drops all bytes instead of the gateway: shows the cost of the bench itself.")
  private boolean attacksSink;

  @Option(
      names = "--bystander",
      description =
          "Visit a server beside the gateway, while the gateway is attacked: shows the cost of the load core and the origin.")
  private boolean visitsBystander;

  @Option(names = "--list", description = "List the attacks and exit.")
  private boolean isListWanted;

  @Option(
      names = "--page",
      description =
          "Page whose section is replaced (default: docs/background/hardening.md for a full run of all attacks, else none).")
  private @Nullable Path page;

  @Mixin
  private final LoadOptions load = new LoadOptions();

  @Mixin
  private final Folders folders = new Folders();

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  private CommandSpec spec;

  private AbuseBench() {}

  /** Runs the command; the exit status is 2 for wrong usage and 1 for a run that failed or missed the target. */
  public static void main(String[] arguments) {
    System.exit(command().execute(arguments));
  }

  static CommandLine command() {
    return new CommandLine(new AbuseBench());
  }

  @Override
  public Integer call() throws IOException, GeneralSecurityException {
    load.require(!(attacksSink && visitsBystander), "--bystander", "with --sink", "one of the two");
    List<Peer> chosenPeers = chosenPeers();
    load.require(
        seconds > 0 && seconds <= 600, "--seconds", "" + seconds, "more than 0, at most 600");
    load.require(rate > 0 && rate <= 10_000, "--rate", "" + rate, "1-10000");
    load.requireTools();
    LocalDateTime when = LocalDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS);
    String loadBefore = Machine.loadAverage();
    PrintWriter progress = spec.commandLine().getErr();
    PrintWriter output = spec.commandLine().getOut();
    AbuseRun.Sizes sizes = sizes();
    AbuseResults results;
    try (Stage stage = new Stage(folders.root(), settings());
        AbuseRun run = new AbuseRun(stage, sizes, progress)) {
      List<Attack> chosen = chosenAttacks(run.attacks());
      if (isListWanted) {
        chosen.forEach(attack -> output.println(attack.name() + "  " + attack.about()));
        output.flush();
        return 0;
      }
      progress.println("configurations and logs: " + stage.directory());
      List<Outcome> outcomes = new ArrayList<>();
      for (Peer peer : chosenPeers) {
        outcomes.add(run.measure(peer, chosen));
      }
      results =
          new AbuseResults(when, commandLine(), loadBefore, describe(sizes), chosen, outcomes);
    }
    output.print(results.markdown());
    output.flush();
    output.println("Written to " + results.write(folders.results()) + ", .json beside it.");
    output.flush();
    Path replaced = page();
    if (replaced != null) {
      MarkedSection.write(replaced, results.markdown());
    }
    return results.isLychgateFine() ? 0 : 1;
  }

  private @Nullable Path page() {
    boolean isFull = attacks.isEmpty() && !isQuick && !attacksSink && !visitsBystander;
    return page == null && isFull ? folders.root().resolve("docs/background/hardening.md") : page;
  }

  private String commandLine() {
    return ("./lychgate bench abuse "
            + String.join(" ", spec.commandLine().getParseResult().originalArgs()))
        .strip();
  }

  private AbuseRun.Sizes sizes() {
    return isQuick
        ? new AbuseRun.Sizes(
            Math.min(seconds, QUICK_SECONDS),
            rate,
            Math.min(load.warmUpShare(), QUICK_WARM_UP),
            attacksSink,
            visitsBystander)
        : new AbuseRun.Sizes(seconds, rate, load.warmUpShare(), attacksSink, visitsBystander);
  }

  private Settings settings() {
    return load.settings(1, 1);
  }

  private String describe(AbuseRun.Sizes sizes) {
    return String.format(
        Locale.ROOT,
        "%.1f s of each attack, %d requests a second of the visitor, gateway on core %d; attacker, visitor and origin on"
            + " core %d; p50 / p99 / longest in milliseconds; bold misses the target (p99 at most %.0f × quiet and %.0f ms, no"
            + " error)%s",
        sizes.seconds(),
        sizes.rate(),
        settings().proxyCore(),
        settings().loadCore(),
        Outcome.MOST_RATIO,
        Outcome.MOST_MILLIS,
        attacksSink
            ? "; **the attacks went to a listener that drops all bytes**"
            : visitsBystander ? "; **the visits went to a server beside the gateway**" : "");
  }

  private List<Peer> chosenPeers() {
    List<Peer> all = Peers.all(folders.root());
    List<String> names = all.stream().map(Peer::name).toList();
    for (String name : peers) {
      load.require(names.contains(name), "--peers", name, String.join(", ", names));
    }
    List<Peer> chosen = all.stream().filter(peer -> peers.contains(peer.name())).toList();
    for (Peer peer : chosen) {
      Optional<String> absence = peer.absence();
      load.require(absence.isEmpty(), peer.name(), absence.orElse(""), "installed");
    }
    return chosen;
  }

  private List<Attack> chosenAttacks(List<Attack> all) {
    List<String> names = all.stream().map(Attack::name).toList();
    for (String name : attacks) {
      load.require(names.contains(name), "--attacks", name, String.join(", ", names));
    }
    return all.stream()
        .filter(attack -> attacks.isEmpty() || attacks.contains(attack.name()))
        .toList();
  }
}
