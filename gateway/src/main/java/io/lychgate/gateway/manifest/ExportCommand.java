package io.lychgate.gateway.manifest;

import io.lychgate.gateway.command.OutputOption;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.yaml.Suggestion;
import io.lychgate.gateway.push.format.Losses;
import io.lychgate.gateway.push.format.ManifestFormat;
import io.lychgate.gateway.push.format.ManifestFormats;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lychgate manifest export}: writes a manifest as a file of another tool. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description =
        "Writes a manifest as a file of another tool. What that format cannot express is a warning.")
final class ExportCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "The manifest.")
  private Path file = Path.of("");

  @Option(
      names = "--format",
      required = true,
      paramLabel = "FORMAT",
      completionCandidates = FormatNames.class,
      description = "One of ${COMPLETION-CANDIDATES}.")
  private String format = "";

  @Mixin
  private OutputOption output = new OutputOption();

  @Override
  public Integer call() {
    ManifestFormat chosen = ManifestFormats.of(format)
        .orElseThrow(() -> new ParameterException(
            spec.commandLine(),
            "--format: " + format + " " + Suggestion.orExpected(format, ManifestFormats.ids())));
    Output out = new Output(spec);
    Checked<PushManifest> manifest = ManifestFile.read(file, new ManifestReader());
    if (!manifest.isValid()) {
      return out.refuse(manifest.problems());
    }
    Losses losses = new Losses();
    String text = chosen.write(manifest.value(), losses);
    losses.sentences().forEach(loss -> out.note(file + ": warning: " + loss));
    return out.write(text, output);
  }
}
