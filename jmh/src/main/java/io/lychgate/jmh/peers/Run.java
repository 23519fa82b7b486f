package io.lychgate.jmh.peers;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run: every scenario on every peer, with interleaved rounds, so that a change of the machine affects all alike. */
final class Run {
  private final Stage stage;
  private final List<Peer> peers;
  private final PrintWriter progress;
  private final Map<Peer, String> absences = new LinkedHashMap<>();
  private final Map<Peer, String> versions = new LinkedHashMap<>();

  Run(Stage stage, List<Peer> peers, PrintWriter progress) {
    this.stage = stage;
    this.peers = peers;
    this.progress = progress;
    peers.forEach(this::look);
  }

  /** Prepares every peer, then samples A, B, C, A, B, C, … A peer that fails is left out, with the reason. */
  Outcome scenario(Scenario scenario) throws InterruptedException {
    Map<Peer, String> failures = new LinkedHashMap<>(absences);
    peers.forEach(peer -> lack(peer, scenario).ifPresent(lack -> failures.put(peer, lack)));
    Map<Peer, List<Map<Metric, Double>>> samples = new LinkedHashMap<>();
    peers.forEach(peer -> samples.put(peer, new ArrayList<>()));
    try (Trial trial = Trial.of(scenario, stage)) {
      for (Peer peer : peers) {
        attempt(
            failures,
            peer,
            scenario.id() + ": preparing " + peer.name(),
            () -> trial.prepare(peer));
      }
      for (int round = 1; round <= stage.settings().rounds(); round++) {
        for (Map.Entry<Peer, List<Map<Metric, Double>>> taken : samples.entrySet()) {
          Peer peer = taken.getKey();
          String step = scenario.id() + ": round " + round + ", " + peer.name();
          attempt(failures, peer, step, () -> taken.getValue().add(trial.measure(peer)));
        }
      }
    } catch (IOException e) {
      // The start or the end of the trial failed. Peers that have all samples keep them.
      samples.forEach((peer, taken) -> {
        if (taken.size() < stage.settings().rounds()) {
          failures.putIfAbsent(peer, String.valueOf(e.getMessage()));
        }
      });
    }
    return new Outcome(
        scenario,
        peers.stream()
            .map(peer ->
                row(peer, samples, failures.get(peer), lack(peer, scenario).isPresent()))
            .toList());
  }

  private static Optional<String> lack(Peer peer, Scenario scenario) {
    return scenario
        .need()
        .filter(need -> !peer.abilities().contains(need))
        .map(need -> peer.name() + " " + need.lack());
  }

  private Outcome.Row row(
      Peer peer,
      Map<Peer, List<Map<Metric, Double>>> samples,
      @Nullable String failure,
      boolean isUnable) {
    List<Map<Metric, Double>> taken =
        failure == null ? samples.getOrDefault(peer, List.of()) : List.of();
    return new Outcome.Row(
        peer.name(), versions.getOrDefault(peer, ""), List.copyOf(taken), failure, isUnable);
  }

  private void look(Peer peer) {
    peer.absence().ifPresent(reason -> absences.put(peer, reason));
    if (absences.containsKey(peer)) {
      return;
    }
    try {
      versions.put(peer, peer.version());
    } catch (IOException e) {
      absences.put(peer, peer.name() + ": no version (" + e.getMessage() + ")");
    }
  }

  private interface Step {
    void take() throws IOException, InterruptedException;
  }

  private void attempt(Map<Peer, String> failures, Peer peer, String what, Step step)
      throws InterruptedException {
    if (failures.containsKey(peer)) {
      return;
    }
    progress.println(what);
    progress.flush();
    try {
      step.take();
    } catch (IOException | UncheckedIOException e) {
      String reason = stage.isOriginAlive()
          ? String.valueOf(e.getMessage())
          : "another process ended the origin";
      failures.put(peer, reason);
      progress.println("  failed: " + reason);
      progress.flush();
    }
  }
}
