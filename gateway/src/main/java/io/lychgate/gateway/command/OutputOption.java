package io.lychgate.gateway.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the place of the result of a command: standard output, or a file. */
public final class OutputOption {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "File to write (default: standard output).")
  private @Nullable Path path;

  @Option(names = "--force", description = "Replace the file if it exists.")
  private boolean replaces;

  /** Returns the file; null for standard output. */
  public @Nullable NewFile file() {
    return path == null ? null : new NewFile(path, replaces);
  }

  /** Returns the reason for which the file may not be written; null if it may, and for standard output. */
  public @Nullable String refusal() {
    NewFile file = file();
    return file == null ? null : file.refusal();
  }

  /** Writes the text to its place. Returns the reason for which it is not written; null if it is. */
  public @Nullable String write(String text, PrintWriter out) {
    NewFile file = file();
    if (file != null) {
      return file.write(text);
    }
    out.print(text);
    out.flush();
    return null;
  }
}
