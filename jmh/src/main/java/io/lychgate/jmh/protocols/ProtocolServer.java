package io.lychgate.jmh.protocols;

import io.lychgate.jmh.lab.Place;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A server of files over all protocols. */
interface ProtocolServer {

  /** Name in tables. */
  String name();

  /** Why it cannot run here; empty when it can. May install it. */
  Optional<String> absence();

  /** Its version as it says it. */
  String version() throws IOException;

  /** Writes its configuration into the place and returns the command that runs it in the foreground. */
  List<String> prepare(Place place) throws IOException;

  /** True when it is compiled while it runs and needs many requests before it is itself. */
  boolean isCompiledWhileRunning();
}
