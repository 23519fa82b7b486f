package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Commands;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that are common to all commands with the loads of this package, and the requirements of those loads. */
public final class LoadOptions {
  @Option(
      names = "--warm-up",
      description = "Share of the warm-up of JVM peers; 1 is all of it (default: 1).")
  private double warmUpShare = 1;

  @Option(names = "--proxy-core", description = "Core of the gateway (default: 0).")
  private int proxyCore;

  @Option(names = "--load-core", description = "Core of the load and the origin (default: 1).")
  private int loadCore = 1;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // picocli sets it before the command is called
  private CommandSpec spec;

  /** Returns the sizes of a run with these options, and defaults for all others. */
  public Settings settings(int rounds, int requests) {
    return settings(
        rounds,
        requests,
        Settings.USUAL_CONNECTIONS,
        Settings.USUAL_STREAMS,
        Settings.USUAL_IDLE_CONNECTIONS,
        0,
        Settings.USUAL_SECONDS);
  }

  Settings settings(
      int rounds,
      int requests,
      int connections,
      int streams,
      int idleConnections,
      double rate,
      int seconds) {
    return new Settings(
        rounds,
        requests,
        connections,
        streams,
        idleConnections,
        warmUpShare,
        rate,
        seconds,
        proxyCore,
        loadCore);
  }

  /** Share of the warm-up that is done. */
  public double warmUpShare() {
    return warmUpShare;
  }

  /** Rejects a machine that lacks cores or tools for a load. */
  public void requireTools() {
    int cores = Runtime.getRuntime().availableProcessors();
    require(cores >= 2, "cores", "" + cores, "2 at least");
    require("taskset", "util-linux");
    require("h2load", "nghttp2-client");
    require("nginx", "nginx");
  }

  private void require(String tool, String debianPackage) {
    Optional<String> absence = Commands.absence(tool, debianPackage);
    require(
        absence.isEmpty(), tool, absence.orElse(""), "the load generator and the origin need it");
  }

  /** Rejects wrong usage. */
  public void require(boolean isFine, String name, String got, String expected) {
    if (!isFine) {
      throw new ParameterException(
          spec.commandLine(), name + ": " + got + " (expected: " + expected + ")");
    }
  }
}
