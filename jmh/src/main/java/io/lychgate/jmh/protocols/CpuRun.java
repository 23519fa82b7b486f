package io.lychgate.jmh.protocols;

import io.lychgate.jmh.lab.Lab;
import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.machine.ProcessTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * Processor time of servers, each pinned to one core, as the kernel accounts it for their process trees. All stay up. A round
 * gives each its work over each protocol once, in a new random order. The client runs beside them, on another core if there is
 * one; it does not use the link.
 */
final class CpuRun {
  /** Core of the servers. */
  private static final int CORE = 0;

  private static final List<Protocol> COMPARED = List.of(Protocol.HTTP_2, Protocol.HTTP_3);

  private final Lab lab;
  private final PrintWriter progress;
  private final boolean isQuick;
  private final Client client;
  private final Map<String, Running> running = new HashMap<>();
  private final List<CpuSample.Case> cases = new ArrayList<>();

  CpuRun(Lab lab, Client client, boolean isQuick, PrintWriter progress) {
    this.lab = lab;
    this.client = client;
    this.isQuick = isQuick;
    this.progress = progress;
  }

  /** Core of a client that must not disturb the servers. */
  static int clientCore() {
    return Math.min(CORE + 1, Runtime.getRuntime().availableProcessors() - 1);
  }

  private record Running(Process process, String address) {

    double cpuMicros() {
      return new ProcessTree(process.toHandle()).cpuMicros();
    }
  }

  /** Starts the servers and warms them up. */
  void prepare(List<ProtocolServer> servers, Path site) throws IOException {
    for (ProtocolServer server : servers) {
      report("starting and warming " + server.name() + " on one core");
      Place place = lab.place(server.name() + "-cpu", site, 0);
      List<String> pinned = new ArrayList<>(List.of("taskset", "-c", Integer.toString(CORE)));
      pinned.addAll(server.prepare(place));
      String sockets = "tcp:" + place.port() + ",udp:" + place.port();
      Process process = lab.serve(pinned, place.directory(), sockets);
      Running started = new Running(process, "127.0.0.1:" + place.port());
      running.put(server.name(), started);
      for (Work work : Work.values()) {
        for (Protocol protocol : COMPARED) {
          Client.Load warmUp = work.warmUp(server.isCompiledWhileRunning(), isQuick);
          client.load(protocol, started.address(), warmUp);
          cases.add(new CpuSample.Case(server.name(), work, protocol));
        }
      }
    }
  }

  /** Takes a sample of each case. */
  List<CpuSample> round(int number, Random random) throws IOException {
    List<CpuSample.Case> order = new ArrayList<>(cases);
    Collections.shuffle(order, random);
    List<CpuSample> samples = new ArrayList<>();
    for (CpuSample.Case question : order) {
      samples.add(new CpuSample(number, question, micros(question)));
    }
    return samples;
  }

  /** Ends the servers. */
  void end() {
    running.values().forEach(server -> lab.end(server.process()));
  }

  private double micros(CpuSample.Case question) throws IOException {
    Running server = Objects.requireNonNull(running.get(question.server()), "prepare comes first");
    Client.Load load = question.work().sample(isQuick);
    double before = server.cpuMicros();
    client.load(question.protocol(), server.address(), load);
    return (server.cpuMicros() - before) / load.requests();
  }

  private void report(String what) {
    progress.println(what);
    progress.flush();
  }
}
