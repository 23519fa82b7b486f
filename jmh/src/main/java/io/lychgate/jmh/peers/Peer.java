package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.ProcessTree;
import io.lychgate.jmh.machine.Program;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** Gateway that can be put under load: its abilities, its configuration and its command. */
public interface Peer extends Program {

  /** Abilities beyond proxying HTTP/1.1 and HTTP/2. */
  Set<Ability> abilities();

  /** Writes its configuration into the place and returns the command that runs it in the foreground on one thread. */
  List<String> prepare(Place place) throws IOException;

  /**
   * Makes the running process load the changed configuration of the place. Returns at once.
   *
   * @throws UnsupportedOperationException without {@link Ability#RELOAD}
   */
  default void reload(Place place, ProcessTree process) throws IOException {
    throw new UnsupportedOperationException(name() + " " + Ability.RELOAD.lack());
  }

  /** Returns true if it has a just-in-time compiler and needs many requests to reach its speed. */
  default boolean isCompiledWhileRunning() {
    return false;
  }

  /** Collects garbage before its memory is read, so that garbage does not count. */
  default void settle(ProcessTree process) throws IOException {}

  /** Allocation since its start in KB; empty if it does not collect garbage, or the exact figure is unknown. */
  default OptionalDouble allocatedKb(ProcessTree process) throws IOException {
    return OptionalDouble.empty();
  }

  /** Remark for readers of its rows; empty if it works like all peers. */
  default String remark() {
    return "";
  }
}
