package io.lychgate.gateway.admin;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.server.ServerBuilder;
import io.lychgate.gateway.admin.access.Accounts;
import io.lychgate.gateway.admin.access.LoginThrottle;
import io.lychgate.gateway.admin.access.PasswordRules;
import io.lychgate.gateway.admin.access.Permission;
import io.lychgate.gateway.admin.account.PermissionResource;
import io.lychgate.gateway.admin.account.SessionsResource;
import io.lychgate.gateway.admin.account.TokenResource;
import io.lychgate.gateway.admin.account.UserResource;
import io.lychgate.gateway.admin.analysis.AnalysisResource;
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
import io.lychgate.gateway.admin.bench.BenchLinkResource;
import io.lychgate.gateway.admin.cache.CacheResource;
import io.lychgate.gateway.admin.certificate.CertificateResource;
import io.lychgate.gateway.admin.configuration.ConfigurationResource;
import io.lychgate.gateway.admin.experiment.ExperimentAccess;
import io.lychgate.gateway.admin.experiment.ExperimentResource;
import io.lychgate.gateway.admin.history.EventResource;
import io.lychgate.gateway.admin.history.HistoryResource;
import io.lychgate.gateway.admin.history.ReportResource;
import io.lychgate.gateway.admin.http.Callers;
import io.lychgate.gateway.admin.http.Endpoint;
import io.lychgate.gateway.admin.http.ErrorPages;
import io.lychgate.gateway.admin.http.HealthPages;
import io.lychgate.gateway.admin.http.Lanes;
import io.lychgate.gateway.admin.http.Operation;
import io.lychgate.gateway.admin.http.RecentReplies;
import io.lychgate.gateway.admin.http.Refusals;
import io.lychgate.gateway.admin.publish.PublishingResource;
import io.lychgate.gateway.admin.seam.GatewayState;
import io.lychgate.gateway.admin.signon.EnrolmentRule;
import io.lychgate.gateway.admin.signon.FactorCheck;
import io.lychgate.gateway.admin.signon.ProviderResource;
import io.lychgate.gateway.admin.signon.Providers;
import io.lychgate.gateway.admin.signon.SecondFactorResource;
import io.lychgate.gateway.admin.signon.SecondStep;
import io.lychgate.gateway.admin.signon.SignOnResource;
import io.lychgate.gateway.admin.system.AuditResource;
import io.lychgate.gateway.admin.system.BackupResource;
import io.lychgate.gateway.admin.system.SystemResource;
import io.lychgate.gateway.admin.timeline.TimelineResource;
import io.lychgate.gateway.admin.timing.TimingResource;
import io.lychgate.gateway.admin.timing.WaterfallResource;
import io.lychgate.gateway.admin.ui.UiFiles;
import io.lychgate.gateway.admin.upstream.RouteResource;
import io.lychgate.gateway.admin.upstream.UpstreamResource;
import io.lychgate.gateway.config.AdminConfig;
import io.lychgate.gateway.config.listener.HealthConfig;

/** Every address of the admin plane, with the least role that it requires. */
final class AdminRoutes {

  private static final String API = "/api/v1";

  /** A server of an upstream. Its id is a URL, with its slashes encoded. */
  private static final String SERVER = "^" + API + "/upstreams/(?<name>[^/]+)/servers/(?<id>[^/]+)";

  private final ServerBuilder server;
  private final AdminSources sources;
  private final Lanes lanes;
  private final AdminConfig config;
  private final Callers callers;
  private final RecentReplies replies = new RecentReplies(System::nanoTime);
  private final Providers providers;

  AdminRoutes(
      ServerBuilder server,
      AdminSources sources,
      Lanes lanes,
      AdminConfig config,
      Providers providers) {
    this.server = server;
    this.sources = sources;
    this.lanes = lanes;
    this.config = config;
    this.providers = providers;
    this.callers = new Callers(
        config.accounts().sessions(),
        new EnrolmentRule(config.signOn())::mustEnrol,
        new Refusals(sources.clock(), sources.node().meters()));
  }

