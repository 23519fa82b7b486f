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

/** JVM of the gateways written in Java: that of this process. */
final class Jvm {
  private static final int WITH_MEMORY_ACCESS_OPTION = 23;
  private static final int WITH_COMPACT_HEADERS = 25;
  private static final int WITH_NATIVE_ACCESS_OPTION = 22;

  /** Modes of huge pages, with the kernel's current one in brackets. */
  private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

  private static final Pattern ALLOCATED = Pattern.compile(" allocated=([0-9.]+)([BKMG]) ");

  private Jvm() {}

  static Path java() {
    return home().resolve("bin/java");
  }

  static Path home() {
    return Path.of(System.getProperty("java.home"));
  }

  /** Returns the options of Lychgate's launcher: those for Netty, huge pages if available, and the heap. */
  static List<String> options(Place place) throws IOException {
    int version = Runtime.version().feature();
    List<String> options = new ArrayList<>(List.of(
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
        "-Dio.netty.tryReflectionSetAccessible=true",
        "-Dio.netty.allocator.lowMemory=false",
        "-Dio.netty.leakDetection.level=disabled",
        "-XX:CompileThresholdScaling=2",
        "-XX:MaxTenuringThreshold=2",
        "-XX:SweeperThreshold=50"));
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

  /** Returns true if a process that requests huge pages gets them. Otherwise the JVM would warn. */
  static boolean givesHugePages(String modes) {
    return modes.contains("[madvise]") || modes.contains("[always]");
  }

  /** Returns the option for a log with a line per collection. It has no measurable cost. */
  static String gcLogOption(Place place) {
    return "-Xlog:gc:file=" + place.gcLog();
  }

  /** Runs a full collection. The collector then returns unused pages to the kernel. */
  static void collectGarbage(ProcessTree process) throws IOException {
    for (ProcessHandle member : process.members()) {
      var unused = ask(member, "GC.run");
    }
  }

  /** Allocation of all live threads in KB; empty if the JVM reports that of one thread in gigabytes. */
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

  /** Returns the JVM's reply to a jcmd command; empty for a process that is no JVM. */
  static String ask(ProcessHandle process, String... request) throws IOException {
    String command = process.info().command().orElse("");
    if (!command.endsWith("/java")) {
      return "";
    }
    List<String> words = new ArrayList<>(
        List.of(Path.of(command).resolveSibling("jcmd").toString(), Long.toString(process.pid())));
    words.addAll(List.of(request));
    return Commands.output(words, Path.of("/"));
  }
}
