package io.lychgate.gateway;

import java.util.concurrent.Callable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that only has commands. Without one of them it prints their list, and its exit code is that of a wrong call. */
abstract class CommandGroup implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Override
  public final Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE;
  }
}
