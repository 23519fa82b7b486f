package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.NumberOrder;
import io.lychgate.gateway.admin.http.Outcomes;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.publish.ManifestAccess;
import io.lychgate.gateway.learn.Proposal;
import io.lychgate.gateway.learn.ProposalDesk;
import io.lychgate.gateway.learn.ProposalDesk.Filed;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.StoredProposal.State;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The proposals of the learner, and the decisions on them. */
public final class ProposalResource {
  private final ProposalDesk desk;
  private final Runnable published;

  /** @param published called after each change of the manifests in force, to notify event streams */
  public ProposalResource(ProposalDesk desk, Runnable published) {
    this.desk = desk;
    this.published = published;
  }

  public Reply list(Call call) {
    State state = state(call.query("state"));
    String manifest = call.query("manifest");
    List<Filed> matching = desk.all().stream()
        .filter(each -> call.sees(List.of(each.proposal().host())))
        .filter(each -> state == null || each.stored().state() == state)
        .filter(each -> manifest.isEmpty() || each.stored().manifest().equals(manifest))
        .toList();
    return Reply.ok(Cursor.byValue(
            call,
            matching,
            NumberOrder.leastFirst(each -> each.stored().createdAt().toEpochMilli()),
            each -> each.stored().id())
        .map(Row::of));
  }

  public Reply accept(Call call) {
    return reply(desk.accept(permitted(call), call.actor()));
  }

  public Reply publish(Call call) {
    Reply reply = reply(desk.publish(permitted(call), call.actor()));
    published.run();
    return reply;
  }

  public Reply dismiss(Call call) {
    return reply(desk.dismiss(permitted(call), call.actor()));
  }

  /** Returns the id of the proposal, if the sender has the role of the operation for its host and its manifest. */
  private String permitted(Call call) {
    String id = call.path("id");
    Role least = Objects.requireNonNull(call.permission().least());
    if (!call.principal().hasForAllSites(least)) {
      Proposal proposal = desk.all().stream()
          .filter(each -> each.stored().id().equals(id))
          .map(Filed::proposal)
          .filter(each -> call.sees(List.of(each.host())))
          .findFirst()
          .orElseThrow(() -> call.absent(id, "proposal: " + id + " (expected: one that is filed)"));
      call.requireSites(List.of(proposal.host()), id);
      call.store()
          .manifests()
          .find(proposal.manifest())
          .ifPresent(manifest -> ManifestAccess.require(call, manifest));
    }
    call.requireNoTag();
    return id;
  }

  private static Reply reply(Outcome<Filed> outcome) {
    return Reply.ok(Row.of(Outcomes.value(outcome)));
  }

  private static @Nullable State state(String token) {
    if (token.isEmpty()) {
      return null;
    }
    for (State state : State.values()) {
      if (state.token().equals(token)) {
        return state;
      }
    }
    throw Call.invalid("state", token, "open, accepted or dismissed");
  }

  private record Row(
      String id,
      String kind,
      String state,
      String manifest,
      String host,
      @Nullable String match,
      boolean regex,
      String url,
      @Nullable String replaces,
      @Nullable String as,
      @Nullable String crossorigin,
      int tier,
      double confidence,
      long views,
      long hits,
      String reason,
      Instant createdAt,
      Instant changedAt,
      String author) {
    static Row of(Filed filed) {
      Proposal proposal = filed.proposal();
      return new Row(
          filed.stored().id(),
          proposal.kind(),
          filed.stored().state().token(),
          proposal.manifest(),
          proposal.host(),
          orNull(proposal.match()),
          proposal.isRegex(),
          proposal.url(),
          orNull(proposal.replaces()),
          orNull(proposal.as()),
          proposal.crossorigin() ? "anonymous" : null,
          proposal.tier(),
          proposal.confidence(),
          proposal.views(),
          proposal.hits(),
          proposal.reason(),
          filed.stored().createdAt(),
          filed.stored().changedAt(),
          filed.stored().author());
    }

    private static @Nullable String orNull(String text) {
      return text.isEmpty() ? null : text;
    }
  }
}
