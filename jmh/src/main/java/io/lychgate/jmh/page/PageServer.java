package io.lychgate.jmh.page;

import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.Program;
import java.io.IOException;
import java.util.List;

/** Server under test: it gets the page from the application and serves the assets from files. */
interface PageServer extends Program {

  /** Returns true if it can push or hint ahead of the page for such a browser. */
  boolean canGoAhead(Browser browser);

  /** Writes its configuration into the place and returns the command that runs it in the foreground. */
  List<String> prepare(Place place, Mode mode) throws IOException;
}
