package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.ProcessTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A gateway that can be put under load: how it is found, configured and started. */
interface Peer {

  /** Name on the command line and in tables. */
  String name();

  /** Why it cannot run here; empty when it can. May install it. */
  Optional<String> absence();

  /** Its version as it says it, such as {@code 1.22.1}. */
  String version() throws IOException;

  /** Writes its configuration into the place and returns the command that runs it in the foreground on one thread. */
  List<String> prepare(Place place) throws IOException;

  /** True when it is compiled while it runs and needs many requests before it is itself. */
  default boolean isCompiledWhileRunning() {
    return false;
  }

  /** Called before its memory is read, so that garbage is not counted as use. */
  default void settle(ProcessTree process) throws IOException {}

  /**
   * Where a peer runs.
   *
   * @param directory its own, empty
   * @param port of 127.0.0.1, for TLS with ALPN h2 and http/1.1
   * @param adminPort free, for peers that have an admin plane
   * @param originPort plain HTTP/1.1 on 127.0.0.1
   */
  record Place(Path directory, int port, int adminPort, int originPort, Identity identity) {

    Path accessLog() {
      return directory.resolve("access.log");
    }

    /** What the process prints. */
    Path output() {
      return directory.resolve("output.log");
    }

    /** A configuration with its {@code ${...}} filled in. */
    String fill(String template) {
      return template
          .replace("${directory}", directory.toString())
          .replace("${accessLog}", accessLog().toString())
          .replace("${port}", Integer.toString(port))
          .replace("${adminPort}", Integer.toString(adminPort))
          .replace("${originPort}", Integer.toString(originPort))
          .replace("${chain}", identity.chain().toString())
          .replace("${key}", identity.key().toString())
          .replace("${both}", identity.both().toString());
    }
  }
}