  /** Drops senders that another gateway has revoked. */
  void confirmSenders() {
    callers.recent().confirm(sources.node().store().store(), callers.rules());
  }

  /** Adds the number of refusals without an entry to the audit trail, after each minute with some. */
  void summarizeRefusals() {
    callers.refusals().summarize(sources.node().store().store());
  }

  void close() {
    callers.refusals().close(sources.node().store().store());
  }

  void add(Accounts accounts, EventStream events) {
    addPeople(accounts, events);
    addContent(events);
    addTraffic(events);
    addMeasurements();
    addNode(events);
    addPages();
  }

  /** Sign-in, users and their tokens. */
  private void addPeople(Accounts accounts, EventStream events) {
    Runnable ended = () -> {
      callers.recent().dropAll();
      events.checkSessions();
    };
    PasswordRules passwords = new PasswordRules(config.accounts().passwords());
    FactorCheck factors = new FactorCheck(config.signOn(), sources.clock());
    SecondStep secondStep = new SecondStep(factors);
    ProviderResource signIns = new ProviderResource(providers, SessionResource::openFor);
    SessionResource session = new SessionResource(
        new LoginThrottle(sources.clock()),
        accounts,
        passwords,
        config.signOn(),
        secondStep,
        signIns,
        ended);
    addSession(session);
    addSignOn(session, secondStep, signIns);
    addSecondFactors(new SecondFactorResource(factors, accounts, ended));
    addUsers(new UserResource(passwords, ended), new SessionsResource(ended));
    addTokens(new TokenResource(sources.clock()));
  }

  /** Manifests, and what traffic teaches about them. */
  private void addContent(EventStream events) {
    AdminSources.Content content = sources.content();
    ManifestResource manifests = new ManifestResource(content.validation());
    PublishingResource publishing = new PublishingResource(
        content.validation(), content.publisher(), content.dryRun(), events::poke);
    addManifests(manifests);
    addPublication(new PublicationResource(
        content.validation(), content.publication(), publishing, events::poke));
    addPublishing(publishing, manifests);
    addLedger(new LedgerResource(content.ledger(), sources.traffic().live(), sources.clock()));
    addProposals(new ProposalResource(content.proposals(), events::poke));
  }

  /** Connections, routes and servers, and how one request went. */
  private void addTraffic(EventStream events) {
    AdminSources.Traffic traffic = sources.traffic();
    GatewayState state = sources.node().state();
    addTimelines(new TimelineResource(traffic.timelines(), state.version()));
    addLive(new ConnectionsResource(traffic.live(), traffic.pooling(), sources.clock()), events);
    addRoutes(new RouteResource(traffic.routes(), sources.clock()));
    addUpstreams(
        new UpstreamResource(traffic.upstreams(), traffic.routes(), state, sources.clock()));
    addCache(new CacheResource(traffic.caches()));
    PluginResource plugins = new PluginResource(traffic.plugins());
    api("/plugins").on(HttpMethod.GET, Operation.of(Permission.LIST_PLUGINS, plugins::list));
    addCertificates(new CertificateResource(traffic.certificates(), sources.clock()));
    api("/log")
        .on(
            HttpMethod.GET,
            Operation.of(Permission.FIND_LOG_LINES, new LogResource(traffic.log())::find));
  }

  /** Counters over time, timings of page views, and experiments. */
  private void addMeasurements() {
    AdminSources.Measurements measurements = sources.measurements();
    addHistory(
        new HistoryResource(measurements.history(), measurements.events()),
        new EventResource(measurements.events()));
    addReports(new ReportResource(measurements.history(), measurements.events()));
    addTimings(
        new TimingResource(measurements.timings()),
        new WaterfallResource(sources.node().state().version()));
    BenchLinkResource benches = new BenchLinkResource(measurements.benches());
    api("/bench-links")
        .on(HttpMethod.POST, Operation.of(Permission.CREATE_BENCH_LINK, benches::make));
    addExperiments(new ExperimentResource(measurements.experiments()));
    addAnalyses(new AnalysisResource(
        measurements.analyses(),
        new ExperimentAccess(measurements.experiments()),
        sources.clock()));
  }

