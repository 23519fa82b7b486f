package io.lychgate.gateway.experiment;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.file.EffectiveValues.Effective;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.ExperimentChange;
import io.lychgate.gateway.store.ExperimentStore.Content;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoredExperiment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The experiments of the store, and each step of their lives. Any thread except an event loop. */
public final class ExperimentDesk {
  private static final Logger LOG = LoggerFactory.getLogger(ExperimentDesk.class);

  private final Supplier<Store> store;
  private final Setting setting;
  private final Effects effects;

  /** The gateway in which experiments run. */
  public interface Setting {
    /** Returns the configuration in force. */
    GatewayConfig config();

    /** Returns the values of the configuration's files with their places; empty if they cannot be read now. */
    List<Effective> values();

    /** Returns the name of the configuration's own file. */
    String file();

    /** Returns the congestion controls that the kernel offers. */
    Set<String> congestion();
  }

  /** The effects of a change of an experiment in this process. */
  public interface Effects {
    /** An experiment has changed: it must be in force here at once. */
    void changed(Experiment experiment, String event);

    /** Writes what this node has counted so far. */
    void write();
  }

  public ExperimentDesk(Supplier<Store> store, Setting setting, Effects effects) {
    this.store = store;
    this.setting = setting;
    this.effects = effects;
  }

  /** Returns all experiments, the newest first. Those that a newer version wrote in another form are left out. */
  public List<Experiment> all() {
    List<Experiment> all = new ArrayList<>(readable(store.get().experiments().all()));
    all.sort(Comparator.comparing(Experiment::createdAt).reversed());
    return all;
  }

  static List<Experiment> readable(List<StoredExperiment> rows) {
    List<Experiment> all = new ArrayList<>();
    for (StoredExperiment row : rows) {
      try {
        all.add(Experiment.of(row));
      } catch (IllegalArgumentException e) {
        LOG.warn("{}", e.getMessage());
      }
    }
    return all;
  }

  public Optional<Experiment> find(String id) {
    return store.get().experiments().find(id).map(Experiment::of);
  }

  /** Returns the changes of an experiment, the newest first. */
  public List<ExperimentChange> changes(String id) {
    return store.get().experiments().changes(id);
  }

  /** Returns the counts of all arms since the start, those of this node up to now. */
  public List<ArmCounts> counts(Experiment experiment) {
    effects.write();
    return ArmCounts.read(store.get().arms(), experiment.design(), 0);
  }

  /** Returns the reasons for which a design would not start now. */
  public List<String> problems(Design design) {
    List<String> problems = new ArrayList<>(DesignCheck.problems(design));
    problems.addAll(DesignFit.problems(design, setting.config(), setting.congestion()));
    return problems;
  }

  /** Returns the reasons for which a design would not start now beside the other experiments. */
  public List<String> problemsBesideOthers(Design design) {
    List<String> problems = new ArrayList<>(problems(design));
    String collision = collision(design, readable(store.get().experiments().all()));
    if (collision != null) {
      problems.add(collision);
    }
    return problems;
  }

  private static @Nullable String collision(Design design, List<Experiment> all) {
    Experiment unit = LayerSpace.ofOtherUnit(design, all);
    if (unit != null) {
      return "unit: " + design.unit().token() + " (expected: "
          + unit.design().unit().token() + ", the unit of " + unit.id() + " in layer "
          + design.layer() + ", or another layer)";
    }
    Experiment same = LayerSpace.ofSameFactor(design, all);
    return same == null
        ? null
        : "layer: " + design.layer() + " (expected: " + same.design().layer() + ", because "
            + design.id() + " and " + same.id() + " have the factor "
            + design.factor().token()
            + " on the same routes, and a client in both would get the value of one of them; or stop "
            + same.id() + ")";
  }

  /**
   * Returns the hosts of the sites of a design: those of the configuration in force, and the name of a site that it lacks. {@code *} for
   * a design without sites.
   */
  public Set<String> hosts(Design design) {
    Set<String> hosts = new TreeSet<>(design.sites());
    for (SiteConfig site : setting.config().sites()) {
      if (hosts.contains(DesignFit.nameOf(site))) {
        site.hosts().forEach(host -> hosts.add(host.toString()));
      }
    }
    return hosts.isEmpty() ? Set.of(Grant.ALL) : hosts;
  }

  /** Returns the largest share that a design can have beside the others of its layer. */
  public int freeShare(Design design) {
    return LayerSpace.of(design, readable(store.get().experiments().all())).largest();
  }

