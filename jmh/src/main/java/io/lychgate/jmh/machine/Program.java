package io.lychgate.jmh.machine;

import java.io.IOException;
import java.util.Optional;

/** A program that is measured. */
public interface Program {

  /** Name on the command line and in tables. */
  String name();

  /** Why it cannot run here; empty when it can. May install it. */
  Optional<String> absence();

  /** Its version as it says it, such as {@code 1.22.1}. */
  String version() throws IOException;
}
