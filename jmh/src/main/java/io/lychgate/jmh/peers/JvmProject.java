package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Standalone Maven project, built on first use and after changes. */
final class JvmProject {
  private final Path parent;
  private final String name;

  JvmProject(Path parent, String name) {
    this.parent = parent;
    this.name = name;
  }

  Path classes() {
    return folder().resolve("target/classes");
  }

  Path libraries() {
    return folder().resolve("target/lib");
  }

  /** Builds the project if needed. Returns why it failed; empty if it is built. */
  Optional<String> build() {
    try {
      if (!isStale()) {
        return Optional.empty();
      }
      Optional<Path> maven = Commands.find("mvn");
      if (maven.isEmpty()) {
        return Optional.of(name + ": not built (expected: mvn on PATH)");
      }
      var unused = Commands.output(
          List.of(
              "env",
              "JAVA_HOME=" + Jvm.home(),
              maven.get().toString(),
              "-B",
              "-ntp",
              "-q",
              "-Dstyle.color=never",
              "-f",
              folder().toString(),
              "clean",
              "package"),
          parent);
      Files.writeString(stamp(), "");
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(name + ": the build of " + folder() + " failed (" + e.getMessage() + ")");
    }
  }

  /** Version of the project, which is the peer's. */
  String version() throws IOException {
    return versionIn(Files.readString(folder().resolve("pom.xml"))).orElse("");
  }

  /** Returns the first version after the parent's. */
  static Optional<String> versionIn(String pom) {
    Matcher version = Pattern.compile("</parent>.*?<version>([^<]+)</version>", Pattern.DOTALL)
        .matcher(pom);
    return version.find() ? Optional.of(version.group(1)) : Optional.empty();
  }

  private boolean isStale() throws IOException {
    if (!Files.exists(stamp())) {
      return true;
    }
    FileTime built = Files.getLastModifiedTime(stamp());
    try (Stream<Path> sources = Files.walk(folder().resolve("src"))) {
      for (Path source : Stream.concat(
              sources, Stream.of(parent.resolve("pom.xml"), folder().resolve("pom.xml")))
          .toList()) {
        if (Files.getLastModifiedTime(source).compareTo(built) > 0) {
          return true;
        }
      }
    }
    return false;
  }

  private Path stamp() {
    return folder().resolve("target/built");
  }

  private Path folder() {
    return parent.resolve(name);
  }
}
