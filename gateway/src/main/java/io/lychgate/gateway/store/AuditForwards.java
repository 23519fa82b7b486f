package io.lychgate.gateway.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The positions of the audit trail that its receivers have. One process at a time sends to a receiver. */
public final class AuditForwards {
  private final Database database;

  AuditForwards(Database database) {
    this.database = database;
  }

  /**
   * Progress of a receiver.
   *
   * @param position the last position that it has
   * @param lost entries that retention removed before they were sent, or that are too long for the transport
   */
  public record Progress(long position, long lost) {}

  /** An entry at its position of the chain. */
  public record Link(long position, AuditEntry entry) {}

  /** Returns the newest position of the trail. */
  public long newest() {
    return database.read(AuditChain::head).position();
  }

  /** Returns the progress of a receiver; empty before the first entry. */
  public Optional<Progress> progress(String target) {
    return database.read(handle -> find(handle, target));
  }

  /**
   * Lets this process send for a time, if no other one does. A new receiver begins at the end of the trail: {@code audit export} has the
   * entries before.
   *
   * @return the progress; empty while another process sends
   */
  public Optional<Progress> hold(String target, String holder, Duration time) {
    return database.write(handle -> {
      handle
          .createUpdate("INSERT INTO audit_forward (target, position, lost, holder, until)"
              + " VALUES (:target, :position, 0, '', 0) ON CONFLICT (target) DO NOTHING")
          .bind("target", target)
          .bind("position", AuditChain.head(handle).position())
          .execute();
      int held = handle
          .createUpdate("UPDATE audit_forward SET holder = :holder, until = " + database.now()
              + " + :time WHERE target = :target AND (holder = :holder OR until < "
              + database.now() + ")")
          .bind("holder", holder)
          .bind("time", time.toMillis())
          .bind("target", target)
          .execute();
      return held == 1 ? find(handle, target) : Optional.empty();
    });
  }

  /** Records the progress, if this process still sends. */
  public boolean advance(String target, String holder, Progress progress) {
    return database.write(handle -> handle
            .createUpdate("UPDATE audit_forward SET position = :position, lost = :lost"
                + " WHERE target = :target AND holder = :holder AND position <= :position")
            .bind("position", progress.position())
            .bind("lost", progress.lost())
            .bind("target", target)
            .bind("holder", holder)
            .execute()
        == 1);
  }

  /** Lets another process send at once. */
  public void release(String target, String holder) {
    database.write(handle -> handle.execute(
        "UPDATE audit_forward SET until = 0 WHERE target = ? AND holder = ?", target, holder));
  }

  /** Returns the position up to which retention has removed entries. */
  public long removed() {
    return database.read(AuditChain::checkpoint).position();
  }

  /** Returns the entries after a position, in the order of the chain. */
  public List<Link> after(long position, int limit) {
    return database.read(handle -> handle
        .select("SELECT c.position, a.* FROM audit_chain c JOIN audit a ON a.id = c.audit_id"
            + " WHERE c.position > :after ORDER BY c.position LIMIT :limit")
        .bind("after", position)
        .bind("limit", limit)
        .map((row, context) -> new Link(row.getLong("position"), AuditTrail.entry(row)))
        .list());
  }

  private static Optional<Progress> find(Handle handle, String target) {
    return handle
        .select("SELECT position, lost FROM audit_forward WHERE target = :target")
        .bind("target", target)
        .map((row, context) -> new Progress(row.getLong("position"), row.getLong("lost")))
        .findOne();
  }
}
