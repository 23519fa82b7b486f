package io.lychgate.gateway.store;

import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the gateway remembers, open for use.
 *
 * <p>Any thread may call, none of them an event loop.
 */
public final class Store implements AutoCloseable {

  private final Database database;
  private final AuditTrail audit;
  private final ManifestStore manifests;
  private final UserStore users;
  private final SessionStore sessions;
  private final VerdictStore verdicts;
  private final ProposalStore proposals;
  private final SecretStore secrets;
  private final NodeStore nodes;
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
    this.verdicts = new VerdictStore(database, clock, audit);
    this.proposals = new ProposalStore(database, clock, audit);
    this.secrets = new SecretStore(database, clock);
    this.nodes = new NodeStore(database, clock);
  }

  /**
   * Opens the store and brings its schema up to date.
   *
   * @param stateDirectory where a copy of what is in force is kept, for a start without the store
   * @throws StoreException when it cannot be reached or must not be used
   */
  public static Store open(StoreUrl url, Path stateDirectory, InstantSource clock) {
    Store store = new Store(DatabaseOpener.open(url), clock, new PublishedFile(stateDirectory));
    try {
      store.manifests.keepCopy();
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
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

  public VerdictStore verdicts() {
    return verdicts;
  }

  public ProposalStore proposals() {
    return proposals;
  }

  public SecretStore secrets() {
    return secrets;
  }

  public NodeStore nodes() {
    return nodes;
  }

  /** The time that all gateways of this store have in common. */
  public InstantSource clock() {
    return clock;
  }

  /**
   * Has somebody woken when another node has changed something. Not every change is told: whoever must not miss one polls. Once
   * for each store.
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

  public StoreUrl url() {
    return database.url();
  }

  /** Asks the database now: null when it answers, or why it does not. */
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
