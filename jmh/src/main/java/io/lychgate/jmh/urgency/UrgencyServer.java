package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.Program;
import java.io.IOException;
import java.util.List;

/** Server under test: it serves {@code /files} from its own files, and proxies {@code /proxied}. */
interface UrgencyServer extends Program {

  /** Returns true if it supports the priority scheme of the change. */
  boolean supports(Change change);

  /** Writes its configuration into the place and returns the command that runs it in the foreground. */
  List<String> prepare(Place place) throws IOException;
}
