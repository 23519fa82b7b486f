package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Signals to daemons. Java itself sends only those that end a process. */
final class Signals {
  private Signals() {}

  /** Sends a signal such as {@code HUP} or {@code USR2}. */
  static void send(String name, ProcessHandle process) throws IOException {
    var unused =
        Commands.output(List.of("kill", "-" + name, Long.toString(process.pid())), Path.of("/"));
  }
}
