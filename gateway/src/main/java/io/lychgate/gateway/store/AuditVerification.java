package io.lychgate.gateway.store;

import io.lychgate.gateway.store.AuditChain.Head;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Recomputes the hash chain of the audit trail and compares it with the stored one. Reads in batches, so that a long trail neither fills
 * the memory nor blocks writers.
 */
final class AuditVerification {
  private static final int BATCH = 1000;

  /** Most faults of a report. After a removed entry, each later one would be another. */
  private static final int MAX_FAULTS = 20;

  private final Database database;
  private final List<String> faults = new ArrayList<>();
  private long checked;

  AuditVerification(Database database) {
    this.database = database;
  }

  /**
   * Verifies the chain.
   *
   * @param known a head that an operator has kept elsewhere, for example in a log; null for none
   */
  AuditReport run(@Nullable Head known) {
    // Before the head: entries that are added in between would leave the copy ahead of it.
    Head copy = database.readMany(AuditChain::copy).orElse(null);
    Head end = database.readMany(AuditChain::head);
    Head start = database.readMany(AuditChain::checkpoint);
    if (known != null && known.position() > end.position()) {
      faults.add("the end is missing: the trail ends at position " + end.position()
          + " (expected: at least " + known.position() + ", the given head)");
    }
    Head reached = walk(start, end, known, copy);
    if (reached.position() < end.position()) {
      faults.add(
          "the end is missing: positions " + (reached.position() + 1) + " to " + end.position());
    } else if (faults.isEmpty() && !reached.hash().equals(end.hash())) {
      faults.add("head: " + end.hash() + " (expected: " + reached.hash() + ")");
    }
    if (copy == null && end.position() > 0) {
      faults.add("secret " + AuditChain.COPY + ": absent (expected: a copy of the head)");
    } else if (copy != null && copy.position() > end.position()) {
      faults.add("the end is missing: the copy of the head is at position " + copy.position()
          + ", the trail ends at " + end.position());
    }
    checkCheckpoint(start);
    checkUnlinked();
    return new AuditReport(
        checked, start.position(), end.position(), end.hash(), List.copyOf(faults));
  }

  private Head walk(Head start, Head end, @Nullable Head known, @Nullable Head copy) {
    Head at = start;
    while (at.position() < end.position() && faults.size() < MAX_FAULTS) {
      List<Link> links = batch(at.position(), end.position());
      if (links.isEmpty()) {
        return at;
      }
      for (Link link : links) {
        at = check(at, link);
        compare(known, at, "the given head");
        compare(copy, at, "the copy of the head");
        if (faults.size() >= MAX_FAULTS) {
          return end;
        }
      }
    }
    return at;
  }

  private void compare(@Nullable Head kept, Head at, String name) {
    if (kept != null && kept.position() == at.position() && !kept.hash().equals(at.hash())) {
      faults.add("position " + at.position() + ": hash " + at.hash() + " (expected: " + kept.hash()
          + ", " + name + ")");
    }
  }

  private Head check(Head before, Link link) {
    if (link.position() != before.position() + 1) {
      faults.add("positions " + (before.position() + 1) + " to " + (link.position() - 1)
          + " are missing: their links were removed");
      return new Head(link.position(), link.hash());
    }
    AuditEntry entry = link.entry();
    if (entry == null) {
      faults.add("position " + link.position() + ": entry " + link.id() + " was removed");
      return new Head(link.position(), link.hash());
    }
    checked++;
    Head computed = AuditChain.next(before, entry);
    if (!computed.hash().equals(link.hash())) {
      faults.add("position " + link.position() + ": entry " + link.id() + " (" + entry.action()
          + " by " + entry.actor().name() + ", " + entry.at()
          + ") or its place in the order was changed");
    }
    // Continues with the stored hash, so that one change is one fault.
    return new Head(link.position(), link.hash());
  }

  /** A checkpoint that no entry of the trail names was made by hand, to hide a removal. */
  private void checkCheckpoint(Head start) {
    if (start.position() == 0) {
      return;
    }
    long named = database.readMany(handle -> handle
        .select("SELECT count(*) FROM audit WHERE action = :action AND subject = :subject"
            + " AND detail = :hash")
        .bind("action", AuditTrail.CHECKPOINT)
        .bind("subject", String.valueOf(start.position()))
        .bind("hash", start.hash())
        .mapTo(Long.class)
        .one());
    if (named == 0) {
      faults.add("checkpoint " + start.position()
          + ": no entry names it (expected: one of the action " + AuditTrail.CHECKPOINT + ")");
    }
  }

  private void checkUnlinked() {
    long unlinked = database.readMany(handle -> handle
        .select("SELECT count(*) FROM audit a WHERE a.id <"
            + " (SELECT coalesce(max(audit_id), 0) - :late FROM audit_chain)"
            + " AND NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.audit_id = a.id)")
        .bind("late", AuditChain.LATE_IDS)
        .mapTo(Long.class)
        .one());
    if (unlinked > 0) {
      faults.add(unlinked + " entries are not in the chain: they were added by hand");
    }
  }

  private List<Link> batch(long after, long upTo) {
    return database.readMany(handle -> handle
        .select("SELECT c.position, c.audit_id, c.hash AS link, a.* FROM audit_chain c"
            + " LEFT JOIN audit a ON a.id = c.audit_id"
            + " WHERE c.position > :after AND c.position <= :upTo ORDER BY c.position LIMIT :limit")
        .bind("after", after)
        .bind("upTo", upTo)
        .bind("limit", BATCH)
        .map((row, context) -> link(row))
        .list());
  }

  private static Link link(ResultSet row) throws SQLException {
    String action = row.getString("action");
    return new Link(
        row.getLong("position"),
        row.getLong("audit_id"),
        Objects.requireNonNullElse(row.getString("link"), ""),
        action == null ? null : AuditTrail.entry(row));
  }

  private record Link(
      long position, long id, String hash, @Nullable AuditEntry entry) {}
}
