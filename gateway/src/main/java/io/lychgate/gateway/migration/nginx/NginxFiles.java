package io.lychgate.gateway.migration.nginx;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.file.IncludePattern;
import io.lychgate.gateway.config.yaml.DocumentFile;
import io.lychgate.gateway.migration.draft.ImportReport;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Reads nginx.conf with its includes. Relative names refer to the directory of the main file, as in nginx. */
final class NginxFiles {
  /** Files of one configuration. */
  private static final int MAX_FILES = 5_000;

  private static final int MAX_DEPTH = 16;

  /** Bytes of all files together. */
  private static final long MAX_BYTES = 64L * 1024 * 1024;

  /** Files with media types and parameters of other protocols, which carry no behaviour. */
  private static final List<String> TABLES = List.of("mime.types");

  private static final Path USUAL_PLACE = Path.of("/etc/nginx");

  private final Path prefix;
  private final ImportReport report;
  private int files;
  private long bytes;

  private NginxFiles(Path prefix, ImportReport report) {
    this.prefix = prefix;
    this.report = report;
  }

  /**
   * Returns all directives, with those of included files in the place of {@code include}; or the problems that prevent it.
   *
   * @param start a file, or a directory with nginx.conf or with files as those of conf.d
   */
  static Checked<List<NginxDirective>> read(Path start, ImportReport report) {
    if (!Files.isDirectory(start)) {
      Path parent = start.toAbsolutePath().normalize().getParent();
      return new NginxFiles(parent == null ? start : parent, report).file(start, 0, "");
    }
    NginxFiles files = new NginxFiles(start.toAbsolutePath().normalize(), report);
    Path main = start.resolve("nginx.conf");
    if (Files.exists(main)) {
      return files.file(main, 0, "");
    }
    List<NginxDirective> all = new ArrayList<>();
    TreeSet<Path> found = new TreeSet<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(start, "*.conf")) {
      for (Path file : stream) {
        if (Files.isRegularFile(file) && found.size() < MAX_FILES) {
          found.add(file);
        }
      }
    } catch (IOException e) {
      return Checked.invalid(List.of(ConfigProblem.ofFile(
          start.toString(), "directory: not readable (expected: permission to read it)")));
    }
    if (found.isEmpty()) {
      return Checked.invalid(List.of(ConfigProblem.ofFile(
          start.toString(), "directory: without *.conf (expected: nginx.conf or *.conf)")));
    }
    for (Path file : found) {
      Checked<List<NginxDirective>> read = files.file(file, 1, "");
      if (!read.isValid()) {
        return read;
      }
      all.addAll(read.value());
    }
    return Checked.valid(all);
  }

  /** @param block the name of the innermost block that has the text; empty if there is none */
  private Checked<List<NginxDirective>> file(Path file, int depth, String block) {
    if (++files > MAX_FILES) {
      return Checked.invalid(List.of(ConfigProblem.ofFile(
          file.toString(), "file: too many of them (expected: at most " + MAX_FILES + ")")));
    }
    Checked<String> text = DocumentFile.read(file);
    if (!text.isValid()) {
      return Checked.invalid(text.problems());
    }
    bytes += text.value().length();
    if (bytes > MAX_BYTES) {
      return Checked.invalid(List.of(ConfigProblem.ofFile(
          file.toString(), "files: too large (expected: at most " + MAX_BYTES + " bytes)")));
    }
    Checked<List<NginxDirective>> parsed = NginxParser.parse(text.value(), file.toString());
    return parsed.isValid() ? included(parsed.value(), depth, block) : parsed;
  }

  private Checked<List<NginxDirective>> included(
      List<NginxDirective> directives, int depth, String block) {
    List<NginxDirective> all = new ArrayList<>();
    for (NginxDirective directive : directives) {
      if (directive.is("include") && directive.block() == null) {
        Checked<List<NginxDirective>> read = include(directive, depth, block);
        if (!read.isValid()) {
          return read;
        }
        all.addAll(read.value());
      } else if (directive.block() != null) {
        Checked<List<NginxDirective>> inner =
            included(directive.children(), depth, directive.name());
        if (!inner.isValid()) {
          return inner;
        }
        all.add(new NginxDirective(
            directive.name(), directive.arguments(), inner.value(), directive.place()));
      } else {
        all.add(directive);
      }
    }
    return Checked.valid(all);
  }

  private Checked<List<NginxDirective>> include(NginxDirective directive, int depth, String block) {
    List<NginxDirective> all = new ArrayList<>();
    String name = directive.argument(0);
    if (TABLES.stream().anyMatch(name::endsWith)) {
      report.unneeded(
          directive.place(), directive.shown(), "the gateway knows the types of files itself");
      return Checked.valid(all);
    }
    if (depth >= MAX_DEPTH) {
      return Checked.invalid(List.of(new ConfigProblem(
          directive.place().file(),
          directive.place().line(),
          1,
          "",
          "include: too deep or a cycle (expected: at most " + MAX_DEPTH + " levels)")));
    }
    Optional<List<Path>> found = files(name);
    if (found.isEmpty() || (found.get().isEmpty() && name.chars().noneMatch(c -> c == '*'))) {
      missing(directive, block, all);
    }
    for (Path file : found.orElse(List.of())) {
      Checked<List<NginxDirective>> read = file(file, depth + 1, block);
      if (!read.isValid()) {
        return read;
      }
      all.addAll(read.value());
    }
    return Checked.valid(all);
  }

  /** A location keeps the directive, which closes it: the file may restrict access. */
  private void missing(NginxDirective directive, String block, List<NginxDirective> into) {
    boolean isLocation = block.equals("location");
    if (isLocation) {
      into.add(directive);
    }
    report.lost(
        directive.place(),
        directive.shown(),
        "the file is not here; CAUTION: it may restrict access"
            + (isLocation ? ", so the location responds with 403" : ""));
  }

  /**
   * Returns the files of a name or pattern; nothing if the pattern cannot be followed. For a copy of /etc/nginx, absolute names refer to
   * the copy if the original is absent.
   */
  private Optional<List<Path>> files(String name) {
    try {
      Path path = prefix.resolve(name).normalize();
      List<Path> found = existing(path);
      return Optional.of(
          found.isEmpty() && path.startsWith(USUAL_PLACE) && !prefix.startsWith(USUAL_PLACE)
              ? existing(prefix.resolve(USUAL_PLACE.relativize(path)))
              : found);
    } catch (InvalidPathException | IncludePattern.Refusal e) {
      return Optional.empty();
    }
  }

  private static List<Path> existing(Path pattern) throws IncludePattern.Refusal {
    return new IncludePattern(pattern)
        .files().stream().filter(Files::isRegularFile).toList();
  }
}
