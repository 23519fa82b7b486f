package io.lychgate.gateway.admin;

import io.lychgate.gateway.admin.access.Claimant;
import io.lychgate.gateway.admin.seam.Backups;
import io.lychgate.gateway.admin.seam.BenchLinks;
import io.lychgate.gateway.admin.seam.Certificates;
import io.lychgate.gateway.admin.seam.ConfigurationSetting;
import io.lychgate.gateway.admin.seam.ExperimentAnalyses;
import io.lychgate.gateway.admin.seam.GatewayState;
import io.lychgate.gateway.admin.seam.LiveValues;
import io.lychgate.gateway.admin.seam.ManifestPublication;
import io.lychgate.gateway.admin.seam.ManifestValidation;
import io.lychgate.gateway.admin.seam.PlanPreview;
import io.lychgate.gateway.admin.seam.PluginList;
import io.lychgate.gateway.admin.seam.Pooling;
import io.lychgate.gateway.admin.seam.RequestLog;
import io.lychgate.gateway.admin.seam.ResponseCaches;
import io.lychgate.gateway.admin.seam.RouteTable;
import io.lychgate.gateway.admin.seam.StoreSource;
import io.lychgate.gateway.admin.seam.SystemReport;
import io.lychgate.gateway.admin.seam.Upstreams;
import io.lychgate.gateway.experiment.ExperimentDesk;
import io.lychgate.gateway.history.History;
import io.lychgate.gateway.history.HistoryEvents;
import io.lychgate.gateway.learn.ProposalDesk;
import io.lychgate.gateway.ledger.HintLedger;
import io.lychgate.gateway.observe.Readiness;
import io.lychgate.gateway.observe.timeline.Timelines;
import io.lychgate.gateway.publish.DryRun;
import io.lychgate.gateway.publish.Publisher;
import io.lychgate.gateway.timing.TimingReports;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.InstantSource;

/**
 * The parts of the gateway that the admin plane uses, grouped by the question that their screens answer.
 *
 * @param node the state and the data of this process
 * @param content the manifests, and what goes ahead of a page
 * @param traffic where requests go now
 * @param measurements the results of page views, and how to get more of them
 * @param clock the time of all responses
 */
public record AdminSources(
    Node node, Content content, Traffic traffic, Measurements measurements, InstantSource clock) {

  /**
   * The state and the data of this process.
   *
   * @param claimant this process, as it claims a task of the fleet in the store
   */
  public record Node(
      StoreSource store,
      Claimant claimant,
      ConfigurationSetting configuration,
      GatewayState state,
      SystemReport system,
      Readiness readiness,
      Backups backups,
      PrometheusMeterRegistry meters) {}

  /** The manifests, their way into force, and what traffic teaches about them. */
  public record Content(
      ManifestValidation validation,
      ManifestPublication publication,
      Publisher publisher,
      DryRun dryRun,
      PlanPreview plans,
      HintLedger ledger,
      ProposalDesk proposals) {}

  /** Live connections, the routes and servers of their requests, and the log lines of a request. */
  public record Traffic(
      LiveValues live,
      Timelines timelines,
      Pooling pooling,
      RouteTable routes,
      Upstreams upstreams,
      ResponseCaches caches,
      PluginList plugins,
      Certificates certificates,
      RequestLog log) {}

  /** Counters over time, timings of page views, and experiments with both. */
  public record Measurements(
      History history,
      HistoryEvents events,
      TimingReports timings,
      BenchLinks benches,
      ExperimentDesk experiments,
      ExperimentAnalyses analyses) {}
}