  /** The configuration, the state and the data of this node. */
  private void addNode(EventStream events) {
    AdminSources.Node node = sources.node();
    addConfiguration(new ConfigurationResource(node.configuration(), events::poke));
    addSystem(new StatusResource(
        node.state(),
        sources.traffic().live(),
        sources.content().ledger(),
        sources.measurements().experiments(),
        sources.content().publisher(),
        node.backups(),
        node.system(),
        sources.clock()));
    addAudit(new AuditResource());
    addBackups(new BackupResource(node.backups()), new SystemResource(node.system()));
    at("/metrics")
        .on(
            HttpMethod.GET,
            Operation.of(
                Permission.GET_METRICS,
                new MetricsResource(node.meters(), config.metricsToken())::scrape));
  }

  /** The files of the dashboard, and the responses to addresses that do not exist. */
  private void addPages() {
    HealthPages health = new HealthPages(sources.node().readiness());
    server.service(HealthConfig.LIVENESS, health.liveness());
    server.service(HealthConfig.READINESS, health.readiness());
    server.serviceUnder("/api/", ErrorPages::notFound);
    server.serviceUnder(
        "/", new UiFiles("lychgate/ui/", ErrorPages::notFound, ErrorPages::readOnly));
  }

  private void addSession(SessionResource session) {
    api("/session")
        .on(HttpMethod.POST, Operation.of(Permission.LOGIN, session::login).onLoginLane())
        .on(HttpMethod.GET, Operation.of(Permission.WHO_AM_I, session::whoAmI))
        .on(
            HttpMethod.DELETE,
            Operation.of(Permission.LOGOUT, session::logout).thatChangesNothing());
    api("/session/password")
        .on(
            HttpMethod.PUT,
            Operation.of(Permission.CHANGE_PASSWORD, session::changePassword).onLoginLane());
  }

