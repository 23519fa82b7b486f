package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.Program;
import java.io.IOException;
import java.util.List;

/** A server under test: everything below {@code /files} from its own files, everything below {@code /proxied} by proxy. */
interface UrgencyServer extends Program {

  /** Whether it knows the scheme in which the change is said. */
  boolean knows(Change change);

  /** Writes its configuration into the place and returns the command that runs it in the foreground. */
  List<String> prepare(Place place) throws IOException;
}