  /** Returns the changes of the configuration's files that make an arm the configuration. */
  public List<ConfigPatch.Change> patch(Experiment experiment, String arm) {
    return experiment.design().arms().stream()
        .filter(each -> each.name().equals(arm))
        .findFirst()
        .map(each -> ConfigPatch.of(
            experiment.design(), each, setting.config(), setting.values(), setting.file()))
        .orElse(List.of());
  }

  // The steps.

  public Outcome<Experiment> create(Design design, Actor by) {
    return done(
        store
            .get()
            .experiments()
            .create(design.id(), Experiment.text(design), Experiment.text(Life.DRAFT), by),
        "");
  }

  public Outcome<Experiment> edit(Design design, LongPredicate mayReplace, Actor by) {
    return change(design.id(), mayReplace, "edit", by, "", (current, all, now) -> {
      if (current.phase() != Phase.DRAFT) {
        return refused(current, "a draft: a plan does not change after the start");
      }
      return content(design, Life.DRAFT, "");
    });
  }

  public Outcome<Experiment> delete(String id, LongPredicate mayReplace, Actor by) {
    Outcome<Experiment> deleted = done(
        store.get().experiments().delete(id, mayReplace, by, (row, all, now) -> {
          Experiment current = Experiment.of(row);
          boolean isInForce = current.phase() == Phase.RUNNING
              || current.phase() == Phase.PAUSED
              || current.phase() == Phase.PLANNED
              || current.life().isApplied();
          return isInForce
              ? refused(current, "one that is not in force; stop or release it first")
              : content(current.design(), current.life(), "");
        }),
        "");
    if (deleted instanceof Outcome.Done<Experiment>) {
      store.get().views().deleteArms(id);
    }
    return deleted;
  }

  /** Starts a draft. One with a pre-period is planned first, and a second start ends the pre-period early. */
  public Outcome<Experiment> start(String id, LongPredicate mayReplace, Actor by) {
    return change(id, mayReplace, "start", by, "started", (current, all, now) -> {
      if (current.phase() != Phase.DRAFT && current.phase() != Phase.PLANNED) {
        return refused(current, "a draft, or planned");
      }
      List<String> problems = problems(current.design());
      if (!problems.isEmpty()) {
        return new Outcome.Conflict<>(String.join("; ", problems));
      }
      if (current.phase() == Phase.PLANNED) {
        // Its place in the layer is reserved since the pre-period began.
        return content(
            current.design(),
            current.life().started(now, current.life().from()),
            "after a pre-period of " + (now - current.life().plannedAt()) / 60_000 + " minutes");
      }
      String collision = collision(current.design(), all);
      if (collision != null) {
        return new Outcome.Conflict<>(collision);
      }
      LayerSpace space = LayerSpace.of(current.design(), all);
      int share = current.design().greatestShare();
      int place = space.find(share);
      if (place < 0) {
        return new Outcome.Conflict<>("layer: " + current.design().layer() + " has "
            + percent(space.largest()) + " free in one piece (expected: " + percent(share)
            + "; stop one of " + space.holders() + ", or use another layer)");
      }
      long before = current.design().decision().preMinutes();
      String where = percent(share) + " of clients in layer " + current.design().layer();
      return before > 0
          ? content(
              current.design(),
              current.life().planned(now, place),
              where + ", after a pre-period of " + before + " minutes")
          : content(current.design(), current.life().started(now, place), where);
    });
  }

  /** Returns a share of the 10,000 places of a layer in words: {@code 10%}, {@code 2.5%}. */
  private static String percent(int places) {
    return BigDecimal.valueOf(places, 2).stripTrailingZeros().toPlainString() + "%";
  }

  /** Starts an experiment whose pre-period has ended. */
  public Outcome<Experiment> startAfterPrePeriod(Experiment planned) {
    return start(planned.id(), version -> version == planned.version(), Actor.SYSTEM);
  }

  public Outcome<Experiment> pause(String id, LongPredicate mayReplace, Actor by) {
    Step step = from(Set.of(Phase.RUNNING), "running", (life, now) -> life.in(Phase.PAUSED));
    return change(id, mayReplace, "pause", by, "paused", step);
  }

  public Outcome<Experiment> resume(String id, LongPredicate mayReplace, Actor by) {
    Step step = from(Set.of(Phase.PAUSED), "paused", (life, now) -> life.in(Phase.RUNNING));
    return change(id, mayReplace, "resume", by, "resumed", step);
  }

