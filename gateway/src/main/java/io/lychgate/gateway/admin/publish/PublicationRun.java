package io.lychgate.gateway.admin.publish;

import io.lychgate.gateway.admin.seam.Nodes;
import io.lychgate.gateway.publish.CanaryFigures;
import io.lychgate.gateway.publish.CanaryRules;
import io.lychgate.gateway.publish.Publisher.CanaryReport;
import io.lychgate.gateway.publish.PublisherNode;
import io.lychgate.gateway.store.PublicationState;
import io.lychgate.gateway.store.StoredPublication;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A publication as the API shows it.
 *
 * @param nodes the nodes that should run it now: those of a canary, or all
 * @param canary rules and figures; null if it is not a canary that runs
 */
public record PublicationRun(
    String id,
    String manifest,
    PublicationState state,
    String hash,
    @Nullable Long base,
    @Nullable Long revision,
    String author,
    String comment,
    Instant createdAt,
    @Nullable Instant dueAt,
    String reason,
    String changedBy,
    Instant changedAt,
    Nodes nodes,
    List<Node> progress,
    @Nullable Canary canary) {

  /** A gateway; {@code runs} is true if it runs this publication. */
  public record Node(
      String id, String name, boolean canary, boolean runs, boolean gone, long revision) {}

  /** The rules by which a canary is judged, and the counts until now. */
  public record Canary(
      CanaryRules rules,
      @Nullable CanaryFigures canary,
      @Nullable CanaryFigures rest,
      String sentence) {}

  /** @param report null if nothing is counted yet */
  static PublicationRun of(
      StoredPublication stored, List<PublisherNode> all, @Nullable CanaryReport report) {
    boolean isCanary = stored.state() == PublicationState.CANARY;
    long revision = Objects.requireNonNullElse(stored.revision(), Long.MAX_VALUE);
    List<Node> progress = all.stream()
        .map(node -> {
          boolean isTarget = isCanary
              ? stored.nodes().contains(node.id())
              : stored.state() == PublicationState.DONE;
          boolean runs = isTarget && !node.isGone() && node.revision() >= revision;
          return new Node(
              node.id(),
              node.name(),
              stored.nodes().contains(node.id()),
              runs,
              node.isGone(),
              node.revision());
        })
        .toList();
    int runs = (int) progress.stream().filter(Node::runs).count();
    int targets = isCanary ? Math.max(stored.nodes().size(), runs) : Math.max(1, progress.size());
    return new PublicationRun(
        stored.id(),
        stored.manifest(),
        stored.state(),
        stored.hash(),
        stored.base(),
        stored.revision(),
        stored.author(),
        stored.comment(),
        stored.createdAt(),
        stored.dueAt(),
        stored.reason(),
        stored.changedBy(),
        stored.changedAt(),
        new Nodes(runs, targets),
        progress,
        isCanary
            ? new Canary(
                CanaryRules.of(stored.rules()),
                report == null ? null : report.canary(),
                report == null ? null : report.rest(),
                report == null ? "nothing is counted yet" : report.sentence())
            : null);
  }
}
