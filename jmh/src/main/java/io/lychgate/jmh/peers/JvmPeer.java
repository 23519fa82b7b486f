package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.ProcessTree;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Gateway on the JVM: a separate Maven project, {@code jmh/peers/NAME}, with one class {@code Gateway} that reads its place from
 * system properties. It runs on the JDK of this process, with the options of Lychgate's launcher.
 */
final class JvmPeer implements Peer {
  private final String name;
  private final String remark;
  private final JvmProject project;

  /** Creates it for the repository at {@code root}. The remark is empty if it works like all peers. */
  JvmPeer(Path root, String name, String remark) {
    this.name = name;
    this.remark = remark;
    this.project = new JvmProject(root.resolve("jmh/peers"), name);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<String> absence() {
    return project.build();
  }

  @Override
  public String version() throws IOException {
    return project.version();
  }

  @Override
  public Set<Ability> abilities() {
    return Set.of();
  }

  @Override
  public List<String> prepare(Place place) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("env", "MALLOC_ARENA_MAX=2", Jvm.java().toString()));
    command.addAll(Jvm.options(place));
    command.addAll(List.of(
        "-cp",
        project.classes() + File.pathSeparator + project.libraries() + File.separator + "*",
        "-Dport=" + place.ports().tls(),
        "-DplainPort=" + place.ports().plain(),
        "-DoriginPort=" + place.ports().origin(),
        "-DisPlain=" + place.wish().isPlain(),
        "-Dchain=" + place.identity().chain(),
        "-Dkey=" + place.identity().key(),
        "-Dstore=" + place.identity().store(),
        "-DstorePassword=" + Identity.PASSWORD,
        "-DaccessLog=" + place.accessLog(),
        "Gateway"));
    return command;
  }

  @Override
  public boolean isCompiledWhileRunning() {
    return true;
  }

  @Override
  public void settle(ProcessTree process) throws IOException {
    Jvm.collectGarbage(process);
  }

  @Override
  public OptionalDouble allocatedKb(ProcessTree process) throws IOException {
    return Jvm.allocatedKb(process);
  }

  @Override
  public String remark() {
    return remark;
  }
}
