package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.history.ConfigEvents;
import io.lychgate.gateway.history.ConfigEvents.InForce;
import io.lychgate.gateway.history.EventKind;
import io.lychgate.gateway.history.History;
import io.lychgate.gateway.history.HistoryEvents;
import io.lychgate.gateway.history.HistoryRecorder;
import io.lychgate.gateway.observe.CensusTaker;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.store.PublishedManifests;
import io.lychgate.gateway.store.PublishedManifests.PublishedManifest;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicBoolean;

/** The history of savings: records what the loops count, and the events of this gateway that may explain a change. */
final class SavingsHistory implements AutoCloseable {
  private final DataPath dataPath;
  private final HistoryRecorder recorder;
  private final History history;
  private final HistoryEvents events;
  private final AtomicBoolean isStarted = new AtomicBoolean();
  private final AtomicBoolean isClosed = new AtomicBoolean();

  SavingsHistory(DataPath dataPath, GatewayStore store, Fleet fleet, MeterRegistry registry) {
    this.dataPath = dataPath;
    Observatory observatory = dataPath.observatory();
    CensusTaker taker = new CensusTaker(observatory);
    recorder = new HistoryRecorder(
        taker::take, store::store, store.clock(), () -> fleet.self().id());
    history = new History(store::store, recorder, store.clock());
    events = new HistoryEvents(store::store, store.clock());
    Gauge.builder("lychgate.history.minutes.waiting", recorder, HistoryRecorder::waitingMinutes)
        .register(registry);
    FunctionCounter.builder("lychgate.history.minutes.lost", recorder, HistoryRecorder::lostMinutes)
        .register(registry);
  }

  History history() {
    return history;
  }

  HistoryEvents events() {
    return events;
  }

  /** Starts to record. Call when the clock of the store is known; later calls have no effect. */
  void start() {
    if (isStarted.compareAndSet(false, true)) {
      recorder.start();
      recorder.record(
          EventKind.START,
          "",
          "gateway " + RunningState.ownVersion() + " started: "
              + ConfigEvents.protocols(dataPath.snapshot().config()));
    }
  }

  /** Returns what is in force now, to be compared after a change. */
  InForce inForce() {
    GatewayConfig config = dataPath.snapshot().config();
    return new InForce(config, dataPath.listeners().certificates());
  }

  /** Records what changed since then. */
  void changedSince(InForce before) {
    ConfigEvents.between(before, inForce())
        .forEach(change -> recorder.record(change.kind(), change.subject(), change.text()));
  }

  /** Records a revision of the manifests. Every node of a fleet may call; the store keeps one event. */
  void published(PublishedManifests published) {
    String name = published.manifests().stream()
        .max(Comparator.comparingLong(PublishedManifest::revision))
        .filter(manifest -> manifest.revision() == published.revision())
        .map(PublishedManifest::name)
        .orElse("");
    String what = name.isEmpty() ? "manifests" : "manifest " + name;
    recorder.recordOnce(
        "revision-" + published.revision(),
        EventKind.PUBLICATION,
        name,
        "revision " + published.revision() + " of the store is in force: " + what);
  }

  /** Records an event of an experiment. Every node of a fleet may call; the store keeps one event. */
  void experiment(String id, String experiment, String text) {
    recorder.recordOnce(id, EventKind.EXPERIMENT, experiment, text);
  }

  /** Records an event of the whole fleet on a publication. */
  void publication(String id, String manifest, String text) {
    recorder.recordOnce(id, EventKind.PUBLICATION, manifest, text);
  }

  @Override
  public void close() {
    if (isStarted.get() && isClosed.compareAndSet(false, true)) {
      recorder.record(EventKind.STOP, "", "gateway stopped");
      recorder.close();
    }
  }
}
