package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.FleetNode;
import io.lychgate.gateway.admin.seam.ManifestPublication;
import io.lychgate.gateway.admin.seam.Nodes;
import io.lychgate.gateway.store.NodeIdentity;
import io.lychgate.gateway.store.NodeReport;
import io.lychgate.gateway.store.NodeRow;
import io.lychgate.gateway.store.PublishedManifests;
import io.lychgate.gateway.store.Pulse;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoreUrl;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects this gateway to the others of its store: applies their publications, and reports the revision that it runs. It polls
 * the store every second; a notification only makes that sooner. The state of other nodes comes from their rows in the store.
 */
final class Fleet implements ManifestPublication, AutoCloseable {
  /** Including the time of a poll, a publication is in force on all nodes within two seconds. */
  static final Duration POLL = Duration.ofSeconds(1);

  /** A report every five polls without a change. After two lost reports the node still counts as present. */
  private static final Duration REPORT = Duration.ofSeconds(5);

  /** A node that has not reported for this long counts as gone, and its revision as unknown. */
  static final Duration GONE = Duration.ofSeconds(15);

  /** The report interval with SQLite. Its file is rarely shared, and each report is written to disk durably. */
  private static final Duration REPORT_TO_FILE = Duration.ofMinutes(1);

  private static final Duration GONE_FROM_FILE = Duration.ofMinutes(3);

  /** Delay until a file that has become usable is used again. */
  private static final Duration REOPEN = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(Fleet.class);
  private static final long CLOSE_MILLIS = 2000;

  private final GatewayStore source;
  private final ManifestsInForce manifests;
  private final String version;
  private final Semaphore wakes = new Semaphore(0);
  private final Thread thread = new Thread(this::run, "lychgate-fleet");

  private volatile NodeIdentity self;
  private volatile @Nullable Known known;
  private volatile boolean closing;
  private volatile boolean isAway;
  private volatile long reportedAt;

  /** State directory whose id this node takes once another process leaves it; null if it has its id. */
  private volatile @Nullable Path succeeding;

  // Accessed by the thread of the fleet only.
  private @Nullable Store listened;
  private long reopenedAt = System.nanoTime() - REOPEN.toNanos();
  private long lastVerdicts = -1;
  private long lastDecisions = -1;
  private long lastExperiments = -1;
  private long lastPublications = -1;
  private long olderRevision = -1;
  private boolean isReadOnly;
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private long awaySince;
  private @Nullable String lastFailure;

  private Runnable verdictsChanged = () -> {};
  private Runnable decisionsChanged = () -> {};
  private Runnable experimentsChanged = () -> {};
  private Runnable nodesChanged = () -> {};
  private Runnable storeIsThere = () -> {};
  private volatile Runnable publicationsChanged = () -> {};
  private volatile Supplier<@Nullable String> otherComplaint = () -> null;

  /** The complaint at the last report. */
  private volatile @Nullable String reportedComplaint;

  /** The last values read, and their time by the clock of this JVM. */
  private record Known(Pulse pulse, long nanoTime, boolean isOfFile) {}

  Fleet(GatewayStore source, ManifestsInForce manifests, NodeIdentity self, String version) {
    this.source = source;
    this.manifests = manifests;
    this.self = self;
    this.version = version;
    thread.setDaemon(true);
  }

  /**
   * Starts to poll the store. All callbacks run on the thread of the fleet.
   *
   * @param verdicts called when another node has changed verdicts
   * @param decisions called when a decision on a server has changed, and when another store is in use
   * @param experiments called when an experiment has changed, and when another store is in use
   * @param nodes called when the revision of a node has changed
   * @param there called each time the store has responded
   */
  void start(
      Runnable verdicts, Runnable decisions, Runnable experiments, Runnable nodes, Runnable there) {
    verdictsChanged = verdicts;
    decisionsChanged = decisions;
    experimentsChanged = experiments;
    nodesChanged = nodes;
    storeIsThere = there;
    thread.start();
  }

  /** Sets the source of a complaint about something else than manifests, which gives null without one. */
  void follow(Supplier<@Nullable String> complaint) {
    otherComplaint = complaint;
  }

  /** Sets what runs on the thread of the fleet when a publication has begun or ended on any node. */
  void onPublications(Runnable changed) {
    publicationsChanged = changed;
  }

  /** Returns the manifests that this node runs of these: some of its own while it is part of a canary. */
  PublishedManifests own(PublishedManifests published) {
    Store store = source.store();
    return store.standsInFor() == null ? store.publications().on(self.id(), published) : published;
  }

  /** Registers the number of nodes by state. */
  void bind(MeterRegistry registry) {
    for (FleetNode.State state : FleetNode.State.values()) {
      Gauge.builder(
              "lychgate.fleet.nodes",
              this,
              fleet ->
                  fleet.all().stream().filter(each -> each.state() == state).count())
          .tag("state", state.token())
          .register(registry);
    }
  }

