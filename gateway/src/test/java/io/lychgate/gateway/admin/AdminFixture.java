package io.lychgate.gateway.admin;

import io.lychgate.gateway.admin.access.Claimant;
import io.lychgate.gateway.admin.access.SignIn;
import io.lychgate.gateway.admin.seam.PluginList;
import io.lychgate.gateway.admin.seam.Pooling;
import io.lychgate.gateway.admin.seam.RequestLog;
import io.lychgate.gateway.admin.seam.StoreSource;
import io.lychgate.gateway.config.AdminConfig;
import io.lychgate.gateway.config.LearnConfig;
import io.lychgate.gateway.config.LedgerConfig;
import io.lychgate.gateway.config.SignOnConfig;
import io.lychgate.gateway.config.account.AccountConfig;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.password.PasswordHash;
import io.lychgate.gateway.experiment.ExperimentDesk;
import io.lychgate.gateway.history.RecordedPast;
import io.lychgate.gateway.learn.ManifestLearner;
import io.lychgate.gateway.learn.ProposalDesk;
import io.lychgate.gateway.ledger.HintLedger;
import io.lychgate.gateway.observe.Readiness;
import io.lychgate.gateway.observe.timeline.TimelineLoop;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.User;
import io.lychgate.gateway.testkit.ApiContract;
import io.lychgate.gateway.testkit.FirstStore;
import io.lychgate.gateway.timing.TimingCounts;
import io.lychgate.gateway.timing.TimingReports;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A real admin server on a free port, with a real store in a directory. */
final class AdminFixture implements AutoCloseable {

  static final String PASSWORD = "correct horse battery";

  final ApiContract contract = ApiContract.load();

  /** Receives the exchanges of the clients that are made later. */
  AdminClient.Exchanges exchanges = AdminClient.Exchanges.UNHEARD;

  final FakeGateway gateway = new FakeGateway();
  final FakeUpstreams upstreams = new FakeUpstreams();
  final FakeCertificates certificates = new FakeCertificates();
  final Path directory;
  final Store store;
  final AdminServer server;
  /** The manifests in force. */
  volatile ManifestIndex manifests = index(
      "shop",
      "{ rules: [ { match: { path: / }, assets: [ { url: /app.js, as: script } ] } ] }",
      ManifestIndex.EMPTY);

  final HintLedger ledger;
  final ProposalDesk proposals;
  final TimelineLoop timelines = new TimelineLoop();
  final Readiness readiness = new Readiness();
  final RecordedPast past;
  final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  AdminFixture(Path directory) throws IOException {
    this(directory, (Secret) null);
  }

  /** Creates a user, so that the start does not generate and hash a password. */
  AdminFixture(Path directory, @Nullable Secret metricsToken) throws IOException {
    this(directory, null, metricsToken, InstantSource.system(), true);
  }

  AdminFixture(Path directory, @Nullable Path passwordFile, InstantSource clock)
      throws IOException {
    this(directory, passwordFile, null, clock, false);
  }

  AdminFixture(Path directory, AccountConfig accounts) throws IOException {
    this(directory, null, null, InstantSource.system(), true, accounts);
  }

  AdminFixture(Path directory, InstantSource clock, AccountConfig accounts) throws IOException {
    this(directory, null, null, clock, true, accounts);
  }

  private AdminFixture(
      Path directory,
      @Nullable Path passwordFile,
      @Nullable Secret metricsToken,
      InstantSource clock,
      boolean hasUser)
      throws IOException {
    this(directory, passwordFile, metricsToken, clock, hasUser, AccountConfig.defaults());
  }

  private AdminFixture(
      Path directory,
      @Nullable Path passwordFile,
      @Nullable Secret metricsToken,
      InstantSource clock,
      boolean hasUser,
      AccountConfig accounts)
      throws IOException {
    this.directory = directory;
    FirstStore.at(directory.resolve("lychgate.db"));
    store = Store.open(StoreUrl.parse("jdbc:sqlite:lychgate.db", directory), directory, clock);
    if (hasUser) {
      store.users().addFirst(new User("first", Role.VIEWER, "no password fits", false));
    }
    meters.counter("lychgate.requests").increment();
    ledger = new HintLedger(
        () -> manifests, LedgerConfig::defaults, store::verdicts, InstantSource.system());
    proposals = new ProposalDesk(
        new ManifestLearner(1 << 20),
        () -> manifests,
        LearnConfig::defaults,
        () -> store,
        gateway::publish);
    past = new RecordedPast(
        () -> store, Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(Duration.ofMinutes(5)));
    server = start(() -> store, passwordFile, metricsToken, clock, accounts);
  }

