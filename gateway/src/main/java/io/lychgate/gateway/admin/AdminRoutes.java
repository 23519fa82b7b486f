package io.lychgate.gateway.admin;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.server.ServerBuilder;
import io.lychgate.gateway.admin.access.Accounts;
import io.lychgate.gateway.admin.access.LoginThrottle;
import io.lychgate.gateway.admin.api.ConnectionsResource;
import io.lychgate.gateway.admin.api.EventStream;
import io.lychgate.gateway.admin.api.LedgerResource;
import io.lychgate.gateway.admin.api.LogResource;
import io.lychgate.gateway.admin.api.ManifestResource;
import io.lychgate.gateway.admin.api.MetricsResource;
import io.lychgate.gateway.admin.api.PlanResource;
import io.lychgate.gateway.admin.api.PluginResource;
import io.lychgate.gateway.admin.api.ProposalResource;
import io.lychgate.gateway.admin.api.PublicationResource;
import io.lychgate.gateway.admin.api.SessionResource;
import io.lychgate.gateway.admin.api.StatusResource;
import io.lychgate.gateway.admin.cache.CacheResource;
import io.lychgate.gateway.admin.certificate.CertificateResource;
import io.lychgate.gateway.admin.history.EventResource;
import io.lychgate.gateway.admin.history.HistoryResource;
import io.lychgate.gateway.admin.history.ReportResource;
import io.lychgate.gateway.admin.http.Endpoint;
import io.lychgate.gateway.admin.http.ErrorPages;
import io.lychgate.gateway.admin.http.HealthPages;
import io.lychgate.gateway.admin.http.Lanes;
import io.lychgate.gateway.admin.http.Operation;
import io.lychgate.gateway.admin.system.AuditResource;
import io.lychgate.gateway.admin.system.BackupResource;
import io.lychgate.gateway.admin.system.SystemResource;
import io.lychgate.gateway.admin.timeline.TimelineResource;
import io.lychgate.gateway.admin.ui.UiFiles;
import io.lychgate.gateway.admin.upstream.RouteResource;
import io.lychgate.gateway.admin.upstream.UpstreamResource;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.listener.HealthConfig;
import io.lychgate.gateway.store.Role;
import org.jspecify.annotations.Nullable;

/** Every address of the admin plane, with the least role that it requires. */
final class AdminRoutes {

  private static final String API = "/api/v1";

  /** A server of an upstream. Its id is a URL, with its slashes encoded. */
  private static final String SERVER = "^" + API + "/upstreams/(?<name>[^/]+)/servers/(?<id>[^/]+)";

  private final ServerBuilder server;
  private final AdminSources sources;
  private final Lanes lanes;

  AdminRoutes(ServerBuilder server, AdminSources sources, Lanes lanes) {
    this.server = server;
    this.sources = sources;
    this.lanes = lanes;
  }

  void add(Accounts accounts, EventStream events, @Nullable Secret metricsToken) {
    addSession(
        new SessionResource(new LoginThrottle(sources.clock()), accounts, events::checkSessions));
    addManifests(new ManifestResource(sources.validation()));
    addPublication(
        new PublicationResource(sources.validation(), sources.publication(), events::poke));
    addTimelines(new TimelineResource(sources.timelines(), sources.state().version()));
    addLive(new ConnectionsResource(sources.live(), sources.pooling(), sources.clock()), events);
    addLedger(new LedgerResource(sources.ledger(), sources.live(), sources.clock()));
    addProposals(new ProposalResource(sources.proposals(), events::poke));
    addHistory(
        new HistoryResource(sources.history(), sources.events()),
        new EventResource(sources.events()));
    addRoutes(new RouteResource(sources.routes(), sources.clock()));
    addUpstreams(new UpstreamResource(sources.upstreams(), sources.state(), sources.clock()));
    addCache(new CacheResource(sources.caches()));
    PluginResource plugins = new PluginResource(sources.plugins());
    api("/plugins").on(HttpMethod.GET, Operation.of(Role.VIEWER, plugins::list));
    addCertificates(new CertificateResource(sources.certificates(), sources.clock()));
    api("/log").on(HttpMethod.GET, Operation.of(Role.EDITOR, new LogResource(sources.log())::find));
    addReports(new ReportResource(sources.history(), sources.events()));
    addSystem(
        new StatusResource(sources.state(), sources.live(), sources.ledger(), sources.clock()));
    addAudit(new AuditResource());
    addBackups(new BackupResource(sources.backups()), new SystemResource(sources.system()));
    at("/metrics")
        .on(
            HttpMethod.GET,
            Operation.open(new MetricsResource(sources.meters(), metricsToken)::scrape));
    HealthPages health = new HealthPages(sources.readiness());
    server.service(HealthConfig.LIVENESS, health.liveness());
    server.service(HealthConfig.READINESS, health.readiness());
    server.serviceUnder("/api/", ErrorPages::notFound);
    server.serviceUnder(
        "/", new UiFiles("lychgate/ui/", ErrorPages::notFound, ErrorPages::readOnly));
  }

