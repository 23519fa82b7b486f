package io.lychgate.gateway.admin;

import io.lychgate.gateway.store.AuditEntry;
import io.lychgate.gateway.store.AuditForwards;
import io.lychgate.gateway.store.Store;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Reads the audit trail after each exchange, and keeps the operations that left an entry there as each write must. */
final class AuditWatch implements AdminClient.Exchanges {
  private static final String ADDRESS = "127.0.0.1";
  private static final int ENTRIES = 500;

  private final Store store;
  private final Set<String> recorded = new TreeSet<>();
  /** Position of the last entry that was read. */
  private long last;

  AuditWatch(Store store) {
    this.store = store;
  }

  @Override
  public void ended(String operation, int status) {
    boolean isRecorded = next().stream()
        .anyMatch(entry -> !entry.refused()
            && ADDRESS.equals(entry.actor().address())
            && !entry.actor().name().isEmpty()
            && (entry.before() != null || entry.after() != null));
    if (status < 300 && isRecorded) {
      recorded.add(operation);
    }
  }

  /** Returns the entries since the last call. */
  List<AuditEntry> next() {
    List<AuditForwards.Link> links = store.audit().forwards().after(last, ENTRIES);
    if (!links.isEmpty()) {
      last = links.get(links.size() - 1).position();
    }
    return links.stream().map(AuditForwards.Link::entry).toList();
  }

  /** Returns true if the last exchange left the refused attempt of this sender. */
  boolean hasRefusalOf(String sender) {
    return next().stream()
        .anyMatch(entry -> entry.refused()
            && ADDRESS.equals(entry.actor().address())
            && entry.actor().name().startsWith(sender));
  }

  /** Returns the ids of operations that succeeded and left an entry with sender, address and states. */
  Set<String> recorded() {
    return recorded;
  }
}
