package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.listen.upgrade.UpgradeRequest;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lychgate upgrade}: replaces the running gateway by the installed version. */
@Command(
    name = "upgrade",
    mixinStandardHelpOptions = true,
    description =
        "Replaces the running gateway by the installed version without a failed request. Needs upgrade.enabled.")
final class UpgradeCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Mixin
  private ConfigFileOption config = new ConfigFileOption();

  @Override
  public Integer call() {
    CommandLine line = spec.commandLine();
    Checked<GatewayConfig> read = ConfigReader.ofProcess().read(config.file);
    if (!read.isValid()) {
      ConfigFileOption.print(read.problems(), line.getErr());
      return ExitCode.SOFTWARE;
    }
    if (!read.value().upgrade().enabled()) {
      line.getErr()
          .println("lychgate: " + config.file + ": upgrade.enabled: false (expected: true)");
      return ExitCode.SOFTWARE;
    }
    try {
      line.getOut()
          .println(
              "lychgate: process " + UpgradeRequest.send(read.value().upgrade()) + " serves now");
      return ExitCode.OK;
    } catch (IOException e) {
      line.getErr().println("lychgate: upgrade: " + e.getMessage());
      return ExitCode.SOFTWARE;
    }
  }
}
