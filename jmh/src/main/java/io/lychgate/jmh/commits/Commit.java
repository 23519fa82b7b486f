package io.lychgate.jmh.commits;

import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Commit whose benchmarks can be run.
 *
 * @param name its name on the command line
 * @param id its full git hash
 */
record Commit(String name, String id) {

  static Commit of(Path repository, String name) throws IOException {
    String id = Commands.output(
        List.of("git", "rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"),
        repository);
    return new Commit(name, id.strip());
  }

  /** Returns the jar of its benchmarks. Builds it on first use in a temporary work tree, which it removes afterwards. */
  Path benchmarks(Path repository, Path folder) throws IOException {
    Path jar = folder.resolve(id + ".jar");
    if (Files.exists(jar)) {
      return jar;
    }
    Path tree = folder.resolve(id);
    git(repository, "worktree", "add", "--quiet", "--force", "--detach", tree.toString(), id);
    try {
      build(tree);
      Files.move(
          tree.resolve("jmh/target/benchmarks.jar"), jar, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      git(repository, "worktree", "remove", "--force", tree.toString());
    }
    return jar;
  }

  private void build(Path tree) throws IOException {
    List<String> maven = List.of(
        "mvn",
        "-B",
        "-ntp",
        "-q",
        "-pl",
        "jmh",
        "-am",
        "-Dmaven.test.skip=true",
        "-Dforbiddenapis.skip=true",
        "package");
    Steps.run(maven, tree, "the build of " + name);
  }

  private static void git(Path repository, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Steps.run(command, repository, "git " + arguments[0]);
  }
}
