package io.lychgate.gateway.testkit;

import io.lychgate.gateway.Main;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Command lines that run classes of the project in a JVM of their own, with the JDK and the class path of the test. */
public final class ForkedJava {
  private static final String JAR = "lychgate.jar";

  private ForkedJava() {}

  /** Returns whether {@link #lychgate} starts the jar of the build and its libraries. Otherwise each library is a jar of its own. */
  public static boolean isPackaged() {
    return entries().anyMatch(entry -> entry.endsWith(JAR));
  }

  /** The program {@code lychgate} with these arguments. */
  public static List<String> lychgate(String... arguments) {
    return entries()
        .filter(entry -> entry.getFileName().toString().equals(JAR))
        .findFirst()
        .map(jar -> command(archive(jar), jar.toString(), Main.class, arguments))
        .orElseGet(() -> command(Main.class, arguments));
  }

  /** The program {@code lychgate} without the jars with this name prefix, as on a platform that has none. */
  public static List<String> lychgateWithout(String jars, String... arguments) {
    String classPath = entries()
        .flatMap(ForkedJava::expanded)
        .filter(entry -> !entry.getFileName().toString().startsWith(jars))
        .map(ForkedJava::unpacked)
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
    return command(List.of(), classPath, Main.class, arguments);
  }

  /** The main method of a class. */
  public static List<String> command(Class<?> main, String... arguments) {
    String classPath =
        entries().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    return command(List.of(), classPath, main, arguments);
  }

  private static List<String> command(
      List<String> flags, String classPath, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /**
   * Classes that the first process to end archives for the others: their starts take half the processor time (JEP 350). JDKs before 19
   * make no archive by themselves.
   */
  private static List<String> archive(Path jar) {
    int version = Runtime.version().feature();
    return version < 19
        ? List.of()
        : List.of(
            "-XX:+AutoCreateSharedArchive",
            "-XX:SharedArchiveFile=" + jar.resolveSibling("forked-" + version + ".jsa"),
            "-Xlog:disable");
  }

  private static Stream<Path> entries() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry).toAbsolutePath());
  }

  /** Returns the jars of a folder that is written with an asterisk. */
  private static Stream<Path> expanded(Path entry) {
    if (!entry.endsWith("*")) {
      return Stream.of(entry);
    }
    String[] jars = entry.resolveSibling("").toFile().list();
    return jars == null ? Stream.empty() : Arrays.stream(jars).map(entry::resolveSibling);
  }

  /** The manifest of the gateway's jar names all libraries. The folder of its classes does not. */
  private static Path unpacked(Path entry) {
    return entry.endsWith(JAR) ? entry.resolveSibling("classes") : entry;
  }
}
