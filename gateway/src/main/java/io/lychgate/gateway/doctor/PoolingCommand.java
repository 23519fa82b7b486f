package io.lychgate.gateway.doctor;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code lychgate doctor pooling}: finds connections of visitors that could be one. */
@Command(
    name = "pooling",
    mixinStandardHelpOptions = true,
    description = {
      "Lists sites whose visitors hold several HTTP/2 or HTTP/3 connections now that could be one, by the live connections of the gateway on this machine.",
      "One line for each group of sites. Exit code 1 if the gateway does not respond."
    })
final class PoolingCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      required = true,
      description = "The configuration of the gateway, gateway.yaml.")
  private Path config = Path.of("gateway.yaml");

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "User of the admin plane (default: admin).")
  private String user = "admin";

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      required = true,
      description = "File with the password of the user.")
  private Path passwordFile = Path.of("");

  @Option(names = "--json", description = "The findings as JSON.")
  private boolean json;

  @Override
  public Integer call() throws GeneralSecurityException, InterruptedException {
    return new FindingsOutput(spec, json).print(null, findings());
  }

  private List<Finding> findings() throws GeneralSecurityException, InterruptedException {
    Checked<GatewayConfig> read = ConfigReader.ofProcess().read(config);
    if (!read.isValid()) {
      return List.of(ConfigurationChecks.unusable(config, read));
    }
    RunningGateway gateway = RunningGateway.of(read.value().admin());
    try {
      String password = Files.readString(passwordFile, StandardCharsets.UTF_8).strip();
      return judge(gateway.pooling(user, password));
    } catch (IOException e) {
      return List.of(Finding.fail(
          "gateway",
          gateway.address() + ": " + Kernel.oneLine(e),
          "start the gateway, and check --user and --password-file"));
    }
  }

  /** Returns the findings on a report of the API. */
  static List<Finding> judge(JsonNode report) {
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok(
        "connections",
        report.get("connections").asLong() + " of HTTP/2 and HTTP/3 from "
            + report.get("clients").asLong() + " clients"));
    for (JsonNode group : report.get("items")) {
      String hosts = String.join(
          ", ", group.get("hosts").values().stream().map(JsonNode::asString).toList());
      findings.add(Finding.warn(
          "pooling",
          hosts + " (listener " + group.get("listener").asString() + "): "
              + group.get("clients").asLong() + " clients hold "
              + group.get("connections").asLong()
              + " connections, " + group.get("savable").asLong() + " could be saved",
          advice(group)));
    }
    if (report.get("items").isEmpty()) {
      findings.add(Finding.ok("pooling", "no client holds connections that could be one"));
    }
    return findings;
  }

  private static String advice(JsonNode group) {
    return switch (group.get("reason").asString()) {
      case "origin-frame-off" ->
        "set originFrame: true at the listener, so that clients learn that one connection serves all";
      case "no-common-certificate" ->
        "use one certificate with all of these names: now each needs a connection of its own";
      default ->
        "give the names the same addresses in DNS; clients that do not read ORIGIN frames need that";
    };
  }
}
