package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Commands;
import io.lychgate.jmh.machine.ProcessTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The JVM that gateways written in Java run on: this process's own. */
final class Jvm {
  private static final int WITH_MEMORY_ACCESS_OPTION = 23;
  private static final int WITH_COMPACT_HEADERS = 25;
  private static final int WITH_NATIVE_ACCESS_OPTION = 22;

  /** Says in brackets to whom the kernel gives huge pages. */
  private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

  private static final Pattern ALLOCATED = Pattern.compile(" allocated=([0-9.]+)([BKMG]) ");

  private Jvm() {}

  static Path java() {
    return home().resolve("bin/java");
  }

  static Path home() {
    return Path.of(System.getProperty("java.home"));
  }

  /** Those of Lychgate's launcher: what makes Netty cheap, huge pages where there are any, and the heap. */
  static List<String> options(Place place) throws IOException {
    int version = Runtime.version().feature();
    List<String> options = new ArrayList<>(List.of(
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
        "-Dio.netty.tryReflectionSetAccessible=true",
        "-Dio.netty.allocator.lowMemory=false",
        "-Dio.netty.leakDetection.level=disabled",
        "-XX:CompileThresholdScaling=2",
        "-XX:MaxTenuringThreshold=2"));
    if (version >= WITH_NATIVE_ACCESS_OPTION) {
      options.add("--enable-native-access=ALL-UNNAMED");
    }
    if (version >= WITH_MEMORY_ACCESS_OPTION) {
      options.add("--sun-misc-unsafe-memory-access=allow");
    }
    if (version >= WITH_COMPACT_HEADERS) {
      options.add("-XX:+UseCompactObjectHeaders");
    }
    if (Files.isReadable(HUGE_PAGES) && givesHugePages(Files.readString(HUGE_PAGES))) {
      options.add("-XX:+UseTransparentHugePages");
    }
    options.addAll(List.of("-Xms256m", "-Xmx1g", gcLogOption(place)));
    return options;
  }

  /** Whether a process that asks for huge pages is given them; the JVM would complain if not. */
  static boolean givesHugePages(String modes) {
    return modes.contains("[madvise]") || modes.contains("[always]");
  }

  /** Collections are a line each: it costs nothing that could be measured. */
  static String gcLogOption(Place place) {
    return "-Xlog:gc:file=" + place.gcLog();
  }

  /** A full collection; the collector then gives back pages that it no longer needs. */
  static void collectGarbage(ProcessTree process) throws IOException {
    for (ProcessHandle member : process.members()) {
      var unused = ask(member, "GC.run");
    }
  }

  /** By all threads that live; empty when one has allocated so much that the JVM tells it in gigabytes. */
  static OptionalDouble allocatedKb(ProcessTree process) throws IOException {
    StringBuilder threads = new StringBuilder(16_384);
    for (ProcessHandle member : process.members()) {
      threads.append(ask(member, "Thread.print", "-e"));
    }
    return allocatedKb(threads.toString());
  }

  static OptionalDouble allocatedKb(String threads) {
    double sum = 0;
    boolean isExact = false;
    Matcher figure = ALLOCATED.matcher(threads);
    while (figure.find()) {
      double kilobytes = Double.parseDouble(figure.group(1))
          * switch (figure.group(2)) {
            case "K" -> 1;
            case "M" -> 1024;
            case "G" -> Double.NaN;
            default -> 1.0 / 1024;
          };
      sum += kilobytes;
      isExact = true;
    }
    return isExact && Double.isFinite(sum) ? OptionalDouble.of(sum) : OptionalDouble.empty();
  }

  /** What the JVM answers to jcmd; nothing from a process that is none. */
  static String ask(ProcessHandle process, String... question) throws IOException {
    String command = process.info().command().orElse("");
    if (!command.endsWith("/java")) {
      return "";
    }
    List<String> words = new ArrayList<>(
        List.of(Path.of(command).resolveSibling("jcmd").toString(), Long.toString(process.pid())));
    words.addAll(List.of(question));
    return Commands.output(words, Path.of("/"));
  }
}