  /** Returns true after a poll that could not reach the store. */
  boolean isStoreAway() {
    return isAway;
  }

  NodeIdentity self() {
    return self;
  }

  /** Polls the store now instead of at the next second. */
  void wake() {
    wakes.release();
  }

  @Override
  public Nodes publish(PublishedManifests published) {
    manifests.publish(own(published));
    try {
      report(source.store());
    } catch (StoreException e) {
      LOG.debug("revision {} is not reported yet: {}", published.revision(), e.getMessage());
    }
    return nodes(published.revision());
  }

  /** Returns the number of nodes that run the newest revision known to this node. */
  Nodes nodes() {
    return nodes(0);
  }

  private Nodes nodes(long atLeast) {
    List<FleetNode> all = all(atLeast);
    long effective =
        all.stream().filter(each -> each.state() == FleetNode.State.CURRENT).count();
    return new Nodes((int) effective, all.size());
  }

  /** Returns all nodes that reported to the store within the last hour, including this node. */
  List<FleetNode> all() {
    return all(0);
  }

  private List<FleetNode> all(long atLeast) {
    Known last = known;
    long own = manifests.index().revision();
    long newest =
        Math.max(atLeast, Math.max(own, last == null ? 0 : last.pulse().revision()));
    List<FleetNode> all = new ArrayList<>();
    NodeReport mine = report();
    all.add(new FleetNode(
        mine.id(),
        mine.name(),
        mine.version(),
        true,
        isBehind(mine, newest) ? FleetNode.State.BEHIND : FleetNode.State.CURRENT,
        mine.revision(),
        null,
        mine.complaint()));
    if (last != null) {
      Duration sinceRead = Duration.ofNanos(System.nanoTime() - last.nanoTime());
      Duration gone = last.isOfFile() ? GONE_FROM_FILE : GONE;
      for (NodeRow row : last.pulse().nodes()) {
        if (!row.report().id().equals(mine.id())) {
          boolean isGone = row.silence().plus(sinceRead).compareTo(gone) > 0;
          all.add(other(row, isGone, newest));
        }
      }
    }
    return all;
  }

  private static FleetNode other(NodeRow row, boolean isGone, long newest) {
    NodeReport report = row.report();
    FleetNode.State state = isGone
        ? FleetNode.State.GONE
        : isBehind(report, newest) ? FleetNode.State.BEHIND : FleetNode.State.CURRENT;
    return new FleetNode(
        report.id(),
        report.name(),
        report.version(),
        false,
        state,
        report.revision(),
        row.seenAt(),
        report.complaint());
  }

  private static boolean isBehind(NodeReport report, long newest) {
    return report.revision() < newest || report.complaint() != null;
  }

  private NodeReport report() {
    NodeIdentity me = self;
    ManifestsInForce.Running running = manifests.running();
    StoreException away = source.store().standsInFor();
    if (away != null && away.kind() == StoreException.Kind.UNAVAILABLE) {
      // The revisions of the other nodes are unknown.
      return new NodeReport(
          me.id(), me.instance(), me.name(), version, running.revision(), "store unavailable");
    }
    String complaint = running.complaint();
    return new NodeReport(
        me.id(),
        me.instance(),
        me.name(),
        version,
        running.revision(),
        complaint == null ? otherComplaint.get() : complaint);
  }

