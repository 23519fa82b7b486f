package io.lychgate.jmh.peers;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Flame graph of a JVM's processor time, drawn by async-profiler as one HTML file. The width of a frame is its time; the frames
 * above it are those that it calls. The running JVM loads the profiler, so that earlier load is not in the graph.
 *
 * <p>The graph includes the kernel if the machine lets a process see it ({@code kernel.perf_event_paranoid}).
 */
final class FlameGraph {
  /** Starts with one sample per millisecond of processor time. */
  private static final String START = "start,event=cpu,interval=1ms";

  private final Path library;
  private final ProcessHandle process;

  /** Copies the profiler's library into {@code directory}. */
  FlameGraph(Running gateway, Path directory) throws IOException {
    this.library = library(directory);
    this.process = gateway.tree().root();
  }

  void start() throws IOException {
    give(START);
  }

  /** Writes the graph. Frames narrower than a five-hundredth of the whole are left out, as they are illegible. */
  void stop(String title, Path file) throws IOException {
    give("stop,flamegraph,minwidth=0.2,title=" + title + ",file=" + file);
  }

  private void give(String order) throws IOException {
    // In quotes, because jcmd parses text with a comma or an equals sign as its own option.
    String reply = Jvm.ask(process, "JVMTI.agent_load", library.toString(), '"' + order + '"');
    if (!reply.contains("return code: 0")) {
      throw new IOException("async-profiler: " + reply.strip() + " (expected: return code: 0)");
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
