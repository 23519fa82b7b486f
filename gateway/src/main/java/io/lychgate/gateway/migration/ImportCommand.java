package io.lychgate.gateway.migration;

import io.lychgate.gateway.command.NewFile;
import io.lychgate.gateway.command.OutputOption;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.migration.draft.GatewayDraft;
import io.lychgate.gateway.migration.draft.ImportReport;
import io.lychgate.gateway.migration.draft.ImportedConfiguration;
import io.lychgate.gateway.migration.h2o.H2oImport;
import io.lychgate.gateway.migration.nginx.NginxImport;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lychgate import}: makes gateway.yaml of the configuration of another server. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description = {
      "Makes gateway.yaml of nginx.conf or h2o.conf: listeners, TLS, upstreams, routes, header fields, redirects and pushes.",
      "Writes it to standard output or to a new file, and what could not be carried over to standard error: file:line, setting, reason. The result passes `lychgate check`. Exit code 1 if the file cannot be read."
    })
public final class ImportCommand implements Callable<Integer> {
  private enum Format {
    NGINX,
    H2O
  }

  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Parameters(
      index = "0",
      paramLabel = "nginx|h2o",
      description = "The server whose configuration it is.")
  private Format format = Format.NGINX;

  @Parameters(
      index = "1",
      paramLabel = "FILE|DIRECTORY",
      description =
          "The configuration. For nginx also a directory with nginx.conf, or with files as those of conf.d.")
  private Path source = Path.of("nginx.conf");

  @Mixin
  private OutputOption output = new OutputOption();

  @Option(
      names = "--comments",
      description = "Write the report into the result as well, as comments at its beginning.")
  private boolean hasComments;

  @Option(
      names = "--keep-missing",
      description =
          "Keep references to certificates, keys and folders that are absent on this machine. Without it, such listeners are left out, and such routes respond with an error.")
  private boolean keepsMissing;

  /** Returns the command. */
  public static CommandLine commandLine() {
    return new CommandLine(new ImportCommand());
  }

  @Override
  public Integer call() {
    if (format == Format.H2O && Files.isDirectory(source)) {
      throw new ParameterException(
          spec.commandLine(), source + ": a directory (expected: the file h2o.conf)");
    }
    PrintWriter err = spec.commandLine().getErr();
    String refusal = output.refusal();
    if (refusal != null) {
      return refuse(err, refusal);
    }
    ImportReport report = new ImportReport();
    Checked<GatewayDraft> read =
        format == Format.NGINX ? NginxImport.read(source, report) : H2oImport.read(source, report);
    if (!read.isValid()) {
      read.problems().forEach(err::println);
      err.flush();
      return ExitCode.SOFTWARE;
    }
    NewFile target = output.file();
    Path place = target == null
        ? Path.of("").toAbsolutePath()
        : target.path().toAbsolutePath().normalize().getParent();
    String text = ImportedConfiguration.text(
        read.value(), report, place == null ? Path.of("/") : place, keepsMissing);
    String whole = heading(report) + text;
    report.entries().forEach(err::println);
    err.flush();
    String failure = output.write(whole, spec.commandLine().getOut());
    return failure == null ? ExitCode.OK : refuse(err, failure);
  }

  private String heading(ImportReport report) {
    StringBuilder heading = new StringBuilder();
    heading.append("# Imported from ").append(oneLine(source.toString())).append('\n');
    if (hasComments) {
      report.entries().forEach(each -> heading.append("# ").append(each).append('\n'));
    }
    return heading.append('\n').toString();
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  private static int refuse(PrintWriter err, String message) {
    err.println("lychgate: " + message);
    err.flush();
    return ExitCode.SOFTWARE;
  }
}
