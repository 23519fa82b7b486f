package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Commands;
import io.lychgate.jmh.machine.ProcessTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The JVM that gateways written in Java run on: this process's own. */
final class Jvm {
  private static final int WITH_MEMORY_ACCESS_OPTION = 23;
  private static final int WITH_COMPACT_HEADERS = 25;
  private static final int WITH_NATIVE_ACCESS_OPTION = 22;

  private Jvm() {}

  static Path java() {
    return home().resolve("bin/java");
  }

  static Path home() {
    return Path.of(System.getProperty("java.home"));
  }

  /** Those of Lychgate's launcher: what makes Netty cheap, and the heap. */
  static List<String> options() {
    int version = Runtime.version().feature();
    List<String> options = new ArrayList<>(List.of(
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
        "-Dio.netty.tryReflectionSetAccessible=true",
        "-Dio.netty.allocator.lowMemory=false",
        "-Dio.netty.leakDetection.level=disabled"));
    if (version >= WITH_NATIVE_ACCESS_OPTION) {
      options.add("--enable-native-access=ALL-UNNAMED");
    }
    if (version >= WITH_MEMORY_ACCESS_OPTION) {
      options.add("--sun-misc-unsafe-memory-access=allow");
    }
    if (version >= WITH_COMPACT_HEADERS) {
      options.add("-XX:+UseCompactObjectHeaders");
    }
    options.addAll(List.of("-Xms256m", "-Xmx1g"));
    return options;
  }

  /** A full collection; the collector then gives back pages that it no longer needs. */
  static void collectGarbage(ProcessTree process) throws IOException {
    for (ProcessHandle member : process.members()) {
      String command = member.info().command().orElse("");
      if (command.endsWith("/java")) {
        Path jcmd = Path.of(command).resolveSibling("jcmd");
        var unused = Commands.output(
            List.of(jcmd.toString(), Long.toString(member.pid()), "GC.run"), Path.of("/"));
      }
    }
  }
}
