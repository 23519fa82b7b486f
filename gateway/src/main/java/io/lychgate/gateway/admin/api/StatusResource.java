package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.admin.experiment.ExperimentAccess;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.publish.ManifestAccess;
import io.lychgate.gateway.admin.seam.Backups;
import io.lychgate.gateway.admin.seam.FleetNode;
import io.lychgate.gateway.admin.seam.GatewayState;
import io.lychgate.gateway.admin.seam.LiveValues;
import io.lychgate.gateway.admin.seam.Nodes;
import io.lychgate.gateway.admin.seam.SavingsReport;
import io.lychgate.gateway.admin.seam.SystemReport;
import io.lychgate.gateway.experiment.Experiment;
import io.lychgate.gateway.experiment.ExperimentDesk;
import io.lychgate.gateway.experiment.Phase;
import io.lychgate.gateway.ledger.HintLedger;
import io.lychgate.gateway.publish.Publisher;
import io.lychgate.gateway.store.ExperimentChange;
import io.lychgate.gateway.store.PublicationState;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoredPublication;
import io.lychgate.gateway.store.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The gateway's state, and savings, and the contract of this API. */
public final class StatusResource {

  private static final String CONTRACT = "/admin/openapi.yaml";

  private static final Logger LOG = LoggerFactory.getLogger(StatusResource.class);

  private final GatewayState state;
  private final LiveValues live;
  private final HintLedger ledger;
  private final ExperimentDesk experiments;
  private final ExperimentAccess access;
  private final Publisher publisher;
  private final Backups backups;
  private final SystemReport system;
  private final InstantSource clock;

  public StatusResource(
      GatewayState state,
      LiveValues live,
      HintLedger ledger,
      ExperimentDesk experiments,
      Publisher publisher,
      Backups backups,
      SystemReport system,
      InstantSource clock) {
    this.state = state;
    this.live = live;
    this.ledger = ledger;
    this.experiments = experiments;
    this.access = new ExperimentAccess(experiments);
    this.publisher = publisher;
    this.backups = backups;
    this.system = system;
    this.clock = clock;
  }

  public Reply status(Call call) {
    GatewayState.ConfigFile config = state.config();
    Instant startedAt = state.startedAt();
    return Reply.ok(new StatusBody(
        state.version(),
        Runtime.version().toString(),
        startedAt,
        Math.max(0, Duration.between(startedAt, clock.instant()).toMillis()) / 1000.0,
        state.revision(),
        state.nodes(),
        state.fleet(),
        new ConfigBody(
            config.file(),
            config.loadedAt(),
            config.lastAttemptAt(),
            config.problems().isEmpty() ? "current" : "reload-failed",
            call.seesAllSites() ? config.problems() : List.of()),
        listeners(call),
        store(call.store()),
        alerts(call)));
  }

  public Reply savings(Call call) {
    SavingsReport savings = live.savings();
    return Reply.ok(
        call.seesAllSites() ? savings : savings.ofSites(site -> call.sees(List.of(site))));
  }

  public Reply contract(Call call) throws IOException {
    try (InputStream in = StatusResource.class.getResourceAsStream(CONTRACT)) {
      if (in == null) {
        throw new IOException(CONTRACT + " is not on the class path");
      }
      return Reply.content("application/yaml", in.readAllBytes());
    }
  }

  /** The records have the hosts of all sites. */
  private List<GatewayState.Listener> listeners(Call call) {
    List<GatewayState.Listener> all = state.listeners();
    return call.seesAllSites()
        ? all
        : all.stream()
            .map(each -> new GatewayState.Listener(
                each.name(), each.address(), each.protocols(), each.complaint(), List.of()))
            .toList();
  }

  private List<AlertBody> alerts(Call call) {
    Predicate<String> manifests = ManifestAccess.visible(call);
    List<AlertBody> alerts = new ArrayList<>();
    try {
      publisher.alerts().stream()
          .filter(each -> manifests.test(each.manifest()))
          .forEach(each -> alerts.add(AlertBody.of(each)));
    } catch (StoreException e) {
      LOG.debug("publications can't be shown now: {}", e.getMessage());
    }
    ledger.demotions().stream()
        .filter(verdict -> manifests.test(verdict.manifest()))
        .forEach(verdict -> alerts.add(AlertBody.of(verdict)));
    stoppedArms(call).forEach(alerts::add);
    Backups.Failure failed = call.seesAllSites() ? backups.failure() : null;
    if (failed != null) {
      alerts.add(AlertBody.of(failed));
    }
    SystemReport.Outage outage = call.seesAllSites() ? system.receiverOutage() : null;
    if (outage != null) {
      alerts.add(AlertBody.of(outage));
    }
    alerts.sort(Comparator.comparing(AlertBody::at).reversed());
    return alerts;
  }

