package io.lychgate.jmh.peers;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Memory of idle connections: a new process, visits until its code is loaded and compiled, then many that stay open.
 *
 * <p>The figure is memory of user space (PSS). The kernel's sockets cost the same for every peer.
 */
final class IdleTrial implements Trial {
  /** More would take long without effect. The port of each is unusable for a while (RFC 9293 section 3.6.1). */
  private static final int MOST_VISITS = 5000;

  /** Below the thousand connections that Lychgate accepts from one client address by default. */
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
      measured.awaitResponse();
      warmUp(measured);
      double before = measured.settledPssKb();
      List<Http2Client> open = visit(measured, count);
      try {
        double after = measured.settledPssKb();
        // If opening took longer than the peer's idle timeout, the figure would be for fewer
        // connections.
        open.get(0).requireOpen();
        return Map.of(Metric.IDLE_KB, (after - before) / count, Metric.PSS_MB, after / 1024);
      } finally {
        closeAll(open);
      }
    } finally {
      stage.end(measured);
    }
  }

  /** Makes one visit after the other: memory for code that a JVM compiles belongs to none of the connections. */
  private void warmUp(Running running) throws IOException {
    int visits = Math.min(count, MOST_VISITS);
    for (int i = 0; i < visits; i++) {
      running.visit(source(i)).close();
    }
  }

  /** Opens connections and gets one response on each. */
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

  /** Returns the address of the client with that number: the ports of one address are limited. */
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
