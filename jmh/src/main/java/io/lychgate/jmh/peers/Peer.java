package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.ProcessTree;
import io.lychgate.jmh.machine.Program;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** A gateway that can be put under load: what it can do, how it is configured and started. */
public interface Peer extends Program {

  /** What it can do beside proxying HTTP/1.1 and HTTP/2. */
  Set<Ability> abilities();

  /** Writes its configuration into the place and returns the command that runs it in the foreground on one thread. */
  List<String> prepare(Place place) throws IOException;

  /**
   * Makes the running process take the configuration of the place, which has changed. Returns at once.
   *
   * @throws UnsupportedOperationException without {@link Ability#RELOAD}
   */
  default void reload(Place place, ProcessTree process) throws IOException {
    throw new UnsupportedOperationException(name() + " " + Ability.RELOAD.lack());
  }

  /** True when it is compiled while it runs and needs many requests before it is itself. */
  default boolean isCompiledWhileRunning() {
    return false;
  }

  /** Called before its memory is read, so that garbage is not counted as use. */
  default void settle(ProcessTree process) throws IOException {}

  /** How much it has allocated since its start; empty when it does not collect garbage, or cannot tell it exactly. */
  default OptionalDouble allocatedKb(ProcessTree process) throws IOException {
    return OptionalDouble.empty();
  }

  /** What a reader of its rows should know; empty when it does what all do. */
  default String remark() {
    return "";
  }
}
