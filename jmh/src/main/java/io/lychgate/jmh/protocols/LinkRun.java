package io.lychgate.jmh.protocols;

import io.lychgate.jmh.lab.Lab;
import io.lychgate.jmh.lab.Link;
import io.lychgate.jmh.lab.LinkShape;
import io.lychgate.jmh.lab.LinkStatistics;
import io.lychgate.jmh.lab.Place;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Loads over the link. The server stays up; a round loads every variant in every cell once, in an order that is shuffled
 * anew each time. Within a round, all variants of a cell lose packets by the same seed.
 */
final class LinkRun {
  /** Loads of one sample until the link was in time and the client did not fail. */
  private static final int ATTEMPTS = 6;

  /** Between two of them, so that whatever keeps the machine busy may pass. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** What the link's queue holds. */
  private static final int QUEUE_MILLIS = 100;

  /** In a row: something is broken. A single one is left out. */
  private static final int MAX_FAILURES = 8;

  private final Lab lab;
  private final PrintWriter progress;
  private final Client client;
  private String address = "";
  private Plan plan;

  /** Starts the client; {@code root} is the repository's. */
  LinkRun(Lab lab, Path root, Plan plan, PrintWriter progress) throws IOException {
    this.lab = lab;
    this.plan = plan;
    this.progress = progress;
    this.client = Client.beyondLink(lab, root);
  }

  /** Starts the server and warms it up, and leaves out of the plan what the server does not offer. */
  void prepare(ProtocolServer server, Path site, Client warmer, int warmUpRequests)
      throws IOException {
    say("starting and warming " + server.name());
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
    say("a round over a fast link that does not count");
    for (Variant variant : plan.variants()) {
      if (plan.openings().contains(variant.opening())) {
        probe(variant);
      }
    }
  }

  private void probe(Variant variant) throws IOException {
    try {
      var unusedVisit = load(variant, LinkShape.NONE, LinkShape.NONE);
    } catch (IOException e) {
      if (variant.mode() == Mode.NEW) {
        throw e;
      }
      say("  left out: " + variant.title() + ": " + e.getMessage());
      plan = plan.without(variant.opening());
    }
  }

  /** What is compared, once prepared. */
  Plan plan() {
    return plan;
  }

  /** Loads each variant in each cell once. */
  List<Sample> round(int number, Random random) throws IOException {
    List<Step> steps = new ArrayList<>();
    Map<Cell, Long> seeds = new HashMap<>();
    for (Cell cell : plan.cells()) {
      seeds.put(cell, (long) random.nextInt(Integer.MAX_VALUE));
      plan.variants().forEach(variant -> steps.add(new Step(cell, variant)));
    }
    Collections.shuffle(steps, random);
    List<Sample> samples = new ArrayList<>();
    int failures = 0;
    for (Step step : steps) {
      try {
        samples.add(sample(number, step, seeds.getOrDefault(step.cell(), 1L)));
        failures = 0;
      } catch (IOException e) {
        failures++;
        if (failures == MAX_FAILURES) {
          throw e;
        }
      }
    }
    return samples;
  }

  private record Step(Cell cell, Variant variant) {}

  private Sample sample(int round, Step step, long seed) throws IOException {
    LinkShape shape = step.cell().link(seed);
    IOException last = new IOException("no attempt");
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        Visit visit = load(step.variant(), step.cell().linkWithoutLoss(), shape);
        LinkStatistics link = lab.link().statistics();
        if (link.isTrustworthy(shape)) {
          return new Sample(round, step.cell(), step.variant(), visit, link);
        }
        last = new IOException("the link was late: " + link);
      } catch (IOException e) {
        last = e;
      }
      say("  failed: " + step.variant().page().id() + ", " + step.variant().title() + ", "
          + step.cell().title() + ": " + last.getMessage());
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw last;
  }

  /**
   * One load. The ticket comes from a connection of its own over the same link without loss: a client that resumes QUIC
   * remembers the round trip too.
   */
  private Visit load(Variant variant, LinkShape ticketShape, LinkShape shape) throws IOException {
    awaitQuiet();
    if (variant.mode() != Mode.NEW) {
      lab.link().shape(ticketShape);
      client.ticket(variant.protocol(), address);
    }
    lab.link().shape(shape);
    return client.visit(variant, address);
  }

  /** Until the last words of the load before have arrived: no packet overtakes another, whatever its shape. */
  private void awaitQuiet() {
    int rtt = plan.cells().stream().mapToInt(Cell::rttMillis).max().orElse(0);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(rtt + QUEUE_MILLIS));
  }

  private void say(String what) {
    progress.println(what);
    progress.flush();
  }
}
