package io.lychgate.jmh.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes of this run. Closing it, or ending the JVM by Ctrl-C, ends them with their descendants. */
public final class Children implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 5;

  private final List<Process> live = new ArrayList<>();
  private final Thread hook = new Thread(this::close, "end-children");
  private boolean isClosed;

  /** Creates an empty set. */
  public Children() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Starts a command on one core and appends its output to the log. */
  public Process start(int core, List<String> command, Path directory, Path log)
      throws IOException {
    List<String> pinned = new ArrayList<>(List.of("taskset", "-c", Integer.toString(core)));
    pinned.addAll(command);
    return start(pinned, directory, log);
  }

  /** Starts a command on any core and appends its output to the log. */
  public Process start(List<String> command, Path directory, Path log) throws IOException {
    return start(new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())));
  }

  /** Starts the described process. */
  public synchronized Process start(ProcessBuilder described) throws IOException {
    if (isClosed) {
      throw new IOException("children: closed (expected: a run that is not ending)");
    }
    Process process = described.start();
    live.add(process);
    return process;
  }

  /** Ends a process: terminates it, and kills it after a timeout. */
  public void end(Process process) {
    List<ProcessHandle> tree = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    tree.forEach(ProcessHandle::destroyForcibly);
    synchronized (this) {
      live.remove(process);
    }
  }

  @Override
  public void close() {
    List<Process> rest;
    synchronized (this) {
      isClosed = true;
      rest = List.copyOf(live);
    }
    rest.forEach(this::end);
  }
}
