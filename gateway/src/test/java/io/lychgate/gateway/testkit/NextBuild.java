package io.lychgate.gateway.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** A later build of the gateway: its sources know a higher number of the schema, and it has a migration to that. */
public final class NextBuild {
  private static final String PACKAGE = "io/lychgate/gateway/store";
  private static final String CONSTANT = "static final int SCHEMA = ";

  private NextBuild() {}

  /**
   * Compiles the build and returns its class path.
   *
   * @param migrations folder among the test resources, with one folder for each database
   */
  public static String compile(Path directory, String migrations, int schema) throws Exception {
    Path sources = Files.createDirectories(directory.resolve("sources"));
    Path classes = Files.createDirectories(directory.resolve("classes"));
    List<String> arguments = new ArrayList<>(List.of(
        "-proc:none",
        "-nowarn",
        "-cp",
        System.getProperty("java.class.path"),
        "-d",
        classes.toString()));
    try (Stream<Path> files = Files.list(Path.of("src/main/java").resolve(PACKAGE))) {
      for (Path file : files.toList()) {
        String text = Files.readString(file);
        // The compiler copies the constant into each class that uses it.
        if (text.contains(CONSTANT) || text.contains("DatabaseOpener.SCHEMA")) {
          Path copy = sources.resolve(String.valueOf(file.getFileName()));
          Files.writeString(
              copy, text.replaceAll(CONSTANT + "\\d+;", CONSTANT + schema + ";"));
          arguments.add(copy.toString());
        }
      }
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int code = compiler.run(null, null, null, arguments.toArray(String[]::new));
    if (code != 0) {
      throw new IOException("javac: " + code);
    }
    addMigrations(classes, migrations);
    return classes + File.pathSeparator + System.getProperty("java.class.path");
  }

  private static void addMigrations(Path classes, String migrations) throws Exception {
    Path from = Path.of(
        Objects.requireNonNull(NextBuild.class.getResource("/" + migrations)).toURI());
    for (String database : List.of("sqlite", "postgresql")) {
      Path folder = Files.createDirectories(classes.resolve("db").resolve(database));
      try (Stream<Path> files = Files.list(from.resolve(database))) {
        for (Path file : files.toList()) {
          Files.copy(file, folder.resolve(String.valueOf(file.getFileName())));
        }
      }
    }
  }
}
