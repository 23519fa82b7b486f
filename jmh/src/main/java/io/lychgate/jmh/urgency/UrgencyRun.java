package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.Lab;
import io.lychgate.jmh.lab.LinkShape;
import io.lychgate.jmh.lab.Place;
import io.lychgate.jmh.lab.Rounds;
import io.lychgate.jmh.lab.Trial;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One run. All servers stay up. A round measures each case once. */
final class UrgencyRun {
  private static final int BULK_BYTES = 50_000_000;
  private static final int URGENT_BYTES = 5_000_000;

  private final Lab lab;
  private final LinkShape shape;
  private final PrintWriter progress;
  private final Rounds rounds;
  private final Map<String, Integer> ports = new HashMap<>();
  private final List<UrgencySample.Case> cases = new ArrayList<>();
  private final BufferedReader replies;
  private final Writer orders;

  /** Starts the client. */
  UrgencyRun(Lab lab, String host, LinkShape shape, PrintWriter progress) throws IOException {
    this.lab = lab;
    this.shape = shape;
    this.progress = progress;
    this.rounds = new Rounds(lab.link(), progress);
    List<String> command = List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        UrgencyClient.class.getName(),
        lab.authority().certificate().toString(),
        host);
    Process client = lab.client(command, lab.directory().resolve("client.log"));
    this.replies = client.inputReader(StandardCharsets.UTF_8);
    this.orders = client.outputWriter(StandardCharsets.UTF_8);
  }

  /** Starts the servers, and measures each case once without counting it. */
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
      report("starting " + server.name());
      Place place = lab.place(server.name(), site, origin.port());
      lab.serve(server.prepare(place), place.directory(), place.port());
      ports.put(server.name(), place.port());
      for (Change change : changes) {
        for (Source source : server.supports(change) ? sources : List.<Source>of()) {
          cases.add(new UrgencySample.Case(server.name(), change, source));
        }
      }
    }
    report("a round that does not count");
    round(0, new Random(0));
  }

  /** Takes a sample of each case. */
  List<UrgencySample> round(int number, Random random) throws IOException {
    List<UrgencySample> samples = rounds.round(
        cases.stream().map(question -> new Question(this, number, question)).toList(), random);
    if (samples.isEmpty()) {
      throw new IOException("round " + number + ": no sample (expected: one of each case)");
    }
    return samples;
  }

  private record Question(UrgencyRun run, int round, UrgencySample.Case question)
      implements Trial<UrgencySample> {
    @Override
    public String title() {
      return question.toString();
    }

    @Override
    public LinkShape shape() {
      return run.shape;
    }

    @Override
    public UrgencySample take() throws IOException {
      run.lab.link().shape(run.shape);
      Arrival arrival = Arrival.of(run.ask(
          run.ports.get(question.server()) + " " + question.change() + " " + question.source()));
      return new UrgencySample(round, question, arrival, run.lab.link().statistics());
    }
  }

  private JsonNode ask(String order) throws IOException {
    orders.write(order + "\n");
    orders.flush();
    String line = replies.readLine();
    if (line == null) {
      throw new IOException("the client ended (log: " + lab.directory() + "/client.log)");
    }
    JsonNode reply = JsonMapper.shared().readTree(line);
    if (reply.has("error")) {
      throw new IOException(reply.get("error").asString());
    }
    return reply;
  }

  private static byte[] noise(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private void report(String what) {
    progress.println(what);
    progress.flush();
  }
}