  private void addSignOn(SessionResource session, SecondStep secondStep, ProviderResource signIns) {
    api("/session/options")
        .on(HttpMethod.GET, Operation.of(Permission.SIGN_IN_OPTIONS, signIns::options));
    api("/session/second-step")
        .on(HttpMethod.GET, Operation.of(Permission.GET_SECOND_STEP, secondStep::get))
        .on(
            HttpMethod.POST,
            Operation.of(Permission.FINISH_SECOND_STEP, session::finishSecondStep));
    api("/session/providers/{provider}")
        .on(HttpMethod.POST, Operation.of(Permission.BEGIN_PROVIDER_SIGN_IN, signIns::begin));
    api("/session/providers/{provider}/callback")
        .on(HttpMethod.GET, Operation.of(Permission.END_PROVIDER_SIGN_IN, signIns::callback));
    SignOnResource state = new SignOnResource(providers);
    api("/sign-on").on(HttpMethod.GET, Operation.of(Permission.GET_SIGN_ON, state::get));
    api("/sign-on/test")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.TEST_SIGN_ON, state::test)
                .thatReadsIfMatch()
                .thatChangesNothing());
  }

  private void addSecondFactors(SecondFactorResource factors) {
    String own = "/session/second-factors";
    api(own).on(HttpMethod.GET, Operation.of(Permission.GET_SECOND_FACTORS, factors::get));
    api(own + "/totp")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.BEGIN_TOTP, factors::beginTotp).onLoginLane())
        .on(HttpMethod.PUT, Operation.of(Permission.CONFIRM_TOTP, factors::confirmTotp));
    api(own + "/totp/remove")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.REMOVE_TOTP, factors::removeTotp).onLoginLane());
    api(own + "/keys/options")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.BEGIN_KEY, factors::beginKey).onLoginLane());
    api(own + "/keys").on(HttpMethod.POST, Operation.of(Permission.ADD_KEY, factors::addKey));
    api(own + "/keys/{id}")
        .on(HttpMethod.PUT, Operation.of(Permission.RENAME_KEY, factors::renameKey));
    api(own + "/keys/{id}/remove")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.REMOVE_KEY, factors::removeKey).onLoginLane());
    api(own + "/recovery-codes")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.NEW_RECOVERY_CODES, factors::newCodes).onLoginLane());
    api("/users/{name}/second-factors")
        .on(HttpMethod.DELETE, Operation.of(Permission.RESET_SECOND_FACTORS, factors::reset));
  }

  private void addUsers(UserResource users, SessionsResource sessions) {
    api("/users")
        .on(HttpMethod.GET, Operation.of(Permission.LIST_USERS, users::list))
        .on(HttpMethod.POST, Operation.of(Permission.CREATE_USER, users::create).onLoginLane());
    api("/users/{name}")
        .on(HttpMethod.GET, Operation.of(Permission.GET_USER, users::get))
        .on(
            HttpMethod.PATCH,
            Operation.of(Permission.CHANGE_USER, users::change).thatReadsIfMatch())
        .on(
            HttpMethod.DELETE,
            Operation.of(Permission.DELETE_USER, users::delete).thatReadsIfMatch());
    api("/users/{name}/password")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.RESET_PASSWORD, users::resetPassword).onLoginLane());
    api("/users/{name}/sessions")
        .on(HttpMethod.GET, Operation.of(Permission.LIST_SESSIONS, sessions::list))
        .on(HttpMethod.DELETE, Operation.of(Permission.END_SESSIONS, sessions::endAll));
    api("/users/{name}/sessions/{id}")
        .on(HttpMethod.DELETE, Operation.of(Permission.END_SESSION, sessions::end));
    api("/permissions")
        .on(
            HttpMethod.GET,
            Operation.of(Permission.LIST_PERMISSIONS, new PermissionResource()::list));
  }

  private void addTokens(TokenResource tokens) {
    api("/tokens")
        .on(HttpMethod.GET, Operation.of(Permission.LIST_TOKENS, tokens::list))
        .on(HttpMethod.POST, Operation.of(Permission.CREATE_TOKEN, tokens::create));
    api("/tokens/{id}")
        .on(HttpMethod.DELETE, Operation.of(Permission.DELETE_TOKEN, tokens::delete));
  }

  private void addManifests(ManifestResource manifests) {
    int text = ManifestResource.MAX_BODY;
    api("/manifests")
        .on(HttpMethod.GET, Operation.of(Permission.LIST_MANIFESTS, manifests::list))
        .on(
            HttpMethod.POST,
            Operation.of(Permission.CREATE_MANIFEST, manifests::create)
                .withBodyUpTo(text)
                .onTextLane());
    api("/manifests/{name}/managed-by")
        .on(HttpMethod.PUT, Operation.of(Permission.MANAGE_MANIFEST, manifests::manage));
    // A colon begins a parameter in a pattern, but not in an exact path.
    at("exact:" + API + "/manifests:validate")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.VALIDATE_TEXT, manifests::validateText)
                .thatReadsIfMatch()
                .withBodyUpTo(text)
                .onTextLane()
                .thatChangesNothing());
    api("/manifests/{name}/draft")
        .on(
            HttpMethod.PUT,
            Operation.of(Permission.SAVE_DRAFT, manifests::saveDraft)
                .withBodyUpTo(text)
                .onTextLane())
        .on(
            HttpMethod.PATCH,
            Operation.of(Permission.MERGE_INTO_DRAFT, manifests::mergeIntoDraft)
                .withBodyUpTo(text)
                .onTextLane());
    api("/manifests/{name}/validate")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.VALIDATE_DRAFT, manifests::validateDraft)
                .onTextLane()
                .thatChangesNothing());
    api("/plan")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.PLAN, new PlanResource(sources.content().plans())::plan)
                .withBodyUpTo(text)
                .onTextLane()
                .thatChangesNothing());
  }

  private void addPublication(PublicationResource publication) {
    api("/manifests/{name}")
        .on(
            HttpMethod.GET,
            Operation.of(
                    Permission.GET_MANIFEST,
                    new ManifestResource(sources.content().validation())::get)
                .onTextLane())
        .on(
            HttpMethod.DELETE,
            Operation.of(Permission.RETIRE_MANIFEST, publication::retire).onTextLane());
    api("/manifests/{name}/publish")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.PUBLISH_MANIFEST, publication::publish).onTextLane());
    api("/manifests/{name}/rollback")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.ROLL_BACK, publication::rollBack).onTextLane());
    api("/manifests/{name}/history")
        .on(HttpMethod.GET, Operation.of(Permission.MANIFEST_HISTORY, publication::history));
    api("/manifests/{name}/history/{revision}")
        .on(HttpMethod.GET, Operation.of(Permission.GET_REVISION, publication::revision));
  }

  private void addPublishing(PublishingResource publishing, ManifestResource manifests) {
    ofManifest("/draft:dry-run")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.DRY_RUN_DRAFT, publishing::dryRun)
                .withBodyUpTo(ManifestResource.MAX_BODY)
                .onTextLane()
                .thatChangesNothing());
    ofManifest("/history:compare")
        .on(
            HttpMethod.GET,
            Operation.of(Permission.COMPARE_REVISIONS, publishing::compare).onTextLane());
    ofManifest("/history:restore-rule")
        .on(
            HttpMethod.POST,
            Operation.of(
                    Permission.RESTORE_RULE, call -> publishing.restoreRule(call, manifests::reply))
                .onTextLane());
    api("/manifests/{name}/approvals")
        .on(
            HttpMethod.GET,
            Operation.of(Permission.LIST_APPROVALS, publishing::approvals).onTextLane())
        .on(
            HttpMethod.POST,
            Operation.of(Permission.APPROVE_DRAFT, publishing::approve).onTextLane())
        .on(
            HttpMethod.DELETE,
            Operation.of(Permission.WITHDRAW_APPROVAL, publishing::withdraw).onTextLane());
    api("/publications")
        .on(HttpMethod.GET, Operation.of(Permission.LIST_PUBLICATIONS, publishing::list));
    api("/publications/{id}")
        .on(HttpMethod.GET, Operation.of(Permission.GET_PUBLICATION, publishing::get));
    api("/publications/{id}/promote")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.PROMOTE_PUBLICATION, publishing::promote).onTextLane());
    api("/publications/{id}/undo")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.UNDO_PUBLICATION, publishing::undo).onTextLane());
  }

  /** An address below a manifest with a colon, which would begin a parameter in a pattern. */
  private Endpoint ofManifest(String rest) {
    return at("regex:^" + API + "/manifests/(?<name>[^/]+)" + rest + "$");
  }

  private void addLive(ConnectionsResource connections, EventStream events) {
    api("/connections")
        .on(HttpMethod.GET, Operation.of(Permission.LIST_CONNECTIONS, connections::list));
    at("exact:" + API + "/connections:pooling")
        .on(HttpMethod.GET, Operation.of(Permission.GET_POOLING, connections::pooling));
    api("/events").on(HttpMethod.GET, Operation.of(Permission.EVENTS, events::open));
  }

  private void addTimelines(TimelineResource timelines) {
    api("/timelines")
        .on(HttpMethod.GET, Operation.of(Permission.LIST_TIMELINES, timelines::list))
        .on(
            HttpMethod.POST,
            Operation.of(Permission.WATCH_TIMELINE, timelines::watch).thatChangesNothing());
    api("/timelines/{id}")
        .on(HttpMethod.GET, Operation.of(Permission.GET_TIMELINE, timelines::get))
        .on(
            HttpMethod.DELETE,
            Operation.of(Permission.DELETE_TIMELINE, timelines::delete).thatChangesNothing());
    api("/timelines/{id}/har")
        .on(HttpMethod.GET, Operation.of(Permission.GET_TIMELINE_HAR, timelines::har));
  }

  private void addLedger(LedgerResource ledger) {
    api("/ledger").on(HttpMethod.GET, Operation.of(Permission.GET_LEDGER, ledger::list));
    api("/ledger/demote")
        .on(HttpMethod.POST, Operation.of(Permission.DEMOTE_ENTRY, ledger::demote));
    api("/ledger/restore")
        .on(HttpMethod.POST, Operation.of(Permission.RESTORE_ENTRY, ledger::restore));
  }

  private void addProposals(ProposalResource proposals) {
    api("/proposals").on(HttpMethod.GET, Operation.of(Permission.LIST_PROPOSALS, proposals::list));
    api("/proposals/{id}/accept")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.ACCEPT_PROPOSAL, proposals::accept).onTextLane());
    api("/proposals/{id}/publish")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.PUBLISH_PROPOSAL, proposals::publish).onTextLane());
    api("/proposals/{id}/dismiss")
        .on(HttpMethod.POST, Operation.of(Permission.DISMISS_PROPOSAL, proposals::dismiss));
  }

  private void addHistory(HistoryResource history, EventResource events) {
    api("/history").on(HttpMethod.GET, Operation.of(Permission.GET_HISTORY, history::series));
    api("/history/totals")
        .on(HttpMethod.GET, Operation.of(Permission.GET_HISTORY_TOTALS, history::totals));
    api("/history/events")
        .on(HttpMethod.GET, Operation.of(Permission.LIST_HISTORY_EVENTS, events::list))
        .on(HttpMethod.POST, Operation.of(Permission.ADD_HISTORY_EVENT, events::add));
    api("/history/events/{id}")
        .on(HttpMethod.PUT, Operation.of(Permission.CHANGE_HISTORY_EVENT, events::change))
        .on(HttpMethod.DELETE, Operation.of(Permission.DELETE_HISTORY_EVENT, events::delete));
  }

  private void addAnalyses(AnalysisResource analyses) {
    // Each takes up to some seconds of processor time, so a user has one at a time.
    api("/experiments/{id}/results")
        .on(
            HttpMethod.GET,
            Operation.of(Permission.GET_EXPERIMENT_RESULTS, analyses::results).onTextLane());
    api("/compare")
        .on(
            HttpMethod.GET,
            Operation.of(Permission.COMPARE_PAGE_VIEWS, analyses::compare).onTextLane());
    at("exact:" + API + "/experiments:power")
        .on(
            HttpMethod.GET,
            Operation.of(Permission.GET_EXPERIMENT_POWER, analyses::power).onTextLane());
  }

  private void addTimings(TimingResource timings, WaterfallResource waterfalls) {
    // A report reads many rows, so a user has one at a time.
    api("/timings")
        .on(HttpMethod.GET, Operation.of(Permission.GET_TIMINGS, timings::get).onTextLane());
    api("/views").on(HttpMethod.GET, Operation.of(Permission.LIST_VIEWS, timings::views));
    api("/views/{id}").on(HttpMethod.GET, Operation.of(Permission.GET_VIEW, timings::view));
    api("/views/{id}/waterfall")
        .on(HttpMethod.GET, Operation.of(Permission.GET_VIEW_WATERFALL, waterfalls::get));
    api("/views/{id}/har")
        .on(HttpMethod.GET, Operation.of(Permission.GET_VIEW_HAR, waterfalls::har));
  }

  private void addReports(ReportResource reports) {
    // The comparison takes some processor time, so a user has one at a time.
    api("/reports")
        .on(HttpMethod.GET, Operation.of(Permission.LIST_REPORTS, reports::list))
        .on(HttpMethod.POST, Operation.of(Permission.MAKE_REPORT, reports::make).onTextLane());
    api("/reports/{id}").on(HttpMethod.GET, Operation.of(Permission.GET_REPORT, reports::get));
    api("/reports/{id}/csv")
        .on(HttpMethod.GET, Operation.of(Permission.GET_REPORT_CSV, reports::csv));
  }

  private void addExperiments(ExperimentResource experiments) {
    api("/experiments")
        .on(HttpMethod.GET, Operation.of(Permission.LIST_EXPERIMENTS, experiments::list))
        .on(HttpMethod.POST, Operation.of(Permission.CREATE_EXPERIMENT, experiments::create));
    at("exact:" + API + "/experiments:preview")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.PREVIEW_EXPERIMENT, experiments::preview).thatChangesNothing());
    api("/experiments/{id}/counts")
        .on(HttpMethod.GET, Operation.of(Permission.GET_EXPERIMENT_COUNTS, experiments::counts));
    api("/experiments/{id}/outcome")
        .on(HttpMethod.GET, Operation.of(Permission.GET_EXPERIMENT_OUTCOME, experiments::outcome));
    api("/experiments/{id}/changes")
        .on(HttpMethod.GET, Operation.of(Permission.LIST_EXPERIMENT_CHANGES, experiments::changes));
    api("/experiments/{id}/managed-by")
        .on(HttpMethod.PUT, Operation.of(Permission.MANAGE_EXPERIMENT, experiments::manage));
    api("/experiments/{id}/export")
        .on(HttpMethod.GET, Operation.of(Permission.EXPORT_EXPERIMENT, experiments::export));
    experiment("start", Permission.START_EXPERIMENT, experiments::start);
    experiment("pause", Permission.PAUSE_EXPERIMENT, experiments::pause);
    experiment("resume", Permission.RESUME_EXPERIMENT, experiments::resume);
    experiment("stop", Permission.STOP_EXPERIMENT, experiments::stop);
    experiment("decide", Permission.DECIDE_EXPERIMENT, experiments::decide);
    experiment("release", Permission.RELEASE_EXPERIMENT, experiments::release);
    // After the steps, whose addresses it matches as well: the first match counts.
    api("/experiments/{id}")
        .on(HttpMethod.GET, Operation.of(Permission.GET_EXPERIMENT, experiments::get))
        .on(HttpMethod.PUT, Operation.of(Permission.EDIT_EXPERIMENT, experiments::edit))
        .on(HttpMethod.DELETE, Operation.of(Permission.DELETE_EXPERIMENT, experiments::delete));
  }

  private void experiment(String verb, Permission permission, Operation.Work work) {
    at("regex:^" + API + "/experiments/(?<id>[^/:]+):" + verb + "$")
        .on(HttpMethod.POST, Operation.of(permission, work));
  }

  private void addRoutes(RouteResource routes) {
    api("/routes").on(HttpMethod.GET, Operation.of(Permission.LIST_ROUTES, routes::list));
    at("exact:" + API + "/routes:explain")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.EXPLAIN_ROUTE, routes::explain).thatChangesNothing());
  }

  private void addUpstreams(UpstreamResource upstreams) {
    api("/upstreams").on(HttpMethod.GET, Operation.of(Permission.LIST_UPSTREAMS, upstreams::list));
    api("/upstreams/{name}")
        .on(HttpMethod.GET, Operation.of(Permission.GET_UPSTREAM, upstreams::get));
    decision("drain", Permission.DRAIN_SERVER, upstreams::drain);
    decision("eject", Permission.EJECT_SERVER, upstreams::eject);
    decision("enable", Permission.ENABLE_SERVER, upstreams::enable);
    // After the decisions, whose addresses it matches as well: the first match counts.
    at("regex:" + SERVER + "$")
        .on(HttpMethod.GET, Operation.of(Permission.GET_SERVER, upstreams::getServer));
  }

  private void decision(String verb, Permission permission, Operation.Work work) {
    at("regex:" + SERVER + ":" + verb + "$").on(HttpMethod.POST, Operation.of(permission, work));
  }

  private void addCache(CacheResource cache) {
    api("/cache").on(HttpMethod.GET, Operation.of(Permission.GET_CACHE, cache::get));
    at("exact:" + API + "/cache:purge")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.PURGE_CACHE, cache::purge).thatChangesNothing());
  }

  private void addCertificates(CertificateResource certificates) {
    api("/certificates")
        .on(HttpMethod.GET, Operation.of(Permission.LIST_CERTIFICATES, certificates::list));
  }

  private void addSystem(StatusResource status) {
    api("/status").on(HttpMethod.GET, Operation.of(Permission.GET_STATUS, status::status));
    api("/savings").on(HttpMethod.GET, Operation.of(Permission.GET_SAVINGS, status::savings));
    api("/openapi.yaml")
        .on(HttpMethod.GET, Operation.of(Permission.GET_CONTRACT, status::contract));
  }

  private void addConfiguration(ConfigurationResource configuration) {
    int text = ConfigurationResource.MAX_BODY;
    api("/configuration")
        .on(
            HttpMethod.GET,
            Operation.of(Permission.GET_CONFIGURATION, configuration::get).onTextLane());
    api("/configuration/schema")
        .on(
            HttpMethod.GET,
            Operation.of(Permission.GET_CONFIGURATION_SCHEMA, configuration::schema));
    at("exact:" + API + "/configuration:validate")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.VALIDATE_CONFIGURATION, configuration::validate)
                .thatReadsIfMatch()
                .withBodyUpTo(text)
                .onTextLane()
                .thatChangesNothing());
    at("exact:" + API + "/configuration:diff")
        .on(
            HttpMethod.GET,
            Operation.of(Permission.COMPARE_CONFIGURATIONS, configuration::compare)
                .onTextLane());
    api("/configuration/draft")
        .on(
            HttpMethod.PUT,
            Operation.of(Permission.SAVE_CONFIGURATION_DRAFT, configuration::saveDraft)
                .thatReadsIfMatch()
                .withBodyUpTo(text)
                .onTextLane());
    api("/configuration/nodes")
        .on(
            HttpMethod.GET,
            Operation.of(Permission.LIST_CONFIGURATION_NODES, configuration::nodes));
    api("/configuration/managed-by")
        .on(HttpMethod.PUT, Operation.of(Permission.MANAGE_CONFIGURATION, configuration::manage));
    api("/configuration/publish")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.PUBLISH_CONFIGURATION, configuration::publish)
                .thatReadsIfMatch()
                .onTextLane());
    api("/configuration/approvals")
        .on(
            HttpMethod.GET,
            Operation.of(Permission.LIST_CONFIGURATION_APPROVALS, configuration::approvals))
        .on(
            HttpMethod.POST,
            Operation.of(Permission.APPROVE_CONFIGURATION, configuration::approve)
                .thatReadsIfMatch()
                .onTextLane())
        .on(
            HttpMethod.DELETE,
            Operation.of(Permission.WITHDRAW_CONFIGURATION_APPROVAL, configuration::withdraw)
                .thatReadsIfMatch());
    api("/configuration/history")
        .on(HttpMethod.GET, Operation.of(Permission.CONFIGURATION_HISTORY, configuration::history));
    api("/configuration/history/{revision}")
        .on(
            HttpMethod.GET,
            Operation.of(Permission.GET_CONFIGURATION_REVISION, configuration::revision));
    api("/configuration/rollback")
        .on(
            HttpMethod.POST,
            Operation.of(Permission.ROLL_BACK_CONFIGURATION, configuration::rollBack)
                .thatReadsIfMatch()
                .onTextLane());
  }

  private void addAudit(AuditResource audit) {
    api("/audit").on(HttpMethod.GET, Operation.of(Permission.LIST_AUDIT, audit::list));
    at("exact:" + API + "/audit:verify")
        .on(HttpMethod.GET, Operation.of(Permission.VERIFY_AUDIT, audit::verify));
    at("exact:" + API + "/audit:export")
        .on(HttpMethod.GET, Operation.of(Permission.EXPORT_AUDIT, audit::export));
  }

  private void addBackups(BackupResource backups, SystemResource system) {
    api("/backups")
        .on(HttpMethod.GET, Operation.of(Permission.LIST_BACKUPS, backups::list))
        .on(
            HttpMethod.POST,
            Operation.of(Permission.MAKE_BACKUP, backups::make).thatChangesNothing());
    api("/backups/{name}")
        .on(HttpMethod.GET, Operation.of(Permission.DOWNLOAD_BACKUP, backups::download));
    api("/system").on(HttpMethod.GET, Operation.of(Permission.GET_SYSTEM, system::get));
  }

  private Endpoint api(String path) {
    return at(API + path);
  }

  private Endpoint at(String path) {
    Endpoint endpoint = new Endpoint(sources.node().store(), lanes, callers, replies);
    server.service(path, endpoint);
    return endpoint;
  }
}
