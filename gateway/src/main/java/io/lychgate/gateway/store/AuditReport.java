package io.lychgate.gateway.store;

import java.util.List;

/**
 * The result of a verification of the audit trail.
 *
 * @param entries number of entries whose hash was recomputed
 * @param checkpoint the position up to which retention has removed entries; 0 for none
 * @param position the last position
 * @param hash the hash of the last position
 * @param faults one sentence for each fault, at most about 20; empty if the trail is whole
 */
public record AuditReport(
    long entries, long checkpoint, long position, String hash, List<String> faults) {

  public boolean isWhole() {
    return faults.isEmpty();
  }

  /** Returns the head, for a copy elsewhere and {@code lychgate audit verify --head}. */
  public String head() {
    return position + ":" + hash;
  }
}
