package io.lychgate.gateway;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lychgate init}: writes a working configuration with its certificate and its folder of static files. */
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description =
        "Writes a configuration to start from: gateway.yaml, a self-signed certificate for localhost, and a folder for static files. Never overwrites a file.")
final class InitCommand implements Callable<Integer> {
  /** The environment variable that the launcher sets to the path of its call. */
  private static final String LAUNCHER = "LYCHGATE_COMMAND";

  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "DIRECTORY",
      description = "Where to write; created if missing. Default: the current directory.")
  private @Nullable Path directory;

  @Override
  public Integer call() {
    Path target = Objects.requireNonNullElse(directory, Path.of(""));
    PrintWriter err = spec.commandLine().getErr();
    StarterFiles files = new StarterFiles(target);
    List<String> objections = files.objections();
    if (!objections.isEmpty()) {
      objections.forEach(objection -> err.println("lychgate: " + objection));
      err.println("lychgate: nothing was written");
      err.flush();
      return ExitCode.SOFTWARE;
    }
    try {
      files.write(InstantSource.system());
    } catch (IOException e) {
      err.println("lychgate: " + StarterFiles.reasonOf(e) + "; nothing was written");
      err.flush();
      return ExitCode.SOFTWARE;
    }
    explain(files);
    return ExitCode.OK;
  }

  private void explain(StarterFiles files) {
    String command = quoted(Objects.requireNonNullElse(System.getenv(LAUNCHER), "lychgate"));
    String configuration = quoted(files.configuration().toString());
    PrintWriter out = spec.commandLine().getOut();
    out.println("Wrote");
    files.all().forEach(file -> out.println("  " + file));
    out.println();
    out.println("Next");
    out.println(
        "  Start your application on 127.0.0.1:3000, or enter its address under upstreams.");
    out.println("  " + command + " check -c " + configuration);
    out.println("  " + command + " run -c " + configuration);
    out.println();
    out.println("  Application    https://localhost:8443/");
    out.println("  Static files   https://localhost:8443/assets/");
    out.println("  Admin UI       https://localhost:9443/");
    out.println("  The certificate is self-signed: accept it in the browser; for curl add --cacert "
        + quoted(files.certificate().toString()));
    out.flush();
  }

  /** Returns the text quoted as one word of a shell. */
  static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./=:@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
