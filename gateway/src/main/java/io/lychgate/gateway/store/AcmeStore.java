package io.lychgate.gateway.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The common data of the gateways of a store for certificates that they order: accounts, certificates, proofs for the authority, and the
 * lease of the gateway that orders. Private keys are encrypted by the caller.
 */
public final class AcmeStore {
  private static final String LEASE = "acme";

  private final Database database;
  private final InstantSource clock;

  AcmeStore(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /**
   * The certificate of a group of names, and the result of the last order.
   *
   * @param id hash of the names
   * @param chain PEM; null until one is issued
   * @param sealed the encrypted private key; null until one is issued
   * @param failures orders that failed since the last success
   */
  public record Row(
      String id,
      List<String> names,
      @Nullable String chain,
      @Nullable String sealed,
      Instant renewAt,
      int failures,
      @Nullable String error,
      @Nullable Instant failedAt) {
    public Row {
      names = List.copyOf(names);
    }
  }

  /**
   * A proof for an authority.
   *
   * @param kind http-01 or tls-alpn-01
   * @param proof the key authorization (RFC 8555 section 8.1)
   */
  public record Challenge(String kind, String name, String token, String proof) {}

  /** Returns a number that grows with each change. Cheap: every node calls it each second. */
  public long changes() {
    return database.read(handle -> handle
        .select("SELECT last FROM change_counter WHERE topic = 'acme'")
        .mapTo(Long.class)
        .one());
  }

  /**
   * Makes this node the one that orders, or keeps it so, for a time. Returns false if another node is.
   *
   * @param node an id of the process
   */
  public boolean lead(String node, Duration time) {
    return database.write(handle -> {
      int kept = handle
          .createUpdate("UPDATE lease SET holder = :node, until = " + database.now() + " + :time"
              + " WHERE name = :name AND (holder = :node OR until < " + database.now() + ")")
          .bind("node", node)
          .bind("time", time.toMillis())
          .bind("name", LEASE)
          .execute();
      return kept == 1
          || handle
                  .createUpdate("INSERT INTO lease (name, holder, until) VALUES (:name, :node, "
                      + database.now() + " + :time) ON CONFLICT (name) DO NOTHING")
                  .bind("node", node)
                  .bind("time", time.toMillis())
                  .bind("name", LEASE)
                  .execute()
              == 1;
    });
  }

  /** Lets another node order at once. */
  public void release(String node) {
    database.write(handle -> handle
        .createUpdate("DELETE FROM lease WHERE name = :name AND holder = :node")
        .bind("name", LEASE)
        .bind("node", node)
        .execute());
  }

  /** Returns the encrypted key of the account. */
  public Optional<String> account(String directory) {
    return database.read(handle -> handle
        .select("SELECT sealed FROM acme_account WHERE directory = :directory")
        .bind("directory", directory)
        .mapTo(String.class)
        .findOne());
  }

  /** Keeps the encrypted key of the account in place of another one. */
  public void keepAccount(String directory, String sealed) {
    database.write(handle -> handle
        .createUpdate("INSERT INTO acme_account (directory, sealed, created_at)"
            + " VALUES (:directory, :sealed, :now)"
            + " ON CONFLICT (directory) DO UPDATE SET sealed = excluded.sealed")
        .bind("directory", directory)
        .bind("sealed", sealed)
        .bind("now", clock.millis())
        .execute());
  }

  /** Returns the certificates of an authority. */
  public List<Row> certificates(String directory) {
    return database.read(handle -> handle
        .select("SELECT * FROM acme_certificate WHERE directory = :directory ORDER BY names, id")
        .bind("directory", directory)
        .map((row, context) -> row(row))
        .list());
  }

  /** Keeps a certificate with the result of its last order. */
  public void keep(String directory, Row row) {
    database.write(handle -> {
      Instant failedAt = row.failedAt();
      handle
          .createUpdate(
              "INSERT INTO acme_certificate"
                  + " (directory, id, names, chain, sealed, renew_at, failures, error, failed_at)"
                  + " VALUES (:directory, :id, :names, :chain, :sealed, :renewAt, :failures, :error, :failedAt)"
                  + " ON CONFLICT (directory, id) DO UPDATE SET names = excluded.names,"
                  + " chain = excluded.chain, sealed = excluded.sealed, renew_at = excluded.renew_at,"
                  + " failures = excluded.failures, error = excluded.error, failed_at = excluded.failed_at")
          .bind("directory", directory)
          .bind("id", row.id())
          .bind("names", String.join(",", row.names()))
          .bind("chain", row.chain())
          .bind("sealed", row.sealed())
          .bind("renewAt", row.renewAt().toEpochMilli())
          .bind("failures", row.failures())
          .bind("error", row.error())
          .bind("failedAt", failedAt == null ? null : failedAt.toEpochMilli())
          .execute();
      return changed(handle);
    });
  }

  /** Removes certificates of names that no site has. */
  public void drop(String directory, String id) {
    database.write(handle -> {
      handle
          .createUpdate("DELETE FROM acme_certificate WHERE directory = :directory AND id = :id")
          .bind("directory", directory)
          .bind("id", id)
          .execute();
      return changed(handle);
    });
  }

  /** Returns the proofs that an authority may ask for now. */
  public List<Challenge> challenges() {
    return database.read(handle -> handle
        .select("SELECT * FROM acme_challenge WHERE expires_at > " + database.now())
        .map((row, context) -> new Challenge(
            row.getString("kind"),
            row.getString("name"),
            row.getString("token"),
            row.getString("proof")))
        .list());
  }

  /** Publishes proofs to all nodes for a time, and removes those whose time is over. */
  public void publish(List<Challenge> challenges, Duration time) {
    database.write(handle -> {
      handle.execute("DELETE FROM acme_challenge WHERE expires_at <= " + database.now());
      for (Challenge each : challenges) {
        handle
            .createUpdate("INSERT INTO acme_challenge (kind, name, token, proof, expires_at)"
                + " VALUES (:kind, :name, :token, :proof, " + database.now() + " + :time)"
                + " ON CONFLICT (kind, name, token) DO UPDATE SET proof = excluded.proof,"
                + " expires_at = excluded.expires_at")
            .bindMethods(each)
            .bind("time", time.toMillis())
            .execute();
      }
      return changed(handle);
    });
  }

  /** Removes proofs. */
  public void withdraw(List<Challenge> challenges) {
    database.write(handle -> {
      for (Challenge each : challenges) {
        handle
            .createUpdate("DELETE FROM acme_challenge"
                + " WHERE kind = :kind AND name = :name AND token = :token")
            .bindMethods(each)
            .execute();
      }
      return changed(handle);
    });
  }

  private int changed(Handle handle) {
    int rows = handle
        .createUpdate("UPDATE change_counter SET last = last + 1 WHERE topic = 'acme'")
        .execute();
    database.wakeNodes(handle);
    return rows;
  }

  private static Row row(ResultSet row) throws SQLException {
    long failedAt = row.getLong("failed_at");
    boolean hasFailed = !row.wasNull();
    return new Row(
        row.getString("id"),
        List.of(row.getString("names").split(",", -1)),
        row.getString("chain"),
        row.getString("sealed"),
        Instant.ofEpochMilli(row.getLong("renew_at")),
        row.getInt("failures"),
        row.getString("error"),
        hasFailed ? Instant.ofEpochMilli(failedAt) : null);
  }
}
