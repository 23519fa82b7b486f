package io.lychgate.gateway.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The hash chain over the audit trail. The hash of a position is SHA-256 over the hash of the position before, a line break, and the
 * canonical JSON of the entry: one object with its names in order, without white space. The first one follows {@link #START}.
 *
 * <p>Entries are linked at the end of the transaction that adds them. The row of the head is locked from then to the commit, so that
 * all gateways of a store build one chain. This lock comes last, so transactions that wait for each other's rows do not meet at it.
 */
final class AuditChain {
  /** The hash before the first entry. */
  static final String START = "0".repeat(64);

  /** Name of the second copy of the head in the table of the secrets. */
  static final String COPY = "audit-head";

  /** Ids are given before the commit, so an entry of an earlier version may appear this far behind the newest one. */
  static final int LATE_IDS = 1000;

  /** Entries of one transaction. A store of an earlier version may have many more. */
  private static final int BATCH = 5000;

  private static final String UNLINKED = "SELECT a.* FROM audit a WHERE a.id > :from"
      + " AND NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.audit_id = a.id)"
      + " ORDER BY a.id LIMIT :limit";

  private AuditChain() {}

  /**
   * A position of the chain and its hash.
   *
   * @param position 0 before the first entry
   */
  record Head(long position, String hash) {
    String text() {
      return position + ":" + hash;
    }

    /** Reads {@link #text()}; null if the text has another form. */
    static @Nullable Head of(String text) {
      if (!text.matches("\\d{1,18}:[0-9a-f]{64}")) {
        return null;
      }
      int colon = text.indexOf(':');
      return new Head(Long.parseLong(text.substring(0, colon)), text.substring(colon + 1));
    }
  }

  /** Adds all entries that have no link. Returns false if there may be more of them. */
  static boolean link(Handle handle, long now) {
    // An update that changes nothing locks the row in both databases.
    handle.execute("UPDATE audit_head SET position = position WHERE id = 1");
    Head head = head(handle);
    List<AuditEntry> entries = handle
        .select(UNLINKED)
        .bind("from", firstLate(handle))
        .bind("limit", BATCH)
        .map((row, context) -> AuditTrail.entry(row))
        .list();
    if (entries.isEmpty()) {
      return true;
    }
    for (AuditEntry entry : entries) {
      head = next(head, entry);
      handle
          .createUpdate("INSERT INTO audit_chain (position, audit_id, hash)"
              + " VALUES (:position, :id, :hash)")
          .bind("position", head.position())
          .bind("id", entry.id())
          .bind("hash", head.hash())
          .execute();
    }
    keep(handle, head, now);
    return entries.size() < BATCH;
  }

  /** Returns true if there are entries for {@link #link}. */
  static boolean hasUnlinked(Handle handle) {
    return !handle
        .select(UNLINKED)
        .bind("from", firstLate(handle))
        .bind("limit", 1)
        .mapToMap()
        .list()
        .isEmpty();
  }

  private static long firstLate(Handle handle) {
    long last = handle
        .select("SELECT coalesce(max(audit_id), 0) FROM audit_chain")
        .mapTo(Long.class)
        .one();
    return Math.max(0, last - LATE_IDS);
  }

  private static void keep(Handle handle, Head head, long now) {
    handle
        .createUpdate("UPDATE audit_head SET position = :position, hash = :hash WHERE id = 1")
        .bind("position", head.position())
        .bind("hash", head.hash())
        .execute();
    handle
        .createUpdate("INSERT INTO secret (name, period, value, created_at)"
            + " VALUES (:name, 0, :value, :now)"
            + " ON CONFLICT (name, period) DO UPDATE SET value = :value, created_at = :now")
        .bind("name", COPY)
        .bind(
            "value",
            Base64.getEncoder().encodeToString(head.text().getBytes(StandardCharsets.US_ASCII)))
        .bind("now", now)
        .execute();
  }

  static Head head(Handle handle) {
    return handle
        .select("SELECT position, hash FROM audit_head WHERE id = 1")
        .map((row, context) -> head(row))
        .findOne()
        .orElse(new Head(0, START));
  }

  /** Returns the copy of the head among the secrets; empty if there is none, or one that cannot be read. */
  static Optional<Head> copy(Handle handle) {
    String value = handle
        .select("SELECT value FROM secret WHERE name = :name AND period = 0")
        .bind("name", COPY)
        .mapTo(String.class)
        .findOne()
        .orElse("");
    try {
      return Optional.ofNullable(
          Head.of(new String(Base64.getDecoder().decode(value), StandardCharsets.US_ASCII)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the newest checkpoint of retention; position 0 without one. */
  static Head checkpoint(Handle handle) {
    return handle
        .select("SELECT position, hash FROM audit_checkpoint ORDER BY position DESC LIMIT 1")
        .map((row, context) -> head(row))
        .findOne()
        .orElse(new Head(0, START));
  }

  private static Head head(ResultSet row) throws SQLException {
    return new Head(row.getLong("position"), row.getString("hash"));
  }

  /** Returns the head after this entry. */
  static Head next(Head before, AuditEntry entry) {
    long position = before.position() + 1;
    return new Head(position, sha256(before.hash() + "\n" + canonical(position, entry)));
  }

  static String canonical(long position, AuditEntry entry) {
    Map<String, @Nullable Object> fields = new TreeMap<>();
    fields.put("action", entry.action());
    fields.put("actor", entry.actor().name());
    fields.put("address", entry.actor().address());
    fields.put("after", entry.after());
    fields.put("at", entry.at().toEpochMilli());
    fields.put("before", entry.before());
    fields.put("detail", entry.detail());
    fields.put("id", entry.id());
    fields.put("outcome", entry.outcome());
    fields.put("position", position);
    fields.put("subject", entry.subject());
    return JsonMapper.shared().writeValueAsString(fields);
  }

  static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
