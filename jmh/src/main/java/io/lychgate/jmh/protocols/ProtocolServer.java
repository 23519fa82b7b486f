package io.lychgate.jmh.protocols;

import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.Program;
import java.io.IOException;
import java.util.List;

/** Server of files over all protocols. */
interface ProtocolServer extends Program {

  /** Writes its configuration into the place and returns the command that runs it in the foreground. */
  List<String> prepare(Place place) throws IOException;

  /** Returns true if it has a just-in-time compiler and needs many requests to reach its speed. */
  boolean isCompiledWhileRunning();
}
