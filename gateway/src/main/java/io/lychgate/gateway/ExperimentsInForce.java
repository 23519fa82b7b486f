package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.file.EffectiveValues;
import io.lychgate.gateway.config.file.EffectiveValues.Effective;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.experiment.ArmNumbers;
import io.lychgate.gateway.experiment.ArmRecorder;
import io.lychgate.gateway.experiment.Experiment;
import io.lychgate.gateway.experiment.ExperimentDesk;
import io.lychgate.gateway.experiment.GuardrailWatch;
import io.lychgate.gateway.experiment.Phase;
import io.lychgate.gateway.experiment.RunningExperiments;
import io.lychgate.gateway.listen.tcp.KernelCongestion;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The experiments of the store on this node: puts them in force, records their counts, and watches their guardrails. While the store is
 * away, the experiments that it last had stay in force. Any thread except an event loop.
 */
final class ExperimentsInForce implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ExperimentsInForce.class);

  /** Name of the secret that all gateways of a store share. */
  private static final String SECRET = "experiments";

  /** Seconds between two writes of the counts. A guardrail acts within this time and the next poll of the fleet. */
  private static final long WRITE_SECONDS = 5;

  private final DataPath dataPath;
  private final Supplier<Store> store;
  private final String configFile;
  private final Events events;
  private final ArmNumbers numbers = new ArmNumbers();
  private final ArmRecorder recorder;
  private final ExperimentDesk desk;
  private final GuardrailWatch guardrails;
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
      new DefaultThreadFactory("lychgate-experiments", true));

  private final InstantSource clock;

  /** Versions of experiments whose start was refused and logged. */
  private final Set<Long> warned = new HashSet<>();

  /** Set once an experiment has needed it. */
  private byte @Nullable [] key;

  private volatile List<Experiment> inForce = List.of();

  /** The experiments of the store are not in force yet. */
  private volatile boolean isLate;

  /** Receives the events of experiments. Each node may report one; it is kept once. */
  interface Events {
    void record(String id, String experiment, String text);
  }

  ExperimentsInForce(
      DataPath dataPath,
      Supplier<Store> store,
      InstantSource clock,
      Supplier<String> node,
      String configFile,
      Events events) {
    this.dataPath = dataPath;
    this.store = store;
    this.configFile = configFile;
    this.events = events;
    this.clock = clock;
    this.recorder =
        new ArmRecorder(dataPath.arms(), numbers, () -> store.get().arms(), clock, node);
    this.desk = new ExperimentDesk(store, new RunningSetting(), new HereToo());
    this.guardrails = new GuardrailWatch(store, desk, clock);
  }

  ExperimentDesk desk() {
    return desk;
  }

  /** Reads the experiments before the listeners open, so that the first handshake has its arm. */
  void load() {
    try {
      read();
    } catch (StoreException e) {
      LOG.warn("experiments are unknown until the store responds: {}", e.getMessage());
    }
  }

  void start() {
    var unused =
        thread.scheduleWithFixedDelay(this::look, WRITE_SECONDS, WRITE_SECONDS, TimeUnit.SECONDS);
  }

  /** Reads the experiments again, because this or another node has changed one. */
  synchronized void read() {
    List<Experiment> all = desk.all().stream()
        .filter(each -> each.phase() == Phase.RUNNING
            || each.phase() == Phase.PLANNED
            || each.life().isApplied())
        .toList();
    if (all.equals(inForce)) {
      isLate = false;
      return;
    }
    try {
      dataPath.experiment(
          all.isEmpty()
              ? RunningExperiments.NONE
              : new RunningExperiments(all, key(), numbers::of));
      inForce = all;
      isLate = false;
    } catch (IOException e) {
      if (!isLate) {
        LOG.error("experiments: not changed until a certificate can be read", e);
      }
      isLate = true;
    }
  }

  private byte[] key() {
    byte[] known = key;
    if (known == null) {
      known = store.get().secrets().lasting(SECRET);
      key = known;
    }
    return known;
  }

  private void look() {
    try {
      if (isLate) {
        read();
      }
      recorder.write();
      for (Experiment each : inForce) {
        if (each.phase() == Phase.RUNNING) {
          guardrails.look(each);
        } else if (each.phase() == Phase.PLANNED) {
          startInTime(each);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StoreException e) {
      LOG.debug("experiments: the store can't be reached: {}", e.getMessage());
    } catch (RuntimeException e) {
      // An exception would end the schedule silently.
      LOG.error("experiments: not recorded", e);
    }
  }

  /** Starts an experiment at the end of its pre-period. Each node tries it; the first one does it. */
  private void startInTime(Experiment planned) {
    long end = planned.life().plannedAt() + planned.design().decision().preMinutes() * 60_000;
    if (clock.millis() >= end
        && desk.startAfterPrePeriod(planned) instanceof Outcome.Conflict<Experiment> refused
        && warned.add(planned.version())) {
      LOG.warn(
          "experiment {} stays planned after its pre-period: {}", planned.id(), refused.sentence());
    }
  }

  /** Call after the loops have ended, so that the last requests count. */
  @Override
  public void close() {
    thread.shutdownNow();
    try {
      recorder.write();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StoreException e) {
      LOG.debug("experiments: the last counts are lost: {}", e.getMessage());
    }
  }

  private final class RunningSetting implements ExperimentDesk.Setting {
    @Override
    public GatewayConfig config() {
      return dataPath.snapshot().config();
    }

    @Override
    public List<Effective> values() {
      YamlNode tree = ConfigReader.ofProcess().examine(Path.of(configFile)).tree();
      return tree == null ? List.of() : EffectiveValues.of(tree, configFile);
    }

    @Override
    public String file() {
      return configFile;
    }

    @Override
    public Set<String> congestion() {
      return KernelCongestion.allowed();
    }
  }

  private final class HereToo implements ExperimentDesk.Effects {
    @Override
    public void changed(Experiment experiment, String event) {
      read();
      if (!event.isEmpty()) {
        events.record(
            "experiment-" + experiment.version(),
            experiment.id(),
            "experiment " + experiment.id() + " " + event);
      }
    }

    @Override
    public void write() {
      try {
        recorder.write();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
