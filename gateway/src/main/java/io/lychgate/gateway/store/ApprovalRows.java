package io.lychgate.gateway.store;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/** Statements over the tables {@code approval} and {@code draft_author}, whose column {@code manifest} has the thing of a draft. */
final class ApprovalRows {
  private ApprovalRows() {}

  /** Records a change of the draft: its author may not approve it, and earlier approvals are void. */
  static void edited(Handle handle, String manifest, String author) {
    drop(handle, "approval", manifest);
    handle
        .createUpdate("INSERT INTO draft_author (manifest, author) VALUES (:manifest, :author)"
            + " ON CONFLICT (manifest, author) DO NOTHING")
        .bind("manifest", manifest)
        .bind("author", person(author))
        .execute();
  }

  /** Returns the user of a name in the audit trail: a token acts as {@code user/token}, and a user name has no slash. */
  static String person(String actor) {
    int slash = actor.indexOf('/');
    return slash < 0 ? actor : actor.substring(0, slash);
  }

  /** Makes the authors of a renamed user authors under the new name, too. */
  static void renamed(Handle handle, String from, String to) {
    handle.execute(
        "INSERT INTO draft_author (manifest, author)"
            + " SELECT manifest, ? FROM draft_author WHERE author = ?"
            + " ON CONFLICT (manifest, author) DO NOTHING",
        to,
        from);
  }

  /** Voids the approvals of a user whose rights change or end, also those by tokens: the approver may have been a thief. */
  static void rightsChanged(Handle handle, String user) {
    String token = user + "/";
    handle.execute(
        "DELETE FROM approval WHERE approver = ? OR substr(approver, 1, ?) = ?",
        user,
        token.length(),
        token);
  }

  /** Forgets authors and approvals, because the draft is in force or the manifest is deleted. */
  static void settle(Handle handle, String manifest) {
    drop(handle, "approval", manifest);
    drop(handle, "draft_author", manifest);
  }

  private static void drop(Handle handle, String table, String manifest) {
    handle
        .createUpdate("DELETE FROM " + table + " WHERE manifest = :manifest")
        .bind("manifest", manifest)
        .execute();
  }

  static void insert(Handle handle, String manifest, Approval approval) {
    handle
        .createUpdate("INSERT INTO approval (manifest, hash, approver, comment, at)"
            + " VALUES (:manifest, :hash, :approver, :comment, :at)"
            + " ON CONFLICT (manifest, hash, approver) DO UPDATE SET comment = :comment, at = :at")
        .bind("manifest", manifest)
        .bind("hash", approval.hash())
        .bind("approver", approval.approver())
        .bind("comment", approval.comment())
        .bind("at", approval.at().toEpochMilli())
        .execute();
  }

  static boolean delete(Handle handle, String manifest, String approver) {
    return handle
            .createUpdate(
                "DELETE FROM approval WHERE manifest = :manifest AND approver = :approver")
            .bind("manifest", manifest)
            .bind("approver", approver)
            .execute()
        > 0;
  }

  /** Returns the approvals that count: of exactly this draft, and by none of its authors. */
  static List<Approval> of(Handle handle, ApprovedDraft draft) {
    Set<String> authors = authors(handle, draft);
    return handle
        .select("SELECT * FROM approval WHERE manifest = :thing AND hash = :hash ORDER BY at")
        .bind("thing", draft.thing())
        .bind("hash", ContentHash.of(draft.text()))
        .map((row, context) -> new Approval(
            row.getString("hash"),
            row.getString("approver"),
            row.getString("comment"),
            Instant.ofEpochMilli(row.getLong("at"))))
        .list()
        .stream()
        .filter(approval -> !authors.contains(person(approval.approver())))
        .toList();
  }

  /** Returns everybody who changed the draft since it was last in force: users, also if they did it with a token. */
  static Set<String> authors(Handle handle, ApprovedDraft draft) {
    Set<String> authors = new TreeSet<>(handle
        .select("SELECT author FROM draft_author WHERE manifest = :thing")
        .bind("thing", draft.thing())
        .mapTo(String.class)
        .list());
    // A node of an older version records the last author only.
    authors.add(person(draft.lastAuthor()));
    return authors;
  }
}