  public Outcome<Experiment> stop(String id, LongPredicate mayReplace, Actor by) {
    Step step = from(
        Set.of(Phase.PLANNED, Phase.RUNNING, Phase.PAUSED),
        "planned, running or paused",
        Life::ended);
    return change(id, mayReplace, "stop", by, "stopped", step);
  }

  /** Returns the step from one of these phases. */
  private static Step from(Set<Phase> phases, String expected, NextLife next) {
    return (current, all, now) -> phases.contains(current.phase())
        ? content(current.design(), next.after(current.life(), now), "")
        : refused(current, expected);
  }

  /** Stops an arm that has crossed a guardrail. The experiment ends with its last arm besides the control arm. */
  Outcome<Experiment> stopArm(String id, String arm, String reason) {
    return change(
        id,
        version -> true,
        "stop-arm",
        Actor.SYSTEM,
        "stopped arm " + arm + ": " + reason,
        (current, all, now) -> {
          if (current.phase() != Phase.RUNNING || current.life().stopped().containsKey(arm)) {
            return refused(current, "running, with the arm " + arm);
          }
          Life life = current.life().without(arm, reason, now);
          boolean isLast = life.stopped().size() == current.design().arms().size() - 1;
          return content(current.design(), isLast ? life.ended(now) : life, arm + ": " + reason);
        });
  }

  /**
   * Records the decision of a person.
   *
   * @param winner the name of an arm of the design, which does not change after the start; null if the configuration stays as it is
   * @param applies true if all clients get the winner from now on
   */
  public Outcome<Experiment> decide(
      String id,
      @Nullable String winner,
      boolean applies,
      String reason,
      LongPredicate mayReplace,
      Actor by) {
    String event = winner == null
        ? "decided: no winner"
        : "decided: " + winner + (applies ? " for all clients" : "");
    return change(id, mayReplace, "decide", by, event, (current, all, now) -> {
      if (current.phase() != Phase.STOPPED && current.phase() != Phase.DECIDED) {
        return refused(current, "stopped: a decision follows the end");
      }
      return content(
          current.design(),
          current.life().decided(winner, applies && winner != null),
          (winner == null ? "no winner" : winner + (applies ? ", applied" : ", not applied"))
              + (reason.isEmpty() ? "" : ": " + reason));
    });
  }

  /** Ends the effect of a decision: the configuration alone is in force again. */
  public Outcome<Experiment> release(String id, LongPredicate mayReplace, Actor by) {
    return change(
        id,
        mayReplace,
        "release",
        by,
        "released: the configuration is in force again",
        (current, all, now) -> current.life().isApplied()
            ? content(current.design(), current.life().decided(current.life().winner(), false), "")
            : refused(current, "one whose winner is applied"));
  }

  private interface NextLife {
    Life after(Life before, long now);
  }

  private interface Step {
    Outcome<Content> of(Experiment current, List<Experiment> all, long now);
  }

  private Outcome<Experiment> change(
      String id, LongPredicate mayReplace, String action, Actor by, String event, Step step) {
    return done(
        store
            .get()
            .experiments()
            .change(
                id,
                mayReplace,
                action,
                by,
                (row, all, now) -> step.of(Experiment.of(row), readable(all), now)),
        event);
  }

  private static Outcome<Content> content(Design design, Life life, String detail) {
    return new Outcome.Done<>(new Content(Experiment.text(design), Experiment.text(life), detail));
  }

  private static Outcome<Content> refused(Experiment current, String expected) {
    return new Outcome.Conflict<>("experiment " + current.id() + ": "
        + current.phase().token() + " (expected: " + expected + ")");
  }

  private Outcome<Experiment> done(Outcome<StoredExperiment> outcome, String event) {
    if (outcome instanceof Outcome.Done<StoredExperiment> done) {
      Experiment experiment = Experiment.of(done.value());
      effects.changed(
          experiment,
          event.equals("started") && experiment.phase() == Phase.PLANNED
              ? "planned: the pre-period has begun"
              : event);
      return new Outcome.Done<>(experiment);
    }
    if (outcome instanceof Outcome.Missing<StoredExperiment> missing) {
      return new Outcome.Missing<>(missing.sentence());
    }
    if (outcome instanceof Outcome.Stale<StoredExperiment> stale) {
      return new Outcome.Stale<>(stale.currentVersion());
    }
    return new Outcome.Conflict<>(((Outcome.Conflict<StoredExperiment>) outcome).sentence());
  }
}
