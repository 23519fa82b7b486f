package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher of a distribution archive: {@code train} creates a start-up cache that the next start uses. */
@EnabledOnOs(OS.LINUX)
@EnabledForJreRange(minVersion = 25)
final class StartupCacheIT {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  @TempDir
  Path directory;

  @Test
  void startUsesTheCacheOfTrainWithoutCurlAndOpenssl() throws Exception {
    Path launcher = distribution();

    Process train = launch(launcher, directory.resolve("train.log"), "train");
    assertThat(train.waitFor()).isZero();

    Path caches = directory.resolve("state/aot");
    assertThat(filesIn(caches))
        .as(Files.readString(directory.resolve("train.log"))
            + Files.readString(caches.resolve("training.log")))
        .hasSize(2)
        .anyMatch(name -> name.endsWith(".aot"))
        .contains("training.log");
    Path configuration = Files.writeString(directory.resolve("gateway.yaml"), """
        listeners: [ { name: public, address: "127.0.0.1:0" } ]
        sites: []
        admin: { enabled: false }
        """);
    Path log = directory.resolve("run.log");
    Process run = launch(launcher, log, "run", "-c", configuration.toString());
    try {
      Await.within(PATIENCE, () -> assertThat(log).content().contains("lychgate: public on"));
      assertThat(log).content().contains("source: shared objects file");
      run.destroy();
      assertThat(run.waitFor()).isZero();
    } finally {
      run.destroyForcibly();
    }
  }

  /** The layout of the archive: bin/lychgate, lychgate.jar, and lib as paths of the manifest. */
  private Path distribution() throws IOException {
    Path launcher = directory.resolve("dist/bin/lychgate");
    Files.createDirectories(launcher.getParent());
    Files.copy(Path.of("..", "lychgate"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
    Path lib = Files.createDirectory(directory.resolve("dist/lib"));
    List<Path> folders = new ArrayList<>();
    List<String> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        folders.add(path);
      } else if (entry.endsWith(".jar") && !Files.isSymbolicLink(path)) {
        Path copy = lib.resolve(jars.size() + "-" + path.getFileName());
        Files.createLink(copy, path.toRealPath());
        jars.add("lib/" + copy.getFileName());
      }
    }
    pack(directory.resolve("dist/lychgate.jar"), folders, jars);
    return launcher;
  }

  /** The cache accepts classes of archives only. */
  private static void pack(Path jar, List<Path> folders, List<String> jars) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Main.class.getName());
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, String.join(" ", jars));
    Set<String> known = new HashSet<>();
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.setLevel(0);
      for (Path folder : folders) {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : files.filter(each -> !each.equals(folder)).toList()) {
            String name = folder.relativize(file).toString();
            if (!name.startsWith("META-INF/MANIFEST") && known.add(name)) {
              add(out, name, file);
            }
          }
        }
      }
    }
  }

  /** Folders have entries, too: the migrations of the store are found by that of theirs. */
  private static void add(JarOutputStream out, String name, Path file) throws IOException {
    if (Files.isDirectory(file)) {
      out.putNextEntry(new JarEntry(name + "/"));
    } else {
      out.putNextEntry(new JarEntry(name));
      Files.copy(file, out);
    }
  }

  private Process launch(Path launcher, Path log, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("LYCHGATE_JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("LYCHGATE_STATE", directory.resolve("state").toString());
    if (arguments[0].equals("run")) {
      builder.environment().put("LYCHGATE_JAVA_OPTS", "-Xlog:class+load=info");
    }
    return builder.start();
  }

  private static List<String> filesIn(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(file -> String.valueOf(file.getFileName())).toList();
    }
  }
}
