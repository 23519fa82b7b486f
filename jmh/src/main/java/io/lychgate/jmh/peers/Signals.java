package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Signals by which daemons are told something; Java itself sends only those that end a process. */
final class Signals {
  private Signals() {}

  /** Sends {@code HUP}, {@code USR2} or the like. */
  static void send(String name, ProcessHandle process) throws IOException {
    var unused =
        Commands.output(List.of("kill", "-" + name, Long.toString(process.pid())), Path.of("/"));
  }
}
