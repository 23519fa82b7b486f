package io.lychgate.jmh.peers;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a JVM spends its processor time, drawn by async-profiler as one HTML file: wide is what takes long, and what stands on it
 * is what it calls. The JVM loads the profiler while it runs, so that the load before is not in the graph.
 *
 * <p>The kernel's part is in it where the machine lets a process see it ({@code kernel.perf_event_paranoid}).
 */
final class FlameGraph {
  /** Every millisecond of processor time. */
  private static final String START = "start,event=cpu,interval=1ms";

  private final Path library;
  private final ProcessHandle process;

  /** {@code directory} takes the profiler's library. */
  FlameGraph(Running gateway, Path directory) throws IOException {
    this.library = library(directory);
    this.process = gateway.tree().root();
  }

  void start() throws IOException {
    give(START);
  }

  /** Frames narrower than a five-hundredth of the whole are left out: they could not be read. */
  void stop(String title, Path file) throws IOException {
    give("stop,flamegraph,minwidth=0.2,title=" + title + ",file=" + file);
  }

  private void give(String order) throws IOException {
    // In quotes, because jcmd takes what has a comma or an equals sign for an option of its own.
    String answer = Jvm.ask(process, "JVMTI.agent_load", library.toString(), '"' + order + '"');
    if (!answer.contains("return code: 0")) {
      throw new IOException("async-profiler: " + answer.strip() + " (expected: return code: 0)");
    }
  }

  private static Path library(Path directory) throws IOException {
    String processor = "aarch64".equals(System.getProperty("os.arch")) ? "arm64" : "x64";
    String resource = "/linux-" + processor + "/libasyncProfiler.so";
    Path file = directory.resolve("libasyncProfiler.so");
    try (InputStream in = FlameGraph.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException(resource + ": not among the benchmarks' libraries");
      }
      Files.copy(in, file);
    }
    return file;
  }
}
