package io.lychgate.gateway.admin;

import io.lychgate.gateway.admin.access.Claimant;
import io.lychgate.gateway.admin.seam.Backups;
import io.lychgate.gateway.admin.seam.Certificates;
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
import io.lychgate.gateway.history.History;
import io.lychgate.gateway.history.HistoryEvents;
import io.lychgate.gateway.learn.ProposalDesk;
import io.lychgate.gateway.ledger.HintLedger;
import io.lychgate.gateway.observe.Readiness;
import io.lychgate.gateway.observe.timeline.Timelines;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.InstantSource;

/** The parts of the gateway that the admin plane uses. */
public record AdminSources(
    StoreSource store,
    ManifestValidation validation,
    ManifestPublication publication,
    PlanPreview plans,
    LiveValues live,
    GatewayState state,
    RouteTable routes,
    Upstreams upstreams,
    Pooling pooling,
    ResponseCaches caches,
    PluginList plugins,
    Certificates certificates,
    RequestLog log,
    Readiness readiness,
    HintLedger ledger,
    ProposalDesk proposals,
    History history,
    HistoryEvents events,
    Timelines timelines,
    PrometheusMeterRegistry meters,
    Claimant claimant,
    Backups backups,
    SystemReport system,
    InstantSource clock) {}
