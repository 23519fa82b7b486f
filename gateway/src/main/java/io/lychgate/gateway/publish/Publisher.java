package io.lychgate.gateway.publish;

import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.CanaryCount;
import io.lychgate.gateway.store.Manifest;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.PublicationState;
import io.lychgate.gateway.store.PublicationStore;
import io.lychgate.gateway.store.Revision;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoredPublication;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out publications that take time: fires scheduled ones, counts for canaries, judges them, and promotes or undoes them. One
 * gateway of the store does it for all, by a lease; the store ensures that each step happens once even so. Without a running
 * publication it does nothing.
 */
public final class Publisher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);
  private static final long TURN_MILLIS = 1000;

  /** After a leader has died, another gateway leads after this time. */
  private static final Duration LEASE = Duration.ofSeconds(10);

  /** A scheduled publication that fires later than this after its time says so. */
  private static final Duration LATE = Duration.ofMinutes(1);

  /**
   * A canary without nodes is undone after this time. After a loss of the store each node looks gone until it has reported again, which
   * takes some seconds.
   */
  private static final Duration MISSED = Duration.ofSeconds(10);

  /** An ended publication is shown as an alert for this time. */
  private static final Duration ALERTED = Duration.ofDays(1);

  private static final int MOST_ALERTS = 20;

  /** Beginning of the reason of a canary that waits for a person. */
  private static final String WAITS = "its time is over, promote or undo it: ";

  private final PublishingScene scene;
  private final CanaryCounts counts = new CanaryCounts();
  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("lychgate-publisher", true));
  private final Map<String, CanaryReport> reports = new ConcurrentHashMap<>();
  private volatile List<StoredPublication> running = List.of();
  private volatile boolean isChanged = true;
  private volatile boolean isStarted;
  private boolean isLeading;

  /** Canaries of which no node is there, with the time by the clock of this JVM since when. Accessed by the thread only. */
  private final Map<String, Long> missedSince = new HashMap<>();

  private @Nullable String lastFailure;

  /** The last judgement of a canary. */
  public record CanaryReport(CanaryFigures canary, CanaryFigures rest, String sentence) {}

  public Publisher(PublishingScene scene) {
    this.scene = scene;
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  public void start() {
    isStarted = true;
    var unused =
        thread.scheduleWithFixedDelay(this::guardedTurn, 0, TURN_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Reads the running publications again: this or another node has changed one. */
  public void changed() {
    isChanged = true;
    if (!isStarted) {
      return;
    }
    try {
      thread.execute(this::guardedTurn);
    } catch (RejectedExecutionException e) {
      LOG.debug("publications: closed", e);
    }
  }

  /** Returns the scheduled publications and canaries that this node last read. */
  public List<StoredPublication> running() {
    return running;
  }

  public List<PublisherNode> nodes() {
    return scene.nodes();
  }

  /** Returns the figures of a canary by the counts that all nodes have reported. */
  public Optional<CanaryReport> report(StoredPublication publication) {
    return publication.state() == PublicationState.CANARY
        ? Optional.of(reported(publication))
        : Optional.empty();
  }

  /** Returns the last known figures of a canary without reading the store. */
  public Optional<CanaryReport> lastReport(String id) {
    return Optional.ofNullable(reports.get(id));
  }

  /**
   * Gives the draft to a part of the nodes.
   *
   * @param number number of nodes; null if {@code percent} counts
   */
  public Outcome<StoredPublication> beginCanary(
      Manifest manifest,
      @Nullable Integer number,
      int percent,
      Duration time,
      CanaryRules rules,
      String comment,
      Actor by) {
    List<String> ids = scene.nodes().stream()
        .filter(node -> !node.isGone())
        .map(PublisherNode::id)
        .toList();
    if (ids.size() < 2) {
      return new Outcome.Conflict<>(
          "canary: this store has 1 gateway (expected: at least 2, of which"
              + " some keep the old revision; publish at once or at a time instead)");
    }
    int wanted = number == null ? CanaryNodes.numberOf(percent, ids.size()) : number;
    if (wanted >= ids.size()) {
      return new Outcome.Conflict<>("canary.nodes: " + wanted + " (expected: fewer than the "
          + ids.size() + " gateways that report)");
    }
    Outcome<StoredPublication> made = scene
        .store()
        .publications()
        .beginCanary(
            manifest.name(),
            manifest.version(),
            CanaryNodes.choose(manifest.name(), ids, wanted),
            time,
            rules.json(),
            comment,
            by);
    if (made instanceof Outcome.Done<StoredPublication> done) {
      StoredPublication canary = done.value();
      event(
          canary,
          "begin",
          "canary of manifest " + canary.manifest() + " on " + canary.nodes().size() + " of "
              + ids.size() + " nodes: revision " + canary.revision());
      follow();
    }
    return made;
  }

  /** Puts a canary or a scheduled publication in force on all nodes now, at a person's request. */
  public Outcome<StoredPublication> promote(String id, String reason, Actor by) {
    Optional<StoredPublication> found = scene.store().publications().find(id);
    String error = found.map(each -> scene.error(each.text())).orElse(null);
    if (error != null) {
      return new Outcome.Conflict<>("manifest: " + error + " (expected: a text without errors)");
    }
    return followed(scene.store().publications().complete(id, reason, by));
  }

  /** Takes a publication back, whatever its state: cancels a scheduled one, ends a canary, or restores the revision before it. */
  public Outcome<StoredPublication> undo(String id, String reason, Actor by) {
    PublicationStore store = scene.store().publications();
    Optional<StoredPublication> found = store.find(id);
    PublicationState state = found.map(StoredPublication::state).orElse(PublicationState.DONE);
    return followed(
        switch (state) {
          case SCHEDULED -> store.cancel(id, PublicationState.CANCELLED, reason, by);
          case CANARY -> store.undoCanary(id, reason, by);
          case DONE, UNDONE, CANCELLED, FAILED -> store.undo(id, reason, by);
        });
  }

  /** Returns the publications that ended otherwise than intended in the last day, last ended first. */
  public List<StoredPublication> alerts() {
    Instant from = scene.store().clock().instant().minus(ALERTED);
    return scene.store().publications().endedByGateway(from, MOST_ALERTS);
  }

  private Outcome<StoredPublication> followed(Outcome<StoredPublication> outcome) {
    if (outcome instanceof Outcome.Done<StoredPublication> done) {
      StoredPublication now = done.value();
      event(now, now.state().token(), sentence(now));
      follow();
    }
    return outcome;
  }

  private static String sentence(StoredPublication now) {
    String by = now.changedBy().equals(Actor.SYSTEM.name()) ? "" : " by " + now.changedBy();
    return "publication of manifest " + now.manifest() + " " + now.state().token() + by
        + (now.reason().isEmpty() ? "" : ": " + now.reason());
  }

  private void event(StoredPublication of, String what, String text) {
    scene.event("publication-" + of.id() + "-" + what, of.manifest(), text);
  }

  private void follow() {
    scene.follow();
    changed();
  }

  // One turn a second.

  private void guardedTurn() {
    try {
      turn();
      lastFailure = null;
    } catch (StoreException e) {
      // The fleet logs that the store is away. The next turn continues where this one ended.
      isChanged = true;
      // Which nodes are there is unknown again.
      missedSince.clear();
      LOG.debug("publications wait for the store: {}", e.getMessage());
    } catch (RuntimeException e) {
      isChanged = true;
      if (!Objects.equals(lastFailure, e.toString())) {
        lastFailure = e.toString();
        LOG.error("publications can't be carried out", e);
      }
    }
  }

  private void turn() {
    if (!isChanged && running.isEmpty()) {
      return;
    }
    Store store = scene.store();
    if (store.readOnly() != null && store.standsInFor() != null) {
      missedSince.clear();
      return;
    }
    isChanged = false;
    List<StoredPublication> now = store.publications().running();
    running = now;
    List<String> ids = now.stream().map(StoredPublication::id).toList();
    counts.keepOnly(ids);
    reports.keySet().retainAll(ids);
    missedSince.keySet().retainAll(ids);
    for (StoredPublication each : now) {
      if (each.state() == PublicationState.CANARY) {
        count(store.publications(), each);
        reports.put(each.id(), reported(each));
      }
    }
    Instant time = store.clock().instant();
    List<StoredPublication> due =
        now.stream().filter(each -> needsWork(each, time)).toList();
    if (due.isEmpty()) {
      release(store);
    } else if (store.publications().lead(scene.instance(), LEASE)) {
      isLeading = true;
      due.forEach(each -> work(store, each, time));
    } else {
      missedSince.clear();
    }
  }

  private static boolean needsWork(StoredPublication publication, Instant time) {
    return publication.state() == PublicationState.CANARY || isDue(publication, time);
  }

  private static boolean isDue(StoredPublication publication, Instant time) {
    Instant due = publication.dueAt();
    return due != null && !time.isBefore(due);
  }

  private void release(Store store) {
    if (isLeading) {
      isLeading = false;
      store.publications().release(scene.instance());
    }
  }

  private void count(PublicationStore store, StoredPublication canary) {
    String node = own().id();
    CanaryCount count = counts.since(canary, scene.instance(), node, scene.census(), scene.index());
    if (count != null) {
      store.count(canary.id(), count);
    }
  }

  private PublisherNode own() {
    return scene.nodes().stream().filter(PublisherNode::own).findFirst().orElseThrow();
  }

  private void work(Store store, StoredPublication publication, Instant time) {
    if (publication.state() == PublicationState.SCHEDULED) {
      fire(store.publications(), publication, time);
    } else {
      judge(store, publication, time);
    }
  }

  /** Puts a scheduled publication in force. After a downtime that covered its time it fires late, and says so. */
  private void fire(PublicationStore store, StoredPublication scheduled, Instant time) {
    String objection = scene.objection(scheduled);
    String error = objection == null ? scene.error(scheduled.text()) : objection;
    if (error != null) {
      end(store.cancel(scheduled.id(), PublicationState.FAILED, error, Actor.SYSTEM));
      return;
    }
    Duration late = Duration.between(Objects.requireNonNullElse(scheduled.dueAt(), time), time);
    String reason = late.compareTo(LATE) < 0
        ? ""
        : "put in force " + late.toMinutes() + " min after its time " + scheduled.dueAt()
            + ": no gateway could do it then";
    Outcome<StoredPublication> outcome = store.complete(scheduled.id(), reason, Actor.SYSTEM);
    if (outcome instanceof Outcome.Conflict<StoredPublication> conflict) {
      // Also after another node has fired it in this moment; then this changes nothing.
      end(store.cancel(scheduled.id(), PublicationState.FAILED, conflict.sentence(), Actor.SYSTEM));
    } else {
      end(outcome);
    }
  }

  private void judge(Store store, StoredPublication canary, Instant time) {
    Manifest manifest = store.manifests().find(canary.manifest()).orElse(null);
    Revision inForce = manifest == null ? null : manifest.published();
    Long number = inForce == null ? null : Long.valueOf(inForce.number());
    if (!Objects.equals(number, canary.base())) {
      undo(store, canary, "revision " + number + " was published in the meantime");
      return;
    }
    boolean isThere = scene.nodes().stream()
        .anyMatch(node -> !node.isGone() && canary.nodes().contains(node.id()));
    if (!isThere) {
      long since = missedSince.computeIfAbsent(canary.id(), id -> System.nanoTime());
      if (System.nanoTime() - since >= MISSED.toNanos()) {
        undo(store, canary, "no node of the canary reports any more");
      }
      return;
    }
    missedSince.remove(canary.id());
    CanaryReport report =
        Objects.requireNonNullElseGet(reports.get(canary.id()), () -> reported(canary));
    CanaryRules rules = CanaryRules.of(canary.rules());
    CanaryJudge.Verdict verdict = CanaryJudge.judge(rules, report.canary(), report.rest());
    if (verdict.kind() == CanaryJudge.Kind.UNDO) {
      undo(store, canary, verdict.sentence());
    } else if (isDue(canary, time)) {
      boolean mayPromote = verdict.kind() == CanaryJudge.Kind.HOLDS && rules.promote();
      String objection = mayPromote ? scene.objection(canary) : null;
      if (mayPromote && objection == null) {
        end(store.publications().complete(canary.id(), verdict.sentence(), Actor.SYSTEM));
      } else if (!canary.reason().startsWith(WAITS)) {
        // Once: the figures in the sentence change every second, and each change wakes all nodes.
        String why = objection == null ? verdict.sentence() : objection;
        store.publications().wait(canary.id(), WAITS + why);
      }
    }
  }

  private void undo(Store store, StoredPublication canary, String reason) {
    end(store.publications().undoCanary(canary.id(), reason, Actor.SYSTEM));
  }

  private void end(Outcome<StoredPublication> outcome) {
    if (followed(outcome) instanceof Outcome.Done<StoredPublication> done) {
      StoredPublication now = done.value();
      if (now.state() == PublicationState.DONE) {
        LOG.info("{}", sentence(now));
      } else {
        LOG.warn("{}", sentence(now));
      }
    }
  }

  private CanaryReport reported(StoredPublication canary) {
    Map<Boolean, List<CanaryCount>> sides =
        scene.store().publications().counts(canary.id()).stream()
            .collect(Collectors.partitioningBy(count -> canary.nodes().contains(count.node())));
    CanaryFigures own = CanaryFigures.of(sides.getOrDefault(true, List.of()));
    CanaryFigures rest = CanaryFigures.of(sides.getOrDefault(false, List.of()));
    String sentence =
        CanaryJudge.judge(CanaryRules.of(canary.rules()), own, rest).sentence();
    return new CanaryReport(own, rest, sentence);
  }

  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(2, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
    if (isLeading) {
      try {
        scene.store().publications().release(scene.instance());
      } catch (StoreException e) {
        LOG.debug("publications: the lease ends by itself", e);
      }
    }
  }
}
