package io.lychgate.gateway.store;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** Gives and takes back approvals of drafts, in the transaction of the caller. */
final class ApprovalDesk {
  private final InstantSource clock;
  private final AuditTrail audit;

  ApprovalDesk(InstantSource clock, AuditTrail audit) {
    this.clock = clock;
    this.audit = audit;
  }

  static Approvals of(Handle handle, ApprovedDraft draft) {
    return new Approvals(
        ContentHash.of(draft.text()),
        List.copyOf(ApprovalRows.authors(handle, draft)),
        ApprovalRows.of(handle, draft));
  }

  /** Approves a draft, which its authors may not. Returns the reason for a refusal; empty if it is approved. */
  Optional<String> approve(Handle handle, ApprovedDraft draft, String comment, Actor by) {
    String action = draft.kind() + ".approve";
    if (ApprovalRows.authors(handle, draft).contains(ApprovalRows.person(by.name()))) {
      audit.denied(handle, by, action, draft.shown(), "changed this draft");
      return Optional.of(
          "approver: " + by.name() + " changed this draft (expected: a person who did not)");
    }
    String hash = ContentHash.of(draft.text());
    Instant now = Instant.ofEpochMilli(clock.millis());
    List<Approval> before = ApprovalRows.of(handle, draft);
    ApprovalRows.insert(handle, draft.thing(), new Approval(hash, by.name(), comment, now));
    AuditState state = changed(before, ApprovalRows.of(handle, draft));
    audit.changed(handle, by, action, draft.shown(), "draft " + hash, state);
    return Optional.empty();
  }

  /** Takes the approval of this person back. Returns false if there is none. */
  boolean withdraw(Handle handle, ApprovedDraft draft, Actor by) {
    List<Approval> before = ApprovalRows.of(handle, draft);
    if (!ApprovalRows.delete(handle, draft.thing(), by.name())) {
      return false;
    }
    AuditState state = changed(before, ApprovalRows.of(handle, draft));
    audit.changed(handle, by, draft.kind() + ".approval.withdraw", draft.shown(), null, state);
    return true;
  }

  /** Returns true if a draft that a person wants to put in force has no approval. The attempt is in the audit trail then. */
  boolean isMissing(Handle handle, ApprovedDraft draft, Actor by) {
    boolean isMissing =
        !by.equals(Actor.SYSTEM) && ApprovalRows.of(handle, draft).isEmpty();
    if (isMissing) {
      audit.denied(handle, by, draft.kind() + ".publish", draft.shown(), "not approved");
    }
    return isMissing;
  }

  /** Returns the refusal of a person who has nothing to take back. */
  static String nothingOf(Actor by) {
    return "approval: none of " + by.name() + " (expected: one to withdraw)";
  }

  private static AuditState changed(List<Approval> before, List<Approval> after) {
    return AuditState.of(shown(before), shown(after));
  }

  private static String shown(List<Approval> approvals) {
    return approvals.stream()
        .map(each -> each.approver() + " approves the draft " + each.hash())
        .collect(Collectors.joining("\n"));
  }
}
