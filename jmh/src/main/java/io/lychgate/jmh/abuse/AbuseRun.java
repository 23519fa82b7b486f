package io.lychgate.jmh.abuse;

import io.lychgate.jmh.peers.Ability;
import io.lychgate.jmh.peers.Orders;
import io.lychgate.jmh.peers.Pauses;
import io.lychgate.jmh.peers.Peer;
import io.lychgate.jmh.peers.Place;
import io.lychgate.jmh.peers.Routes;
import io.lychgate.jmh.peers.Running;
import io.lychgate.jmh.peers.Stage;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Run that starts each gateway on one core and attacks it from the other, where the visitor and the origin run as well. The
 * attacker has the scheduling class "idle" there and the origin a low priority, so that the visitor waits only for the gateway.
 */
final class AbuseRun implements AutoCloseable {
  private static final String CLIENT = "abuse";

  /** Twice those of an idle flood, with room: HAProxy needs two open files for each and gets 20,000. */
  private static final int CONNECTIONS = 8_000;

  private static final int BODY_BYTES = 1024;
  private static final List<String> PATHS = List.of("/files/1k.txt", "/1k");

  /** Milliseconds by which the attack outlasts the visit. */
  private static final int LEAD_MILLIS = 200;

  /** A gateway rests when it uses less than this share of a processor between two looks at it. */
  private static final double REST_SHARE = 0.03;

  private static final int LOOK_MILLIS = 200;

  /** Longest wait for a gateway to rest after an attack. */
  private static final int REST_MILLIS = 5_000;

  /** Rate (requests a second) and length of the warm-up of a gateway with a just-in-time compiler. */
  private static final int WARM_UP_RATE = 1000;

  private static final int WARM_UP_MILLIS = 10_000;

  private final Stage stage;
  private final Sizes sizes;
  private final PrintWriter progress;
  private final Orders visitor;
  private final Orders attacker;
  private final @Nullable Orders sink;
  private final @Nullable String sinkAddress;
  private final @Nullable Orders bystander;
  private @Nullable String bystanderAddress;
  private final ExecutorService attacks = Executors.newSingleThreadExecutor();

  /**
   * Sizes of the measurement.
   *
   * @param seconds length of each attack
   * @param rate requests a second of the visitor
   * @param warmUpShare share of the warm-up that is done; 1 is all of it
   * @param attacksSink true if attacks go to a listener that drops all bytes instead of the gateway
   * @param visitsBystander true if the visitor visits a server beside the attacked gateway
   */
  record Sizes(
      double seconds, int rate, double warmUpShare, boolean attacksSink, boolean visitsBystander) {
    int millis() {
      return (int) (seconds * 1000);
    }

    /** Length of the quiet period before each attack. All of them add up to many times the length of one attack. */
    int quietMillis() {
      return Math.max(millis() * 2 / 5, 400);
    }
  }

  AbuseRun(Stage stage, Sizes sizes, PrintWriter progress) throws IOException {
    this.stage = stage;
    this.sizes = sizes;
    this.progress = progress;
    stage.lowerOrigin();
    this.visitor = Orders.to(stage, CLIENT);
    this.attacker = Orders.to(stage, CLIENT, "attacker", List.of("chrt", "--idle", "0"));
    if (sizes.attacksSink()) {
      this.sink = Orders.to(stage, CLIENT, "sink", List.of("chrt", "--idle", "0"));
      this.sinkAddress = sink.give(Map.of(
              "do",
              "sink",
              "chain",
              stage.identity().chain().toString(),
              "key",
              stage.identity().key().toString()))
          .get("address")
          .asString();
    } else {
      this.sink = null;
      this.sinkAddress = null;
    }
    this.bystander =
        sizes.visitsBystander() ? Orders.to(stage, CLIENT, "bystander", List.of()) : null;
  }

  /** Starts a server beside the gateway, on the visitor's core and with the same origin. Its latency is not the gateway's. */
  private void startBystander(Running running) throws IOException {
    if (bystander == null || bystanderAddress != null) {
      return;
    }
    bystanderAddress = bystander
        .give(Map.of(
            "do",
            "bystander",
            "paths",
            PATHS,
            "bytes",
            BODY_BYTES,
            "origin",
            "127.0.0.1:" + running.ports().origin(),
            "chain",
            stage.identity().chain().toString(),
            "key",
            stage.identity().key().toString()))
        .get("address")
        .asString();
  }

  /** Returns all attacks of the attacker, in its order. */
  List<Attack> attacks() throws IOException {
    List<Attack> all = new ArrayList<>();
    for (JsonNode row : attacker.give(Map.of("do", "list")).get("attacks")) {
      all.add(new Attack(
          row.get("name").asString(),
          row.get("about").asString(),
          row.get("protocol").asString()));
    }
    return all;
  }