  private void addSession(SessionResource session) {
    api("/session")
        .on(HttpMethod.POST, Operation.open(session::login).onLoginLane())
        .on(HttpMethod.GET, Operation.of(Role.VIEWER, session::whoAmI))
        .on(HttpMethod.DELETE, Operation.of(Role.VIEWER, session::logout).thatChangesNothing());
    api("/session/password")
        .on(HttpMethod.PUT, Operation.of(Role.VIEWER, session::changePassword).onLoginLane());
  }

  private void addManifests(ManifestResource manifests) {
    int text = ManifestResource.MAX_BODY;
    api("/manifests")
        .on(HttpMethod.GET, Operation.of(Role.VIEWER, manifests::list))
        .on(
            HttpMethod.POST,
            Operation.of(Role.EDITOR, manifests::create).withBodyUpTo(text).onTextLane());
    api("/manifests/{name}/managed-by")
        .on(HttpMethod.PUT, Operation.of(Role.PUBLISHER, manifests::manage));
    // A colon begins a parameter in a pattern, but not in an exact path.
    at("exact:" + API + "/manifests:validate")
        .on(
            HttpMethod.POST,
            Operation.of(Role.VIEWER, manifests::validateText)
                .withBodyUpTo(text)
                .onTextLane()
                .thatChangesNothing());
    api("/manifests/{name}/draft")
        .on(
            HttpMethod.PUT,
            Operation.of(Role.EDITOR, manifests::saveDraft).withBodyUpTo(text).onTextLane())
        .on(
            HttpMethod.PATCH,
            Operation.of(Role.EDITOR, manifests::mergeIntoDraft)
                .withBodyUpTo(text)
                .onTextLane());
    api("/manifests/{name}/validate")
        .on(
            HttpMethod.POST,
            Operation.of(Role.VIEWER, manifests::validateDraft).onTextLane().thatChangesNothing());
    api("/plan")
        .on(
            HttpMethod.POST,
            Operation.of(Role.VIEWER, new PlanResource(sources.plans())::plan)
                .withBodyUpTo(text)
                .onTextLane()
                .thatChangesNothing());
  }

  private void addPublication(PublicationResource publication) {
    api("/manifests/{name}")
        .on(
            HttpMethod.GET,
            Operation.of(Role.VIEWER, new ManifestResource(sources.validation())::get)
                .onTextLane())
        .on(HttpMethod.DELETE, Operation.of(Role.PUBLISHER, publication::retire).onTextLane());
    api("/manifests/{name}/publish")
        .on(HttpMethod.POST, Operation.of(Role.PUBLISHER, publication::publish).onTextLane());
    api("/manifests/{name}/rollback")
        .on(HttpMethod.POST, Operation.of(Role.PUBLISHER, publication::rollBack).onTextLane());
    api("/manifests/{name}/history")
        .on(HttpMethod.GET, Operation.of(Role.VIEWER, publication::history));
    api("/manifests/{name}/history/{revision}")
        .on(HttpMethod.GET, Operation.of(Role.VIEWER, publication::revision));
  }

  private void addLive(ConnectionsResource connections, EventStream events) {
    api("/connections").on(HttpMethod.GET, Operation.of(Role.VIEWER, connections::list));
    at("exact:" + API + "/connections:pooling")
        .on(HttpMethod.GET, Operation.of(Role.VIEWER, connections::pooling));
    api("/events").on(HttpMethod.GET, Operation.of(Role.VIEWER, events::open));
  }

  private void addTimelines(TimelineResource timelines) {
    api("/timelines")
        .on(HttpMethod.GET, Operation.of(Role.VIEWER, timelines::list))
        .on(HttpMethod.POST, Operation.of(Role.EDITOR, timelines::watch).thatChangesNothing());
    api("/timelines/{id}")
        .on(HttpMethod.GET, Operation.of(Role.VIEWER, timelines::get))
        .on(HttpMethod.DELETE, Operation.of(Role.EDITOR, timelines::delete).thatChangesNothing());
    api("/timelines/{id}/har").on(HttpMethod.GET, Operation.of(Role.VIEWER, timelines::har));
  }

  private void addLedger(LedgerResource ledger) {
    api("/ledger").on(HttpMethod.GET, Operation.of(Role.VIEWER, ledger::list));
    api("/ledger/demote").on(HttpMethod.POST, Operation.of(Role.PUBLISHER, ledger::demote));
    api("/ledger/restore").on(HttpMethod.POST, Operation.of(Role.PUBLISHER, ledger::restore));
  }

