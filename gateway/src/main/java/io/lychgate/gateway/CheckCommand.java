package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.file.EffectiveValues;
import io.lychgate.gateway.config.file.EffectiveValues.Effective;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.manifest.ConfiguredManifests;
import io.lychgate.gateway.push.lint.Finding;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code lychgate check}: reports the errors of a configuration with their places. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Validates a configuration and its manifests. Prints file:line:column messages; the exit code is 1 if there is an error.")
final class CheckCommand implements Callable<Integer> {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Mixin
  private ConfigFileOption config = new ConfigFileOption();

  @Option(
      names = "--explain",
      description =
          "Print each value in effect, with the place that states it: file:line:column, the section from which it is inherited, or default. Variables and files of secrets are shown as references.")
  private boolean isExplained;

  @Option(names = "--json", description = "With --explain: the values as JSON.")
  private boolean isJson;

  @Override
  public Integer call() {
    if (isJson && !isExplained) {
      throw new ParameterException(
          spec.commandLine(), "--json: without --explain (expected: --explain beside it)");
    }
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
    findings.addAll(
        ConfiguredPlugins.findings(read.value(), config.file.toString(), examined.tree()));
    examined
        .warnings()
        .forEach(warning -> findings.add(new Finding(Finding.Severity.WARNING, warning)));
    findings.forEach(finding -> err.println(examined.masked(finding.toString())));
    ConfiguredCertificates.warnings(read.value(), config.file.toString())
        .forEach(warning -> err.println(examined.masked(warning)));
    err.flush();
    if (findings.stream().anyMatch(Finding::isError)) {
      return ExitCode.SOFTWARE;
    }
    PrintWriter out = spec.commandLine().getOut();
    YamlNode tree = examined.tree();
    if (isExplained && tree != null) {
      List<Effective> values = EffectiveValues.of(tree, config.file.toString());
      if (isJson) {
        out.println(
            JSON.writeValueAsString(values.stream().map(CheckCommand::entry).toList()));
      } else {
        values.forEach(value -> out.println(line(value)));
      }
    } else {
      out.println(config.file + ": OK (" + summary(read.value()) + ")");
    }
    out.flush();
    return ExitCode.OK;
  }

  static String line(Effective value) {
    return value.path() + ": " + shown(value) + "  # " + place(value);
  }

  /** Returns the value on one line. */
  static String shown(Effective value) {
    return value.value().isString()
        ? ConfigProblem.ofFile("", value.value().asString()).message()
        : value.value().toString();
  }

  private static String place(Effective value) {
    String at = value.file() + ":" + value.line() + ":" + value.column();
    return switch (value.origin()) {
      case FILE -> at;
      case INHERITED -> "inherited from " + value.from() + ", " + at;
      case DEFAULT -> "default";
    };
  }

  private static Map<String, Object> entry(Effective value) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("path", value.path());
    entry.put("value", value.value());
    entry.put("origin", value.origin().name().toLowerCase(Locale.ROOT));
    if (value.from() != null) {
      entry.put("from", value.from());
    }
    if (value.file() != null) {
      entry.put("file", value.file());
      entry.put("line", value.line());
      entry.put("column", value.column());
    }
    return entry;
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
