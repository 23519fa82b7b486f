package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.Place;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A server under test: everything below {@code /files} from its own files, everything below {@code /proxied} by proxy. */
interface UrgencyServer {

  /** Name in tables. */
  String name();

  /** Why it cannot run here; empty when it can. May install it. */
  Optional<String> absence();

  /** Its version as it says it. */
  String version() throws IOException;

  /** Whether it knows the scheme in which the change is said. */
  boolean knows(Change change);

  /** Writes its configuration into the place and returns the command that runs it in the foreground. */
  List<String> prepare(Place place) throws IOException;
}
