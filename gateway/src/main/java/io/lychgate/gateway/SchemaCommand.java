package io.lychgate.gateway;

import io.lychgate.gateway.config.file.ConfigReader;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lychgate schema}: the JSON Schema of gateway.yaml, for editors. */
@Command(
    name = "schema",
    mixinStandardHelpOptions = true,
    description = "Prints the JSON Schema of gateway.yaml, for editors.")
final class SchemaCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--included",
      description = "The schema of a file that another one includes: no key is required.")
  private boolean isIncluded;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(isIncluded ? ConfigReader.includedSchemaText() : ConfigReader.schemaText());
    out.flush();
    return ExitCode.OK;
  }
}
