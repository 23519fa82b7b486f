package io.lychgate.gateway.manifest;

import io.lychgate.gateway.command.NewFile;
import io.lychgate.gateway.command.OutputOption;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.yaml.DocumentFile;
import io.lychgate.gateway.push.format.ForeignFile;
import io.lychgate.gateway.push.format.ImportOptions;
import io.lychgate.gateway.push.format.Imported;
import io.lychgate.gateway.push.format.ManifestFormats;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lychgate manifest import}: converts a file of another tool to a manifest. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description = {
      "Reads a manifest of another tool and writes a push manifest. What that cannot express, and what is guessed, is a warning."
    })
final class ImportCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "The file of the other tool.")
  private Path file = Path.of("");

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      completionCandidates = FormatNames.class,
      description =
          "Format of the file, if its content does not show it: ${COMPLETION-CANDIDATES}.")
  private String format = "";

  @Option(
      names = "--base",
      paramLabel = "PATH",
      description = "Base of its relative files: a path or an https URL (default: /).")
  private String base = "/";

  @Option(
      names = "--page",
      paramLabel = "[ENTRY=]GLOB",
      description = "Pages for a file, or for one of its entries, that names none.")
  private List<String> pages = List.of();

  @Mixin
  private OutputOption output = new OutputOption();

  @Override
  public Integer call() {
    ImportOptions options = options();
    Output out = new Output(spec);
    Checked<String> text = DocumentFile.read(file);
    if (!text.isValid()) {
      return out.refuse(text.problems());
    }
    Imported imported =
        ManifestFormats.read(new ForeignFile(file.toString(), text.value()), format, options);
    if (!imported.isDone()) {
      return out.refuse(imported.problems());
    }
    out.warnings(imported.warnings());
    int written = out.write(imported.yaml(), output);
    NewFile to = output.file();
    if (written == ExitCode.OK && to != null) {
      out.note(to.path() + ": written (" + imported.format() + ")");
    }
    return written;
  }

  private ImportOptions options() {
    if (!base.startsWith("/") && !base.startsWith("https://")) {
      throw new ParameterException(
          spec.commandLine(), "--base: " + base + " (expected: /path/ or https://host/path/)");
    }
    String page = null;
    Map<String, String> ofEntries = new HashMap<>();
    for (String given : pages) {
      int equals = given.lastIndexOf('=');
      String glob = given.substring(equals + 1);
      String problem = PathPattern.problemOfGlob(glob);
      if (!problem.isEmpty()) {
        throw new ParameterException(spec.commandLine(), "--page: " + problem);
      }
      if (equals < 0) {
        page = glob;
      } else {
        ofEntries.put(given.substring(0, equals), glob);
      }
    }
    return new ImportOptions(base, page, ofEntries);
  }
}
