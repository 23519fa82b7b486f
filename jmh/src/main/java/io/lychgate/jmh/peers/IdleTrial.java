package io.lychgate.jmh.peers;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Memory of connections that wait: a fresh process, visits until its code is loaded and compiled, then many that stay.
 *
 * <p>It is memory of user space (PSS); the kernel's sockets cost the same for every peer.
 */
final class IdleTrial implements Trial {
  /** More would take long and teach nothing; the port of each rests a while (RFC 9293 section 3.6.1). */
  private static final int MOST_VISITS = 5000;

  /** Below the thousand connections that Lychgate takes from one client address by default. */
  private static final int PER_ADDRESS = 500;

  private final Scenario scenario;
  private final Stage stage;
  private final int count;

  IdleTrial(Scenario scenario, int count, Stage stage) {
    this.scenario = scenario;
    this.stage = stage;
    this.count = count;
  }

  @Override
  public void prepare(Peer peer) throws IOException {
    OpenFiles.require(count);
  }

  @Override
  public Map<Metric, Double> measure(Peer peer) throws IOException {
    Running measured = stage.start(peer, scenario.wish(stage.settings()));
    try {
      measured.awaitAnswer();
      learn(measured);
      double before = measured.settledPssKb();
      List<Http2Client> open = visit(measured, count);
      try {
        double after = measured.settledPssKb();
        // Where opening them took longer than a peer keeps idle ones, the figure would be of fewer.
        open.get(0).requireOpen();
        return Map.of(Metric.IDLE_KB, (after - before) / count, Metric.PSS_MB, after / 1024);
      } finally {
        closeAll(open);
      }
    } finally {
      stage.end(measured);
    }
  }

  /** One visit after the other: what a JVM compiles for connections is memory of none of them. */
  private void learn(Running running) throws IOException {
    int visits = Math.min(count, MOST_VISITS);
    for (int i = 0; i < visits; i++) {
      running.visit(source(i)).close();
    }
  }

  /** Opens connections, each with one answer behind it. */
  private static List<Http2Client> visit(Running running, int count) throws IOException {
    List<Http2Client> open = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        open.add(running.visit(source(i)));
      }
      return open;
    } catch (IOException e) {
      closeAll(open);
      throw e;
    }
  }

  /** Of the client with that number: ports of an address are not endless. */
  private static InetAddress source(int number) throws IOException {
    return InetAddress.getByAddress(
        new byte[] {127, 0, 0, (byte) (1 + number / PER_ADDRESS % 200)});
  }

  private static void closeAll(List<Http2Client> clients) throws IOException {
    for (Http2Client client : clients) {
      client.close();
    }
  }

  @Override
  public void close() {}
}
