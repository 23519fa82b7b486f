package io.lychgate.gateway;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lychgate completion}: prints a script for the completion of commands and options. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {
      "Prints a script that completes commands and options in Bash, and in Zsh after `autoload bashcompinit && bashcompinit`.",
      "For the present shell: `source <(lychgate completion bash)`."
    })
final class CompletionCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
  private String shell = "";

  private final Supplier<CommandLine> all;

  CompletionCommand(Supplier<CommandLine> all) {
    this.all = all;
  }

  @Override
  public Integer call() {
    if (!shell.equals("bash") && !shell.equals("zsh")) {
      throw new ParameterException(
          spec.commandLine(), "SHELL: " + shell + " (expected: bash or zsh)");
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(AutoComplete.bash("lychgate", all.get()));
    out.flush();
    return ExitCode.OK;
  }
}
