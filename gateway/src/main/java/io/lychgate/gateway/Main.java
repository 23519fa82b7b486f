package io.lychgate.gateway;

import io.lychgate.gateway.doctor.DoctorCommand;
import io.lychgate.gateway.manifest.ManifestCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/** The program {@code lychgate}, as the launcher starts it. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    System.exit(
        isUsualStart(arguments) ? start(Path.of(arguments[2])) : commandLine().execute(arguments));
  }

  /**
   * Returns true for {@code run -c FILE}, the command of unit files and images. It runs without picocli. The start-up cache of the
   * JVM does not accept picocli's classes, which are of Java 5 and the slowest to verify.
   */
  private static boolean isUsualStart(String[] arguments) {
    return arguments.length == 3 && arguments[0].equals("run") && arguments[1].equals("-c");
  }

  private static int start(Path file) throws InterruptedException {
    PrintWriter out = writer(FileDescriptor.out);
    PrintWriter err = writer(FileDescriptor.err);
    try {
      return new ForegroundGateway(file, null, out, err).run() ? ExitCode.OK : ExitCode.SOFTWARE;
    } catch (RuntimeException e) {
      // Returns a failure, like picocli. Otherwise remaining threads could keep the process alive.
      e.printStackTrace(err);
      return ExitCode.SOFTWARE;
    }
  }

  private static PrintWriter writer(FileDescriptor terminal) {
    return new PrintWriter(new FileOutputStream(terminal), true, Charset.defaultCharset());
  }

  /** Returns the command line with every command. Exit codes: 0 for success, 1 for a negative result, 2 for wrong use. */
  static CommandLine commandLine() {
    return new CommandLine(new LychgateCommand())
        .addSubcommand(new InitCommand())
        .addSubcommand(new RunCommand())
        .addSubcommand(new CheckCommand())
        .addSubcommand(ManifestCommand.commandLine())
        .addSubcommand(DoctorCommand.commandLine())
        .addSubcommand(new StoreCommand())
        .addSubcommand(new SchemaCommand())
        .addSubcommand(new VersionCommand())
        .addSubcommand(new TrainingRunCommand())
        .setCaseInsensitiveEnumValuesAllowed(true);
  }
}
