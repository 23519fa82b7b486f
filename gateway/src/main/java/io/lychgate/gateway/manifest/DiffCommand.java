package io.lychgate.gateway.manifest;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.push.diff.Change;
import io.lychgate.gateway.push.diff.ManifestDiff;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lychgate manifest diff}: shows the differences in meaning between two manifests. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    description =
        "Compares the meaning of two manifests; exit code 1 if they differ. Files of other tools are imported first.")
final class DiffCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "BEFORE", description = "A manifest.")
  private Path before = Path.of("");

  @Parameters(index = "1", paramLabel = "AFTER", description = "Another one.")
  private Path after = Path.of("");

  @Option(names = "--json", description = "The changes as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    Output out = new Output(spec);
    ManifestReader reader = new ManifestReader();
    Checked<PushManifest> old = ManifestFile.read(before, reader);
    Checked<PushManifest> now = ManifestFile.read(after, reader);
    if (!old.isValid() || !now.isValid()) {
      out.refuse(old.problems());
      out.refuse(now.problems());
      // The exit codes of diff(1): 1 means different, 2 means that the comparison failed.
      return ExitCode.USAGE;
    }
    List<Change> changes = ManifestDiff.between(old.value(), now.value());
    if (json) {
      out.json(changes);
    } else {
      changes.forEach(out::line);
    }
    return changes.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
