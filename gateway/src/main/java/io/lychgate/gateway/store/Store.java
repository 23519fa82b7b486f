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

  private Store(Database database, InstantSource clock, PublishedFile lastPublished) {
    this.database = database;
    this.audit = new AuditTrail(database, clock);
    this.manifests = new ManifestStore(database, clock, audit, lastPublished);
    this.users = new UserStore(database, clock, audit);
    this.sessions = new SessionStore(database, clock);
    this.verdicts = new VerdictStore(database, clock, audit);
    this.proposals = new ProposalStore(database, clock, audit);
    this.secrets = new SecretStore(database, clock);
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
  public void close() {
    database.close();
  }
}
