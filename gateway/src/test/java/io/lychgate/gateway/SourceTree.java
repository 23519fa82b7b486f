package io.lychgate.gateway;

import static java.util.stream.Collectors.toCollection;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of the repository that people write. */
final class SourceTree {
  /** Maven runs tests in the module's directory. */
  static final Path ROOT = Path.of("..");

  /** The folders with their subfolders. The files of the root itself belong to the tree too. */
  private static final List<String> FOLDERS = List.of(
      "admin-ui",
      "casper",
      "docker",
      "docs",
      "example-plugin",
      "gateway/src/main",
      "gateway/src/test",
      "jmh",
      "plugin-api",
      "scheduler");

  /** Build output, and code generated from {@code openapi.yaml}. */
  private static final Set<String> SKIPPED =
      Set.of("target", "node_modules", "dist", ".git", "schema.d.ts");

  private SourceTree() {}

  /** Returns the files whose path matches. */
  static Set<Path> files(Pattern wanted) throws IOException {
    Set<Path> found;
    try (Stream<Path> files = Files.list(ROOT)) {
      found = files.filter(file -> isWanted(file, wanted)).collect(toCollection(TreeSet::new));
    }
    for (String folder : FOLDERS) {
      Files.walkFileTree(ROOT.resolve(folder), new SimpleFileVisitor<>() {
        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
          return SKIPPED.contains(directory.getFileName().toString())
              ? FileVisitResult.SKIP_SUBTREE
              : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
          if (isWanted(file, wanted)) {
            found.add(file);
          }
          return FileVisitResult.CONTINUE;
        }
      });
    }
    return found;
  }

  private static boolean isWanted(Path file, Pattern wanted) {
    return wanted.matcher(file.toString()).matches()
        && !SKIPPED.contains(file.getFileName().toString());
  }
}
