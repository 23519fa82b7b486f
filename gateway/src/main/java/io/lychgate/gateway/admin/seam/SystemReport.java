package io.lychgate.gateway.admin.seam;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Versions, checks and sizes of this node. */
@FunctionalInterface
public interface SystemReport {

  /** Runs the checks, or returns their results of the last minute. */
  View view();

  /** Returns the outage of the receiver of the audit trail; null without one. Cheap. */
  default @Nullable Outage receiverOutage() {
    return null;
  }

  /**
   * A receiver that cannot be reached.
   *
   * @param behind entries that wait in the store
   */
  record Outage(String receiver, Instant since, long behind, String problem) {}

  /** The report. */
  record View(
      Versions versions,
      List<Check> checks,
      StoreView store,
      @Nullable String auditHead,
      @Nullable Forward auditForward) {}

  /**
   * The receiver of the audit trail.
   *
   * @param state idle, sending, failing; waiting before the first look
   * @param behind entries that it may not have yet
   * @param lost entries that it will not get
   * @param problem why it cannot be reached; null if it can
   */
  record Forward(
      String receiver,
      String state,
      long behind,
      long lost,
      @Nullable String problem) {}

  /** Versions of the programs. */
  record Versions(String gateway, String java, String netty, String system, int schema) {}

  /** One check of the doctor. */
  record Check(String step, String status, String found, String advice) {}

  /** The store and its tables that grow. */
  record StoreView(String kind, String place, List<Table> tables) {}

  /**
   * Rows of one kind.
   *
   * @param bytes estimate, without indexes
   * @param rowsPerDay mean of the last seven days; 0 for a table without times
   * @param keepSeconds time that rows stay; null for ever
   * @param expectedBytes bytes at which the table stops growing at this rate; null if it does not stop, or the rate is unknown
   */
  record Table(
      String name,
      long rows,
      long bytes,
      double bytesPerRow,
      double rowsPerDay,
      @Nullable Long keepSeconds,
      @Nullable Long expectedBytes) {}
}
