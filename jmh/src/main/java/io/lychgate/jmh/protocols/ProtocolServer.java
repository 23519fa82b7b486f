package io.lychgate.jmh.protocols;

import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.Program;
import java.io.IOException;
import java.util.List;

/** A server of files over all protocols. */
interface ProtocolServer extends Program {

  /** Writes its configuration into the place and returns the command that runs it in the foreground. */
  List<String> prepare(Place place) throws IOException;

  /** True when it is compiled while it runs and needs many requests before it is itself. */
  boolean isCompiledWhileRunning();
}
