package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.PatternSyntaxException;

/**
 * The files that one entry of {@code include} names. {@code *}, {@code ?} and character classes stand for characters of one name, and for
 * no name that begins with a dot, as in a shell.
 *
 * @param path absolute, perhaps with such signs
 */
public record IncludePattern(Path path) {
  /** Signals a pattern that cannot be followed. */
  public static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    Refusal(String message) {
      super(message, null, false, false);
    }
  }

  /** Returns true if it may stand for other files than the one with its name. */
  boolean isGlob() {
    return isGlob(path.toString());
  }

  private static boolean isGlob(String text) {
    return text.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
  }

  /** Returns the files that match, sorted by path. For a plain name, this is the path itself, present or not. */
  public List<Path> files() throws Refusal {
    if (!isGlob()) {
      return List.of(path);
    }
    Set<Path> found = new TreeSet<>();
    Set<Path> directories = new LinkedHashSet<>();
    walk(found, directories);
    return List.copyOf(found);
  }

  /** Returns the directories in which a new file may match. */
  Set<Path> directories() {
    Set<Path> directories = new LinkedHashSet<>();
    try {
      walk(new TreeSet<>(), directories);
    } catch (Refusal e) {
      // The next reading reports it. Those found so far are watched.
    }
    return directories;
  }

  private void walk(Set<Path> found, Set<Path> directories) throws Refusal {
    List<Path> level = new ArrayList<>();
    Path root = path.getRoot();
    level.add(root == null ? Path.of("/") : root);
    int seen = 0;
    for (int i = 0; i < path.getNameCount(); i++) {
      String name = path.getName(i).toString();
      PathMatcher matcher = isGlob(name) ? matcher(name) : null;
      boolean isLast = i == path.getNameCount() - 1;
      List<Path> next = new ArrayList<>();
      for (Path directory : level) {
        if (matcher == null) {
          Path child = directory.resolve(name);
          if (isLast ? Files.isRegularFile(child) : Files.isDirectory(child)) {
            next.add(child);
          }
          continue;
        }
        directories.add(directory);
        for (Path child : children(directory)) {
          if (++seen > Limits.MAX_INCLUDE_ENTRIES) {
            throw new Refusal("more than " + Limits.MAX_INCLUDE_ENTRIES
                + " names in its directories (expected: less)");
          }
          Path childName = child.getFileName();
          if (childName.toString().startsWith(".") == name.startsWith(".")
              && matcher.matches(childName)
              && (isLast ? Files.isRegularFile(child) : Files.isDirectory(child))) {
            next.add(child);
          }
        }
      }
      level = next;
    }
    found.addAll(level);
  }

  private static PathMatcher matcher(String name) throws Refusal {
    if (name.contains("**")) {
      throw new Refusal("** (expected: * within the name of a file or directory)");
    }
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + name);
    } catch (PatternSyntaxException e) {
      throw new Refusal(name + " (expected: a name with *, ?, [abc] or {a,b})");
    }
  }

  private static List<Path> children(Path directory) throws Refusal {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      for (Path child : stream) {
        children.add(child);
        if (children.size() > Limits.MAX_INCLUDE_ENTRIES) {
          break;
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      // It may have been deleted meanwhile: nothing matches.
      return List.of();
    } catch (IOException | DirectoryIteratorException | UncheckedIOException e) {
      throw new Refusal(directory + " (expected: a directory that can be read)");
    }
    return children;
  }
}
