package io.lychgate.jmh.page;

import io.lychgate.jmh.lab.Place;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A server under test: it has the page from the application and serves its assets from files. */
interface PageServer {

  /** Name in tables. */
  String name();

  /** Why it cannot run here; empty when it can. May install it. */
  Optional<String> absence();

  /** Its version as it says it. */
  String version() throws IOException;

  /** Whether it can do something ahead of the page for such a browser. */
  boolean canGoAhead(Browser browser);

  /** Writes its configuration into the place and returns the command that runs it in the foreground. */
  List<String> prepare(Place place, Mode mode) throws IOException;
}
