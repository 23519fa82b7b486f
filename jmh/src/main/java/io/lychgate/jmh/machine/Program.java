package io.lychgate.jmh.machine;

import java.io.IOException;
import java.util.Optional;

/** Program that is measured. */
public interface Program {

  /** Name on the command line and in tables. */
  String name();

  /** Returns why it cannot run on this machine; empty if it can. May install it. */
  Optional<String> absence();

  /** Returns its version as it prints it, such as {@code 1.22.1}. */
  String version() throws IOException;
}
