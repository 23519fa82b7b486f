package io.lychgate.jmh.machine;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Programs of this machine: their paths, their output, the installation of missing ones. */
public final class Commands {
  private static final Pattern COLON = Pattern.compile(File.pathSeparator, Pattern.LITERAL);

  private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+[.0-9]*(-SNAPSHOT)?");

  private Commands() {}

  /** Finds a program on PATH or in Debian's folders of daemons, which not every PATH includes. */
  public static Optional<Path> find(String program) {
    List<String> folders = new ArrayList<>(
        COLON.splitAsStream(System.getenv().getOrDefault("PATH", "")).toList());
    folders.addAll(List.of("/usr/sbin", "/usr/local/sbin"));
    return folders.stream()
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Returns why a Debian package's program is missing; empty if it is present, or has been installed. */
  public static Optional<String> absence(String program, String debianPackage) {
    if (find(program).isPresent()) {
      return Optional.empty();
    }
    if (!"root".equals(System.getProperty("user.name")) || find("apt-get").isEmpty()) {
      return Optional.of(
          program + ": not installed (expected: apt-get install " + debianPackage + ")");
    }
    try {
      output(
          List.of(
              "env",
              "DEBIAN_FRONTEND=noninteractive",
              "apt-get",
              "install",
              "-y",
              "-q",
              "--no-install-recommends",
              debianPackage),
          Path.of("/"));
    } catch (IOException e) {
      return Optional.of(
          program + ": apt-get install " + debianPackage + " failed (" + e.getMessage() + ")");
    }
    return find(program).isPresent()
        ? Optional.empty()
        : Optional.of(program + ": not in package " + debianPackage);
  }

  /** Runs a short command and returns its output. A status other than 0 is an exception with the last line of it. */
  public static String output(List<String> command, Path directory) throws IOException {
    Process process = new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      throw new IOException(command.get(0) + ": interrupted", e);
    }
    if (process.isAlive() || process.exitValue() != 0) {
      throw new IOException(command.get(0) + ": failed: " + lastLine(output));
    }
    return output;
  }

  /** Returns the first text in the program's output that looks like a version. */
  public static String version(String program, String option) throws IOException {
    String path = find(program).map(Path::toString).orElse(program);
    Matcher version = VERSION.matcher(output(List.of(path, option), Path.of("/")));
    return version.find() ? version.group() : "";
  }

  public static String lastLine(String output) {
    String text = output.strip();
    return text.substring(text.lastIndexOf('\n') + 1);
  }
}
