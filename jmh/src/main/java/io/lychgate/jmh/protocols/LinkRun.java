package io.lychgate.jmh.protocols;

import io.lychgate.jmh.lab.Lab;
import io.lychgate.jmh.lab.Link;
import io.lychgate.jmh.lab.LinkShape;
import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.lab.Rounds;
import io.lychgate.jmh.lab.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Page loads over the link. The server stays up. A round loads every variant in every cell once. */
final class LinkRun {
  private static final int EARLY_RTT_MILLIS = 200;
  private static final int EARLY_RATE_MBIT = 100;
  private static final long EARLY_PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(3);
  private static final long EARLY_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Lab lab;
  private final PrintWriter progress;
  private final Client client;
  private final Rounds rounds;
  private String address = "";
  private Plan plan;

  /** Starts the client; {@code root} is the repository's. */
  LinkRun(Lab lab, Path root, Plan plan, PrintWriter progress) throws IOException {
    this.lab = lab;
    this.plan = plan;
    this.progress = progress;
    this.client = Client.beyondLink(lab, root);
    this.rounds = new Rounds(lab.link(), progress);
  }

  /** Starts the server and warms it up, and leaves out of the plan what the server does not offer. */
  void prepare(ProtocolServer server, Path site, Client warmer, int warmUpRequests)
      throws IOException {
    report("starting and warming " + server.name());
    Place place = lab.place(server.name() + "-link", site, 0);
    String sockets = "tcp:" + place.port() + ",udp:" + place.port();
    var unused = lab.serve(server.prepare(place), place.directory(), sockets);
    address = Link.SERVER + ":" + place.port();
    for (Protocol protocol : Protocol.values()) {
      warmer.load(
          protocol,
          "127.0.0.1:" + place.port(),
          new Client.Load(Page.SMALL_PATH, Page.SMALL_BYTES, warmUpRequests, 8, 4));
    }
    report("a round over a fast link that does not count");
    for (Variant variant : plan.variants()) {
      if (plan.openings().contains(variant.opening())) {
        probe(variant);
      }
    }
  }

  private void probe(Variant variant) throws IOException {
    try {
      var unusedVisit = load(variant, LinkShape.NONE, LinkShape.NONE);
      if (variant.mode() == Mode.EARLY) {
        awaitEarly(variant);
      }
    } catch (IOException e) {
      if (variant.mode() == Mode.NEW) {
        throw e;
      }
      report("  left out: " + variant.title() + ": " + e.getMessage());
      plan = plan.without(variant.opening());
    }
  }

  /**
   * Waits until the server handles early data at once. A server may accept early data and hold the request until the handshake
   * completes, as Lychgate does for a while after its start. Then the first byte takes another round trip, and the figure is not
   * that of 0-RTT.
   */
  private void awaitEarly(Variant variant) throws IOException {
    LinkShape slow = LinkShape.of(EARLY_RTT_MILLIS, EARLY_RATE_MBIT);
    long began = System.nanoTime();
    for (double millis = firstByte(variant, slow);
        millis > 1.5 * EARLY_RTT_MILLIS;
        millis = firstByte(variant, slow)) {
      if (System.nanoTime() - began > EARLY_PATIENCE_NANOS) {
        throw new IOException("accepted, but the first byte takes " + millis
            + " ms of a round trip of " + EARLY_RTT_MILLIS);
      }
      report("  0-RTT is accepted, but its requests are not served yet");
      LockSupport.parkNanos(EARLY_PAUSE_NANOS);
    }
  }

  private double firstByte(Variant variant, LinkShape shape) throws IOException {
    return load(variant, shape, shape).firstByteMillis();
  }

  /** Plan of the comparison, once prepared. */
  Plan plan() {
    return plan;
  }

  /** Loads each variant in each cell once. Within a round, all variants of a cell lose packets by the same seed. */
  List<Sample> round(int number, Random random) throws IOException {
    List<PageLoad> loads = new ArrayList<>();
    for (Cell cell : plan.cells()) {
      LinkShape shape = cell.link(random.nextInt(Integer.MAX_VALUE));
      for (Variant variant : plan.variants()) {
        loads.add(new PageLoad(this, number, cell, variant, shape));
      }
    }
    return rounds.round(loads, random);
  }

  private record PageLoad(LinkRun run, int round, Cell cell, Variant variant, LinkShape shape)
      implements Trial<Sample> {
    @Override
    public String title() {
      return variant.page().id() + ", " + variant.title() + ", " + cell.title();
    }

    @Override
    public Sample take() throws IOException {
      Visit visit = run.load(variant, cell.linkWithoutLoss(), shape);
      return new Sample(round, cell, variant, visit, run.lab.link().statistics());
    }
  }

  /**
   * Loads a page. The ticket comes from a separate connection over the same link without loss, as a client that resumes QUIC also
   * remembers the round-trip time.
   */
  private Visit load(Variant variant, LinkShape ticketShape, LinkShape shape) throws IOException {
    if (variant.mode() != Mode.NEW) {
      lab.link().shape(ticketShape);
      client.ticket(variant.protocol(), address);
    }
    lab.link().shape(shape);
    return client.visit(variant, address);
  }

  private void report(String what) {
    progress.println(what);
    progress.flush();
  }
}
