package io.lychgate.gateway.store;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One publication of a manifest, with its result.
 *
 * @param hash {@link ContentHash} of the text
 * @param text the text that it puts in force; later edits of the draft do not change it
 * @param base the revision in force when it was made; null if there was none
 * @param revision its own revision number; null while it is scheduled
 * @param dueAt the time of a scheduled one, or the end of a canary; null for a publication at once
 * @param nodes ids of the nodes that run a canary
 * @param rules JSON, how a canary is judged; empty for others
 * @param reason why it ended or waits; empty if there is nothing to say
 * @param changedBy the person or gateway that caused the present state
 */
public record StoredPublication(
    String id,
    String manifest,
    PublicationState state,
    String hash,
    String text,
    @Nullable Long base,
    @Nullable Long revision,
    String author,
    String comment,
    Instant createdAt,
    @Nullable Instant dueAt,
    List<String> nodes,
    String rules,
    String reason,
    String changedBy,
    Instant changedAt) {

  public StoredPublication {
    nodes = List.copyOf(nodes);
  }
}
