package io.lychgate.gateway.store;

import java.util.List;

/**
 * The approvals of a draft.
 *
 * @param hash {@link ContentHash} of the draft
 * @param authors everybody who changed it since it was last in force, and so may not approve it
 * @param given the approvals that count
 */
public record Approvals(String hash, List<String> authors, List<Approval> given) {
  public Approvals {
    authors = List.copyOf(authors);
    given = List.copyOf(given);
  }
}