  private AdminServer start(
      StoreSource source,
      @Nullable Path passwordFile,
      @Nullable Secret metricsToken,
      InstantSource clock,
      AccountConfig accounts)
      throws IOException {
    AdminConfig config = new AdminConfig(
        true,
        "127.0.0.1",
        0,
        null,
        Set.of("gate.example.com"),
        metricsToken,
        accounts,
        SignOnConfig.defaults());
    return AdminServer.start(
        config,
        directory,
        passwordFile,
        new AdminSources(
            node(source), content(source), traffic(), measurements(source, clock), clock),
        false);
  }

  private AdminSources.Node node(StoreSource source) {
    return new AdminSources.Node(
        source,
        new Claimant("1", "gate-1"),
        new FakeConfiguration(source::store),
        gateway,
        () -> FakeBackups.SYSTEM,
        readiness,
        new FakeBackups(directory),
        meters);
  }

  private AdminSources.Content content(StoreSource source) {
    return new AdminSources.Content(
        gateway,
        gateway,
        QuietScene.publisher(source::store),
        QuietScene.dryRun(),
        gateway,
        ledger,
        proposals);
  }

  private AdminSources.Traffic traffic() {
    return new AdminSources.Traffic(
        gateway,
        timelines.timelines,
        live -> new Pooling.Report(
            2,
            4,
            List.of(new Pooling.Group(
                "public", List.of("a.example", "b.example"), "clients", 2, 4, 2))),
        upstreams,
        upstreams,
        new FakeCache(),
        () -> new PluginList.View("", List.of()),
        certificates,
        id -> new RequestLog.Found(
            List.of(new RequestLog.Line("access.log", Map.of("request_id", id))),
            List.of("access.log"),
            true));
  }

  private AdminSources.Measurements measurements(StoreSource source, InstantSource clock) {
    return new AdminSources.Measurements(
        past.history(),
        past.events(),
        new TimingReports(source::store, new TimingCounts(), clock),
        new FakeBenches(),
        new ExperimentDesk(() -> store, new FakeSetting(), new FakeSetting()),
        new FakeAnalyses());
  }

  /** Returns the index of one manifest, with the counts of the index before. */
  static ManifestIndex index(String name, String text, ManifestIndex before) {
    PushManifest manifest = new ManifestReader().read(text, name).value();
    return ManifestIndex.of(List.of(manifest), 1, before);
  }

  /** Returns the message for the operator at start. */
  SignIn signIn() {
    AtomicReference<SignIn> reported = new AtomicReference<>(SignIn.NOTHING);
    server.onSignIn(reported::set);
    return Objects.requireNonNull(reported.get());
  }

  AdminClient client() {
    URI base = URI.create("https://127.0.0.1:" + server.address().getPort());
    return new AdminClient(base, directory.resolve("admin-cert.pem"), contract, exchanges);
  }

  /** Returns a client that is logged in as a user of this role. */
  AdminClient as(Role role) {
    store
        .users()
        .add(new User(role.token() + "-user", role, Hashed.PASSWORD_HASH, false), Actor.SYSTEM);
    return client().withCookie("__Host-lychgate=" + store.sessions().open(role.token() + "-user"));
  }

  /** Returns a client that is logged in as a new user with these roles. */
  AdminClient as(String name, Grant... grants) {
    store.users().add(new User(name, List.of(grants), Hashed.PASSWORD_HASH, false), Actor.SYSTEM);
    return client().withCookie("__Host-lychgate=" + store.sessions().open(name));
  }

  @Override
  public void close() {
    server.close();
    store.close();
  }

  /** Hashed once for all tests. */
  private static final class Hashed {
    static final String PASSWORD_HASH = PasswordHash.of(PASSWORD);
  }
}