  private void addProposals(ProposalResource proposals) {
    api("/proposals").on(HttpMethod.GET, Operation.of(Role.VIEWER, proposals::list));
    api("/proposals/{id}/accept")
        .on(HttpMethod.POST, Operation.of(Role.EDITOR, proposals::accept).onTextLane());
    api("/proposals/{id}/publish")
        .on(HttpMethod.POST, Operation.of(Role.PUBLISHER, proposals::publish).onTextLane());
    api("/proposals/{id}/dismiss")
        .on(HttpMethod.POST, Operation.of(Role.EDITOR, proposals::dismiss));
  }

  private void addHistory(HistoryResource history, EventResource events) {
    api("/history").on(HttpMethod.GET, Operation.of(Role.VIEWER, history::series));
    api("/history/totals").on(HttpMethod.GET, Operation.of(Role.VIEWER, history::totals));
    api("/history/events")
        .on(HttpMethod.GET, Operation.of(Role.VIEWER, events::list))
        .on(HttpMethod.POST, Operation.of(Role.EDITOR, events::add));
    api("/history/events/{id}")
        .on(HttpMethod.PUT, Operation.of(Role.EDITOR, events::change))
        .on(HttpMethod.DELETE, Operation.of(Role.EDITOR, events::delete));
  }

  private void addReports(ReportResource reports) {
    // The comparison takes some processor time, so a user has one at a time.
    api("/reports")
        .on(HttpMethod.GET, Operation.of(Role.VIEWER, reports::list))
        .on(HttpMethod.POST, Operation.of(Role.EDITOR, reports::make).onTextLane());
    api("/reports/{id}").on(HttpMethod.GET, Operation.of(Role.VIEWER, reports::get));
    api("/reports/{id}/csv").on(HttpMethod.GET, Operation.of(Role.VIEWER, reports::csv));
  }

  private void addRoutes(RouteResource routes) {
    api("/routes").on(HttpMethod.GET, Operation.of(Role.VIEWER, routes::list));
    at("exact:" + API + "/routes:explain")
        .on(HttpMethod.POST, Operation.of(Role.VIEWER, routes::explain).thatChangesNothing());
  }

  private void addUpstreams(UpstreamResource upstreams) {
    api("/upstreams").on(HttpMethod.GET, Operation.of(Role.VIEWER, upstreams::list));
    api("/upstreams/{name}").on(HttpMethod.GET, Operation.of(Role.VIEWER, upstreams::get));
    decision("drain", upstreams::drain);
    decision("eject", upstreams::eject);
    decision("enable", upstreams::enable);
    // After the decisions, whose addresses it matches as well: the first match counts.
    at("regex:" + SERVER + "$").on(HttpMethod.GET, Operation.of(Role.VIEWER, upstreams::getServer));
  }

  private void decision(String verb, Operation.Work work) {
    at("regex:" + SERVER + ":" + verb + "$")
        .on(HttpMethod.POST, Operation.of(Role.PUBLISHER, work));
  }

  private void addCache(CacheResource cache) {
    api("/cache").on(HttpMethod.GET, Operation.of(Role.VIEWER, cache::get));
    at("exact:" + API + "/cache:purge")
        .on(HttpMethod.POST, Operation.of(Role.PUBLISHER, cache::purge).thatChangesNothing());
  }

  private void addCertificates(CertificateResource certificates) {
    api("/certificates").on(HttpMethod.GET, Operation.of(Role.VIEWER, certificates::list));
  }

  private void addSystem(StatusResource status) {
    api("/status").on(HttpMethod.GET, Operation.of(Role.VIEWER, status::status));
    api("/savings").on(HttpMethod.GET, Operation.of(Role.VIEWER, status::savings));
    api("/openapi.yaml").on(HttpMethod.GET, Operation.open(status::contract));
  }

  private void addAudit(AuditResource audit) {
    api("/audit").on(HttpMethod.GET, Operation.of(Role.VIEWER, audit::list));
    at("exact:" + API + "/audit:verify")
        .on(HttpMethod.GET, Operation.of(Role.VIEWER, audit::verify));
    at("exact:" + API + "/audit:export")
        .on(HttpMethod.GET, Operation.of(Role.ADMIN, audit::export));
  }

  private void addBackups(BackupResource backups, SystemResource system) {
    api("/backups")
        .on(HttpMethod.GET, Operation.of(Role.ADMIN, backups::list))
        .on(HttpMethod.POST, Operation.of(Role.ADMIN, backups::make).thatChangesNothing());
    api("/backups/{name}").on(HttpMethod.GET, Operation.of(Role.ADMIN, backups::download));
    api("/system").on(HttpMethod.GET, Operation.of(Role.VIEWER, system::get));
  }

  private Endpoint api(String path) {
    return at(API + path);
  }

  private Endpoint at(String path) {
    Endpoint endpoint = new Endpoint(sources.store(), lanes);
    server.service(path, endpoint);
    return endpoint;
  }
}
