package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.manifest.ConfiguredManifests;
import io.lychgate.gateway.push.lint.Finding;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lychgate check}: reports the errors of a configuration with their places. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Validates a configuration and its manifests. Prints file:line:column messages; the exit code is 1 if there is an error.")
final class CheckCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Mixin
  private ConfigFileOption config = new ConfigFileOption();

  @Override
  public Integer call() {
    ConfigReader.Examined examined = ConfigReader.ofProcess().examine(config.file);
    Checked<GatewayConfig> read = examined.config();
    PrintWriter err = spec.commandLine().getErr();
    if (!read.isValid()) {
      ConfigFileOption.print(read.problems(), err);
      ConfigFileOption.print(ConfiguredManifests.problems(examined.manifests()), err);
      return ExitCode.SOFTWARE;
    }
    List<Finding> findings = new ArrayList<>(ConfiguredManifests.findings(read.value()));
    findings.addAll(ConfiguredServers.findings(read.value(), config.file.toString()));
    findings.forEach(err::println);
    ConfiguredCertificates.warnings(read.value(), config.file.toString()).forEach(err::println);
    err.flush();
    if (findings.stream().anyMatch(Finding::isError)) {
      return ExitCode.SOFTWARE;
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(config.file + ": OK (" + summary(read.value()) + ")");
    out.flush();
    return ExitCode.OK;
  }

  private static String summary(GatewayConfig config) {
    int routes = config.sites().stream().mapToInt(site -> site.routes().size()).sum();
    return count(config.listeners().size(), "listener")
        + ", " + count(config.upstreams().size(), "upstream")
        + ", " + count(config.sites().size(), "site")
        + ", " + count(routes, "route");
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
