package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.Lab;
import io.lychgate.jmh.lab.LinkShape;
import io.lychgate.jmh.lab.LinkStatistics;
import io.lychgate.jmh.lab.Place;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One run: all servers stay up; a round asks each case once, in an order that is shuffled anew each time. */
final class UrgencyRun {
  private static final int BULK_BYTES = 50_000_000;
  private static final int URGENT_BYTES = 5_000_000;

  /** Of one sample, until the link was in time. */
  private static final int ATTEMPTS = 6;

  private final Lab lab;
  private final LinkShape shape;
  private final PrintWriter progress;
  private final Map<String, Integer> ports = new HashMap<>();
  private final List<UrgencySample.Case> cases = new ArrayList<>();
  private final BufferedReader answers;
  private final Writer orders;

  /** Starts the client. */
  UrgencyRun(Lab lab, String host, LinkShape shape, PrintWriter progress) throws IOException {
    this.lab = lab;
    this.shape = shape;
    this.progress = progress;
    List<String> command = List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        UrgencyClient.class.getName(),
        lab.authority().certificate().toString(),
        host);
    Process client = lab.client(command, lab.directory().resolve("client.log"));
    this.answers = client.inputReader(StandardCharsets.UTF_8);
    this.orders = client.outputWriter(StandardCharsets.UTF_8);
  }

  /** Starts the servers, and asks each case once without counting it. */
  void prepare(List<UrgencyServer> servers, List<Change> changes, List<Source> sources)
      throws IOException {
    Path site = Files.createDirectory(lab.directory().resolve("site"));
    for (Source source : Source.values()) {
      Path folder = Files.createDirectory(site.resolve(source.id()));
      Files.write(folder.resolve(Source.BULK), noise(BULK_BYTES));
      Files.write(folder.resolve(Source.URGENT), noise(URGENT_BYTES));
    }
    Place origin = lab.place("origin", site, 0);
    lab.serve(Nginx.prepareOrigin(origin), origin.directory(), origin.port());
    for (UrgencyServer server : servers) {
      say("starting " + server.name());
      Place place = lab.place(server.name(), site, origin.port());
      lab.serve(server.prepare(place), place.directory(), place.port());
      ports.put(server.name(), place.port());
      for (Change change : changes) {
        for (Source source : server.knows(change) ? sources : List.<Source>of()) {
          cases.add(new UrgencySample.Case(server.name(), change, source));
        }
      }
    }
    say("a round that does not count");
    round(0, new Random(0));
  }

  /** A sample of each case. */
  List<UrgencySample> round(int number, Random random) throws IOException {
    List<UrgencySample.Case> order = new ArrayList<>(cases);
    Collections.shuffle(order, random);
    List<UrgencySample> samples = new ArrayList<>();
    for (UrgencySample.Case question : order) {
      sample(number, question).ifPresent(samples::add);
    }
    if (samples.isEmpty()) {
      throw new IOException("round " + number + ": no sample (expected: one of each case)");
    }
    return samples;
  }

  /** Empty when none could be had: it is left out. */
  private Optional<UrgencySample> sample(int round, UrgencySample.Case question)
      throws IOException {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      lab.link().shape(shape);
      orders.write(
          ports.get(question.server()) + " " + question.change() + " " + question.source() + "\n");
      orders.flush();
      String line = answers.readLine();
      if (line == null) {
        throw new IOException("the client ended (log: " + lab.directory() + "/client.log)");
      }
      LinkStatistics link = lab.link().statistics();
      JsonNode answer = JsonMapper.shared().readTree(line);
      if (answer.has("error")) {
        say("  failed: " + question + ": " + answer.get("error").asString());
      } else if (!link.isTrustworthy(shape)) {
        say("  failed: " + question + ": the link was late: " + link);
      } else {
        return Optional.of(new UrgencySample(round, question, Arrival.of(answer), link));
      }
    }
    return Optional.empty();
  }

  private static byte[] noise(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private void say(String what) {
    progress.println(what);
    progress.flush();
  }
}
