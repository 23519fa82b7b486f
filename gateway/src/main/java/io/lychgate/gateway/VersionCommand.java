package io.lychgate.gateway;

import io.netty.util.Version;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lychgate version}: the versions to name in a bug report. */
@Command(
    name = "version",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.class,
    description = "Prints the version of the gateway, of Java and of Netty.")
final class VersionCommand implements Callable<Integer>, IVersionProvider {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    for (String line : getVersion()) {
      out.println(line);
    }
    out.flush();
    return ExitCode.OK;
  }

  @Override
  public String[] getVersion() {
    // Only a jar has the manifest with the version.
    @Nullable String own = Main.class.getPackage().getImplementationVersion();
    String netty = Version.identify().values().stream()
        .filter(version -> version.artifactId().equals("netty-common"))
        .map(Version::artifactVersion)
        .findFirst()
        .orElse("unknown");
    return new String[] {
      "lychgate " + Objects.requireNonNullElse(own, "development"),
      "java " + Runtime.version(),
      "netty " + netty,
      System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
          + System.getProperty("os.arch"),
    };
  }
}