  Outcome measure(Peer peer, List<Attack> chosen) throws IOException {
    List<Figures> quiet = new ArrayList<>();
    List<Measured> measured = new ArrayList<>();
    Running running;
    try {
      running = start(peer);
    } catch (IOException failed) {
      chosen.forEach(attack ->
          measured.add(Measured.absent(peer.name(), attack, String.valueOf(failed.getMessage()))));
      return new Outcome(peer.name(), peer.version(), Figures.join(quiet), measured);
    }
    try {
      warmUp(running, peer, chosen);
      startBystander(running);
      for (Attack attack : chosen) {
        if (attack.needsHttp3() && !hasHttp3(peer)) {
          measured.add(Measured.absent(peer.name(), attack, "no HTTP/3 as packaged"));
          continue;
        }
        try {
          running.awaitResponse();
        } catch (IOException gone) {
          report(
              peer,
              attack.name(),
              "does not respond before it (" + gone.getMessage() + "); restarted");
          stage.end(running);
          running = start(peer);
          warmUp(running, peer, List.of());
        }
        awaitRest(running, peer);
        Figures before = visit(running, sizes.quietMillis());
        quiet.add(before);
        Measured one = under(running, peer, attack);
        measured.add(one);
        report(
            peer,
            attack.name(),
            "quiet " + before + "; under attack " + one.under() + " " + one.toll() + describe(one));
        running.truncateLogs();
      }
    } finally {
      stage.end(running);
    }
    return new Outcome(peer.name(), peer.version(), Figures.join(quiet), measured);
  }

  private static String describe(Measured one) {
    return one.pauseMs() == 0 ? "" : "; longest pause of its JVM " + one.pauseMs() + " ms";
  }

  /** Waits until the gateway has recovered from the attack before, so that the quiet value holds nothing of it. */
  private void awaitRest(Running running, Peer peer) throws IOException {
    double cpu = running.tree().cpuMicros();
    for (int waited = 0; waited < REST_MILLIS; waited += LOOK_MILLIS) {
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      double now = running.tree().cpuMicros();
      if (now - cpu < REST_SHARE * LOOK_MILLIS * 1000) {
        return;
      }
      cpu = now;
    }
    report(peer, "rest", "still at work " + REST_MILLIS + " ms after the attack before");
  }

  private static boolean hasHttp3(Peer peer) {
    return peer.abilities().contains(Ability.HTTP_3);
  }

  private Running start(Peer peer) throws IOException {
    Running running = stage.start(
        peer, new Place.Wish(hasHttp3(peer), false, false, false, true, CONNECTIONS, Routes.NONE));
    running.awaitResponse();
    return running;
  }

  /** Warms up a gateway with a just-in-time compiler: it must see every attack once before the measurement. */
  private void warmUp(Running running, Peer peer, List<Attack> chosen) throws IOException {
    if (!peer.isCompiledWhileRunning() || sizes.warmUpShare() <= 0) {
      return;
    }
    int millis = (int) (WARM_UP_MILLIS * sizes.warmUpShare());
    report(peer, "warm-up", millis + " ms, then each attack");
    var unused = visit(address(running), millis, WARM_UP_RATE);
    for (Attack attack : chosen) {
      attack(running, attack, (int) (3000 * sizes.warmUpShare()));
    }
    unused = visit(address(running), millis / 2, WARM_UP_RATE);
  }

  private Measured under(Running running, Peer peer, Attack attack) throws IOException {
    double cpuBefore = running.tree().cpuMicros();
    Pauses pauses = running.pauses();
    long began = System.nanoTime();
    Future<Map<String, Long>> toll =
        attacks.submit(() -> attack(running, attack, sizes.millis() + LEAD_MILLIS));
    Figures under = visit(running, sizes.millis());
    Map<String, Long> whole = await(toll);
    double micros = (System.nanoTime() - began) / 1000.0;
    return new Measured(
        peer.name(),
        attack.name(),
        under,
        whole,
        (running.tree().cpuMicros() - cpuBefore) / micros,
        pauses.longest(),
        running.tree().rssKb() / 1024,
        "");
  }

  private Map<String, Long> attack(Running running, Attack attack, int millis) throws IOException {
    String address = sinkAddress == null ? address(running) : sinkAddress;
    JsonNode reply = attacker.give(
        Map.of("do", "attack", "attack", attack.name(), "address", address, "millis", millis));
    Map<String, Long> toll = new LinkedHashMap<>();
    for (String key : List.of("connections", "refused", "units", "bytes")) {
      toll.put(key, reply.get(key).asLong());
    }
    return toll;
  }

  private static Map<String, Long> await(Future<Map<String, Long>> toll) throws IOException {
    try {
      return toll.get();
    } catch (ExecutionException e) {
      throw new IOException("attack: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("attack: interrupted", e);
    }
  }

  private Figures visit(Running running, int millis) throws IOException {
    String visited = bystanderAddress == null ? address(running) : bystanderAddress;
    return visit(visited, millis, sizes.rate());
  }

  private Figures visit(String address, int millis, int rate) throws IOException {
    JsonNode reply = visitor.give(Map.of(
        "do",
        "visit",
        "address",
        address,
        "paths",
        PATHS,
        "bytes",
        BODY_BYTES,
        "rate",
        rate,
        "millis",
        millis));
    JsonNode times = reply.get("micros");
    long[] micros = new long[times.size()];
    for (int i = 0; i < micros.length; i++) {
      micros[i] = times.get(i).asLong();
    }
    String error = reply.has("firstError") ? reply.get("firstError").asString() : "";
    return new Figures(micros, reply.get("errors").asInt(), error);
  }

  private static String address(Running running) {
    return "127.0.0.1:" + running.ports().tls();
  }

  private void report(Peer peer, String what, String text) {
    progress.println(peer.name() + " " + what + ": " + text);
    progress.flush();
  }

  @Override
  public void close() throws IOException {
    attacks.shutdownNow();
    visitor.close();
    attacker.close();
    if (sink != null) {
      sink.close();
    }
    if (bystander != null) {
      bystander.close();
    }
  }
}
