package io.lychgate.gateway.store;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's persistent data, open for use.
 *
 * <p>Any thread may call except an event loop.
 */
public final class Store implements AutoCloseable {

  private final Database database;
  private final AuditTrail audit;
  private final ManifestStore manifests;
  private final UserStore users;
  private final SessionStore sessions;
  private final TokenStore tokens;
  private final DeviceStore devices;
  private final VerdictStore verdicts;
  private final ServerDecisionStore serverDecisions;
  private final ProposalStore proposals;
  private final SecretStore secrets;
  private final RefreshStore refreshes;
  private final NodeStore nodes;
  private final HistoryStore history;
  private final EventStore events;
  private final ReportStore reports;
  private final AcmeStore acme;
  private final SecondFactorStore secondFactors;
  private final SignOnStore signOn;
  private final ViewSamples views;
  private final WaterfallStore waterfalls;
  private final ExperimentStore experiments;
  private final ArmStore arms;
  private final PublicationStore publications;
  private final RecordStore records;
  private final IdempotencyStore idempotency;
  private final ManagedStore managed;
  private final ConfigurationStore configuration;
  private final FleetClock clock;
  private @Nullable WakeListener listener; // Guarded by this.

  private Store(Database database, InstantSource ownClock, PublishedFile lastPublished) {
    FleetClock clock = new FleetClock(ownClock);
    this.database = database;
    this.clock = clock;
    this.audit = new AuditTrail(database, clock);
    this.manifests = new ManifestStore(database, clock, audit, lastPublished);
    this.users = new UserStore(database, clock, audit);
    this.sessions = new SessionStore(database, clock);
    this.tokens = new TokenStore(database, clock, audit);
    this.devices = new DeviceStore(database, clock);
    this.verdicts = new VerdictStore(database, clock, audit);
    this.serverDecisions = new ServerDecisionStore(database, clock, audit);
    this.proposals = new ProposalStore(database, clock, audit);
    this.secrets = new SecretStore(database, clock);
    this.refreshes = new RefreshStore(database);
    this.nodes = new NodeStore(database, clock);
    this.history = new HistoryStore(database);
    this.events = new EventStore(database, audit);
    this.reports = new ReportStore(database, clock);
    this.acme = new AcmeStore(database, clock);
    this.secondFactors = new SecondFactorStore(database, clock, audit);
    this.signOn = new SignOnStore(database, clock, audit);
    this.views = new ViewSamples(database);
    this.waterfalls = new WaterfallStore(database);
    this.experiments = new ExperimentStore(database, clock, audit);
    this.arms = new ArmStore(database);
    this.publications = new PublicationStore(database, clock, audit, manifests);
    this.records = new RecordStore(database, clock);
    this.idempotency = new IdempotencyStore(database, clock);
    this.managed = new ManagedStore(database, clock, audit);
    this.configuration = new ConfigurationStore(database, clock, audit);
  }