  private void run() {
    while (!closing) {
      try {
        turn();
      } catch (StoreException e) {
        away(e);
      } catch (RuntimeException e) {
        failed(e);
      }
      try {
        var unused = wakes.tryAcquire(POLL.toMillis(), TimeUnit.MILLISECONDS);
        wakes.drainPermits();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void turn() {
    if (source.store().standsInFor() != null && !reopened()) {
      return;
    }
    Store store = source.store();
    if (store != listened) {
      listened = store;
      lastVerdicts = -1;
      lastDecisions = -1;
      lastExperiments = -1;
      store.onChange(this::wake);
      store.nodes().takeOver(report());
      report(store);
    }
    Path directory = succeeding;
    if (directory != null) {
      succeed(store, directory);
    }
    Pulse pulse = look(store);
    back(store);
    if (follow(store, pulse.revision())
        || isReportDue(store)
        || !Objects.equals(reportedComplaint, otherComplaint.get())) {
      report(store);
    }
    if (pulse.verdicts() != lastVerdicts) {
      lastVerdicts = pulse.verdicts();
      verdictsChanged.run();
    }
    if (pulse.serverDecisions() != lastDecisions) {
      decisionsChanged.run();
      lastDecisions = pulse.serverDecisions();
    }
    if (pulse.experiments() != lastExperiments) {
      experimentsChanged.run();
      lastExperiments = pulse.experiments();
    }
    if (pulse.publications() != lastPublications) {
      followCanaries(store);
      publicationsChanged.run();
      lastPublications = pulse.publications();
    }
    storeIsThere.run();
    lastFailure = null;
  }

  /** Takes over the id of this state directory, as soon as the process that has it leaves the fleet. */
  void succeed(Path stateDirectory) {
    succeeding = stateDirectory;
    wake();
  }

  private void succeed(Store store, Path directory) {
    NodeIdentity own = NodeIdentity.in(directory, self.name());
    if (!own.isLasting()) {
      return;
    }
    succeeding = null;
    NodeReport temporary = report();
    self = own;
    store.nodes().takeOver(report());
    report(store);
    store.nodes().leave(temporary);
    lastPublications = -1;
  }

  /** A node that started while the store was away, or got another id, may run the revision but not its part of a canary. */
  private void followCanaries(Store store) {
    PublishedManifests wanted = own(store.manifests().published());
    if (wanted.revision() == manifests.index().revision()
        && !wanted.equals(manifests.published())) {
      manifests.replace(wanted);
      nodesChanged.run();
      report(store);
    }
  }

  /** An unreachable server is retried every second, an unusable file less often. */
  private boolean reopened() {
    boolean isDue = !isOfFile(source.store()) || System.nanoTime() - reopenedAt >= REOPEN.toNanos();
    if (!isDue) {
      return false;
    }
    reopenedAt = System.nanoTime();
    return source.reopen();
  }

  private Pulse look(Store store) {
    Nodes before = nodes();
    Pulse pulse = store.nodes().look();
    known = new Known(pulse, System.nanoTime(), isOfFile(store));
    if (!before.equals(nodes())) {
      nodesChanged.run();
    }
    return pulse;
  }

  private static boolean isOfFile(Store store) {
    return store.url().kind() == StoreUrl.Kind.SQLITE;
  }

  private boolean follow(Store store, long revision) {
    long own = manifests.index().revision();
    if (revision == own) {
      olderRevision = -1;
      return false;
    }
    // A publication on this node may overtake one poll. An older revision in two polls means
    // that the database was restored.
    if (revision < own && olderRevision != revision) {
      olderRevision = revision;
      return false;
    }
    PublishedManifests published = own(store.manifests().published());
    if (revision < own) {
      LOG.warn(
          "the store is at revision {}, this node ran {}: the store was restored; applying its revision",
          published.revision(),
          own);
      manifests.replace(published);
    } else {
      manifests.publish(published);
      LOG.info("revision {} of the store is in force", published.revision());
    }
    store.manifests().keepCopy();
    nodesChanged.run();
    return true;
  }

  private boolean isReportDue(Store store) {
    Duration since = Duration.ofNanos(System.nanoTime() - reportedAt);
    // The report also detects that a full disk has room again.
    boolean isRare = isOfFile(store) && store.readOnly() == null;
    return since.compareTo(isRare ? REPORT_TO_FILE : REPORT) >= 0;
  }

  private synchronized void report(Store store) {
    reportedComplaint = otherComplaint.get();
    store.watchSchema();
    if (!store.nodes().report(report())) {
      LOG.warn("another process reports as node {}: this process takes a new id", self.id());
      self = self.another();
      store.nodes().report(report());
    }
    known = new Known(store.nodes().look(), System.nanoTime(), isOfFile(store));
    reportedAt = System.nanoTime();
  }

  private void away(StoreException e) {
    if (e.kind() == StoreException.Kind.READ_ONLY) {
      reportedAt = System.nanoTime();
      if (!isReadOnly) {
        isReadOnly = true;
        LOG.warn(
            "the store can't be written, changes are refused until it can: {}", e.getMessage());
      }
      return;
    }
    if (!isAway) {
      isAway = true;
      awaySince = System.nanoTime();
      LOG.warn(
          "the store can't be reached, serving revision {}: {}",
          manifests.index().revision(),
          e.getMessage());
    }
  }

  private void back(Store store) {
    if (isReadOnly && store.readOnly() == null) {
      isReadOnly = false;
      LOG.info("the store can be written again");
    }
    if (isAway) {
      isAway = false;
      LOG.info(
          "the store is back after {} s",
          Duration.ofNanos(System.nanoTime() - awaySince).toSeconds());
    }
  }

  /** Logs each text once, because it would recur every second. */
  private void failed(RuntimeException e) {
    if (!Objects.equals(lastFailure, e.toString())) {
      lastFailure = e.toString();
      LOG.error("the store can't be polled", e);
    }
  }

  @Override
  public void close() {
    if (isClosed.getAndSet(true)) {
      return;
    }
    closing = true;
    wakes.release();
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
    Known last = known;
    if (last != null && !isAway) {
      try {
        source.store().nodes().leave(report());
      } catch (StoreException e) {
        LOG.debug("leaving the fleet: not reported to the other nodes: {}", e.getMessage());
      }
    }
    self.close();
  }
}