  /** Returns the arms that a guardrail has stopped, until a person decides on the experiment. */
  private Stream<AlertBody> stoppedArms(Call call) {
    try {
      return experiments.all().stream()
          .filter(
              each -> each.phase() != Phase.DECIDED && !each.life().stopped().isEmpty())
          .filter(each -> access.isVisible(call, each))
          .flatMap(each -> experiments.changes(each.id()).stream()
              .filter(change -> change.action().equals("stop-arm"))
              .map(change -> AlertBody.of(each, change)));
    } catch (StoreException e) {
      // The state of the store is in the status itself.
      return Stream.empty();
    }
  }

  private static StoreBody store(Store store) {
    StoreException replaced = store.standsInFor();
    if (replaced != null && replaced.kind() == StoreException.Kind.UNAVAILABLE) {
      return new StoreBody(store.url().kind().token(), "down", replaced.getMessage());
    }
    String away = store.away();
    if (away != null) {
      return new StoreBody(store.url().kind().token(), "down", away);
    }
    String readOnly = store.readOnly();
    if (readOnly != null) {
      return new StoreBody(store.url().kind().token(), "read-only", readOnly);
    }
    String complaint = store.complaint();
    return new StoreBody(
        store.url().kind().token(),
        complaint == null ? "up" : "down",
        complaint == null ? store.schemaNote() : complaint);
  }

  private record StatusBody(
      String version,
      String java,
      Instant startedAt,
      double uptimeSeconds,
      long revision,
      Nodes nodes,
      List<FleetNode> fleet,
      ConfigBody config,
      List<GatewayState.Listener> listeners,
      StoreBody store,
      List<AlertBody> alerts) {}

  private record ConfigBody(
      String file, Instant loadedAt, Instant lastAttemptAt, String state, List<String> problems) {}

  private record StoreBody(
      String kind, String state, @Nullable String detail) {}

  private record AlertBody(String kind, Instant at, String subject, String sentence) {
    static AlertBody of(Experiment experiment, ExperimentChange change) {
      return new AlertBody(
          "arm-stopped",
          change.at(),
          experiment.id(),
          "A guardrail of the experiment " + experiment.design().title() + " stopped the arm "
              + change.detail() + ".");
    }

    static AlertBody of(Backups.Failure failed) {
      Instant next = failed.nextAttempt();
      return new AlertBody(
          "backup-failed",
          failed.at(),
          "backup",
          "The last backup failed: " + failed.problem() + "."
              + (next == null ? "" : " The next attempt is at " + next + "."));
    }

    static AlertBody of(SystemReport.Outage outage) {
      return new AlertBody(
          "audit-receiver-away",
          outage.since(),
          outage.receiver(),
          "The receiver of the audit trail, " + outage.receiver() + ", cannot be reached: "
              + outage.problem() + ". " + outage.behind() + " entries wait in the store.");
    }

    static AlertBody of(StoredPublication ended) {
      boolean isUndone = ended.state() == PublicationState.UNDONE;
      return new AlertBody(
          isUndone ? "publication-undone" : "publication-failed",
          ended.changedAt(),
          ended.manifest(),
          "The publication of manifest " + ended.manifest() + " by " + ended.author() + " was "
              + (isUndone ? "undone" : "not put in force") + ": " + ended.reason() + ".");
    }

    static AlertBody of(Verdict verdict) {
      String sentence = "The ledger demoted " + verdict.url() + " (manifest " + verdict.manifest()
          + ", rule " + verdict.pattern() + "): it is no longer sent, as it was wasted for "
          + verdict.wasted() + " of " + verdict.views() + " clients.";
      String subject = verdict.manifest() + " " + verdict.pattern() + " " + verdict.url();
      return new AlertBody("entry-demoted", verdict.at(), subject, sentence);
    }
  }
}