  /**
   * Opens the store and migrates its schema.
   *
   * @param stateDirectory directory for a copy of the manifests in force, for a start without the store
   * @throws StoreException if the store cannot be reached or must not be used
   */
  public static Store open(StoreUrl url, Path stateDirectory, InstantSource clock) {
    PublishedFile copy = PublishedFile.of(url, stateDirectory);
    Optional<PublishedManifests> before = url.file() == null ? Optional.empty() : copy.read();
    Store store = new Store(DatabaseOpener.open(url, copy.exists()), clock, copy);
    try {
      store.audit.linkAll();
      before.ifPresent(store.manifests::restoreIfNew);
      store.manifests.keepCopy();
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /**
   * Returns a store in memory that replaces an unusable one. It allows reads and sign-ins, and no changes. It has the readable data
   * of the unusable store, and the manifests last published. It does not write the files of that store.
   */
  public static Store standIn(
      StoreUrl url, Path stateDirectory, InstantSource clock, StoreException why) {
    PublishedFile copy = PublishedFile.of(url, stateDirectory);
    return new Store(StandIn.open(url, why, copy.read()), clock, copy);
  }

  /** Returns the reason for which the store at this place cannot be used; null if it can. Writes nothing. */
  public static @Nullable StoreException fault(StoreUrl url, Path stateDirectory) {
    return url.file() == null
        ? DatabaseOpener.reach(url)
        : new SqliteProbe(url, PublishedFile.of(url, stateDirectory).exists()).fault();
  }

  /** Returns the manifests last in force in the store at this place, from its copy in the state directory. */
  public static Optional<PublishedManifests> kept(StoreUrl url, Path stateDirectory) {
    return PublishedFile.of(url, stateDirectory).read();
  }

  /** Returns the reason for which this store in memory replaces the one at its URL; null if it is that one. */
  public @Nullable StoreException standsInFor() {
    return database.standsInFor();
  }

  /** Returns the reason for which the store cannot be changed now; null if it can. */
  public @Nullable String readOnly() {
    return database.readOnly();
  }

  /** Returns the reason for which the database server cannot be reached now; null if it can. No database access. */
  public @Nullable String away() {
    return database.away();
  }

  /** Returns the time since the loss of the database server; null if it is there. */
  public @Nullable Duration awayFor() {
    return database.awayFor();
  }

  /** Returns true if the store is on a server, which other gateways may use and which may be lost. */
  public boolean isShared() {
    return database.isShared();
  }

  public ManifestStore manifests() {
    return manifests;
  }

  public UserStore users() {
    return users;
  }

  public SessionStore sessions() {
    return sessions;
  }

  public TokenStore tokens() {
    return tokens;
  }

  public DeviceStore devices() {
    return devices;
  }

  public VerdictStore verdicts() {
    return verdicts;
  }

  public ServerDecisionStore serverDecisions() {
    return serverDecisions;
  }

  public ProposalStore proposals() {
    return proposals;
  }

  public SecretStore secrets() {
    return secrets;
  }

  public RefreshStore refreshes() {
    return refreshes;
  }

  public NodeStore nodes() {
    return nodes;
  }

  public HistoryStore history() {
    return history;
  }

  public EventStore events() {
    return events;
  }

  public ReportStore reports() {
    return reports;
  }

  public AcmeStore acme() {
    return acme;
  }

  public SecondFactorStore secondFactors() {
    return secondFactors;
  }

  public SignOnStore signOn() {
    return signOn;
  }

  public ViewSamples views() {
    return views;
  }

  public WaterfallStore waterfalls() {
    return waterfalls;
  }

  public ExperimentStore experiments() {
    return experiments;
  }

  public ArmStore arms() {
    return arms;
  }

  public RecordStore records() {
    return records;
  }

  public PublicationStore publications() {
    return publications;
  }

  /** Returns the common time of all gateways of this store. */
  public InstantSource clock() {
    return clock;
  }

  /**
   * Calls {@code wake} after a change by another node. Some changes are not reported, so a caller that must not miss one polls.
   * Call once for each store.
   */
  public synchronized void onChange(Runnable wake) {
    if (database.isShared() && listener == null) {
      listener = new WakeListener(database.url(), wake);
      listener.start();
    }
  }

  public AuditTrail audit() {
    return audit;
  }

  /** Follows the replacement of all data: renews the copy of the manifests in force, and continues the audit trail. */
  void restored(StoreBackup.Contents contents, Actor by) {
    audit.linkAll();
    audit.record(
        by,
        "store.restore",
        contents.createdAt(),
        false,
        contents.rows() + " rows of version " + contents.version() + ", audit head "
            + contents.auditHead());
    manifests.replaceCopy();
  }

  /** Returns the version of the schema that this program uses. */
  public static int schema() {
    return DatabaseOpener.SCHEMA;
  }

  /** Returns a clause on the schema of the store if a newer version made it; else null. */
  public @Nullable String schemaNote() {
    return database.schemaNote();
  }

  /** Looks for a migration by a newer version. One that closes the store to this version makes it read-only here. */
  public void watchSchema() {
    database.watchSchema();
  }

  /** Returns the number of rows and the bytes of each table that grows with time. */
  public List<StoreSizes.Kind> sizes() {
    return database.readMany(StoreSizes::of);
  }

  /** Returns the responses that repeated requests get again. */
  public IdempotencyStore idempotency() {
    return idempotency;
  }

  /** Returns the things that files outside of the store decide. */
  public ManagedStore managed() {
    return managed;
  }

  /** Returns the configuration of gateways that take it from here. */
  public ConfigurationStore configuration() {
    return configuration;
  }

  public StoreUrl url() {
    return database.url();
  }

  /** Queries the database now. Returns null if it responds, else the error. */
  public @Nullable String complaint() {
    try {
      database.read(handle ->
          handle.select("SELECT last FROM revision_counter").mapTo(Long.class).one());
      return null;
    } catch (StoreException e) {
      return e.getMessage();
    }
  }

  @Override
  public synchronized void close() {
    if (listener != null) {
      listener.close();
    }
    database.close();
  }
}
