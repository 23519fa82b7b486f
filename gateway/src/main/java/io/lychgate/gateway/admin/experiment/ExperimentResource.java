package io.lychgate.gateway.admin.experiment;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.ManagedBy;
import io.lychgate.gateway.admin.http.NumberOrder;
import io.lychgate.gateway.admin.http.Outcomes;
import io.lychgate.gateway.admin.http.Precondition;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.experiment.Arm;
import io.lychgate.gateway.experiment.ConfigPatch;
import io.lychgate.gateway.experiment.Design;
import io.lychgate.gateway.experiment.DesignCheck;
import io.lychgate.gateway.experiment.Experiment;
import io.lychgate.gateway.experiment.ExperimentDesk;
import io.lychgate.gateway.experiment.Phase;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.ExperimentChange;
import io.lychgate.gateway.store.ManagedStore;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Role;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** The experiments: their designs, the steps of their lives, their counts and exports. */
public final class ExperimentResource {
  private static final ManagedStore.Kind EXPERIMENT = ManagedStore.Kind.EXPERIMENT;

  private static final int LONGEST_REASON = 500;
  private static final int LONGEST_NAME = 40;
  private static final double PARTS_OF_PERCENT = 100;

  private final ExperimentDesk desk;
  private final ExperimentAccess access;
  private final ExperimentExport export = new ExperimentExport();

  public ExperimentResource(ExperimentDesk desk) {
    this.desk = desk;
    this.access = new ExperimentAccess(desk);
  }

  private record Preview(List<String> problems, double freeShare) {}

  private record OutcomeBody(List<ConfigPatch.Change> changes, String effect) {}

  private record History(List<ExperimentChange> items) {}

  public Reply list(Call call) {
    String phase = call.query("phase");
    if (!phase.isEmpty() && Phase.ofToken(phase).isEmpty()) {
      throw Call.invalid("phase", phase, "draft, planned, running, paused, stopped or decided");
    }
    List<Experiment> all = desk.all().stream()
        .filter(each -> access.isVisible(call, each))
        .filter(each -> phase.isEmpty() || each.phase().token().equals(phase))
        .toList();
    Map<String, String> places = call.store().managed().places(EXPERIMENT);
    return Reply.ok(Cursor.byValue(
            call,
            all,
            NumberOrder.greatestFirst(each -> each.createdAt().toEpochMilli()),
            Experiment::id)
        .map(each -> body(call, each, places.get(each.id()))));
  }

  public Reply create(Call call) {
    Design design = design(call);
    access.require(call, design);
    call.requireNoTag();
    Experiment made = Outcomes.value(desk.create(design, call.actor()));
    ExperimentBody body = body(call, made, null);
    return Reply.created(body, "/api/v1/experiments/" + made.id()).with("etag", body.etag());
  }

  /** Checks a design that is not stored. */
  public Reply preview(Call call) {
    Design design = call.body(DesignBody::read);
    access.require(call, design);
    return Reply.ok(
        new Preview(desk.problemsBesideOthers(design), desk.freeShare(design) / PARTS_OF_PERCENT));
  }

  public Reply get(Call call) {
    return reply(call, find(call));
  }

  public Reply edit(Call call) {
    Precondition condition = call.ifMatch();
    Design design = design(call);
    if (!design.id().equals(call.path("id"))) {
      throw Call.invalid("id", design.id(), call.path("id"));
    }
    LongPredicate mayReplace = permitted(call, condition);
    access.require(call, design);
    requireOwnership(call);
    return reply(call, Outcomes.value(desk.edit(design, mayReplace, call.actor())));
  }

  public Reply delete(Call call) {
    LongPredicate mayReplace = permitted(call, call.ifMatch());
    requireOwnership(call);
    String id =
        Outcomes.value(desk.delete(call.path("id"), mayReplace, call.actor())).id();
    call.store().managed().set(EXPERIMENT, id, null, call.actor());
    return Reply.noContent();
  }

  /** Marks the plan of an experiment as decided by a file, or ends that. People still take its steps. */
  public Reply manage(Call call) {
    String place = ManagedBy.placeIn(call);
    Experiment found = find(call);
    call.requireNoTag();
    call.store().managed().set(EXPERIMENT, found.id(), place, call.actor());
    return Reply.ok(new Managed(found.id(), place));
  }

  private record Managed(String id, @Nullable String managedBy) {}

  private static void requireOwnership(Call call) {
    String id = call.path("id");
    ManagedBy.require(call, EXPERIMENT, id, "experiment: " + id);
  }

  public Reply start(Call call) {
    return step(call, desk::start);
  }

  public Reply pause(Call call) {
    return step(call, desk::pause);
  }

  public Reply resume(Call call) {
    return step(call, desk::resume);
  }

  public Reply stop(Call call) {
    return step(call, desk::stop);
  }

  public Reply release(Call call) {
    return step(call, desk::release);
  }

  private interface Step {
    Outcome<Experiment> take(String id, LongPredicate mayReplace, Actor by);
  }

  private Reply step(Call call, Step step) {
    LongPredicate mayReplace = permitted(call, call.ifMatch());
    return reply(call, Outcomes.value(step.take(call.path("id"), mayReplace, call.actor())));
  }

  /** Returns a condition for the version of which the sites were checked, because an edit in between may change them. */
  private LongPredicate permitted(Call call, Precondition condition) {
    Experiment found = find(call);
    Role least = Objects.requireNonNull(call.permission().least());
    boolean isForAll = call.principal().hasForAllSites(least);
    return version -> condition.matches(version) && (version == found.version() || isForAll);
  }

  private record Decision(@Nullable String winner, boolean applies, String reason) {}

  public Reply decide(Call call) {
    Precondition condition = call.ifMatch();
    Decision decision = call.body(body -> {
      String reason = body.optionalText("reason", LONGEST_REASON);
      return new Decision(
          body.optionalText("winner", LONGEST_NAME),
          body.flag("apply", false),
          reason == null ? "" : reason.strip());
    });
    String winner = decision.winner();
    if (winner != null) {
      requireArm(find(call), winner);
    }
    return reply(
        call,
        Outcomes.value(desk.decide(
            call.path("id"),
            winner,
            decision.applies(),
            decision.reason(),
            permitted(call, condition),
            call.actor())));
  }

  /** Returns what changes if an arm becomes the configuration. */
  public Reply outcome(Call call) {
    Experiment experiment = find(call);
    String winner = call.query("winner");
    requireArm(experiment, winner);
    Design design = experiment.design();
    String where = String.join(", ", design.sites())
        + (design.routes().isEmpty() ? "" : ", routes " + String.join(", ", design.routes()));
    return Reply.ok(
        new OutcomeBody(
            desk.patch(experiment, winner),
            "Applied, each client of " + where + " gets the arm " + winner
                + " from the next request on, on all gateways of the store and over restarts, until it is released."));
  }

  private static void requireArm(Experiment experiment, String name) {
    List<String> arms = experiment.design().arms().stream().map(Arm::name).toList();
    if (!arms.contains(name)) {
      throw Call.invalid("winner", name.isEmpty() ? "absent" : name, "one of " + arms);
    }
  }

  public Reply changes(Call call) {
    return Reply.ok(new History(desk.changes(find(call).id())));
  }

  public Reply counts(Call call) {
    Experiment experiment = find(call);
    return Reply.ok(
        CountsBody.of(experiment, desk.counts(experiment), call.store().clock().instant()));
  }

  public Reply export(Call call) {
    Experiment experiment = find(call);
    // Writes what this node has counted so far.
    var unused = desk.counts(experiment);
    return export.reply(call, experiment, desk.changes(experiment.id()));
  }

  private Design design(Call call) {
    Design design = call.body(DesignBody::read);
    List<String> problems = DesignCheck.problems(design);
    if (!problems.isEmpty()) {
      throw new ProblemException(ProblemCode.INVALID, String.join("; ", problems));
    }
    return design;
  }

  private Experiment find(Call call) {
    return access.find(call, call.path("id"));
  }

  private Reply reply(Call call, Experiment experiment) {
    String place = call.store().managed().placeOf(EXPERIMENT, experiment.id());
    ExperimentBody body = body(call, experiment, place);
    return Reply.ok(body).with("etag", body.etag());
  }

  private ExperimentBody body(Call call, Experiment experiment, @Nullable String place) {
    boolean isOpen = experiment.phase() != Phase.STOPPED && experiment.phase() != Phase.DECIDED;
    return ExperimentBody.of(
        experiment,
        isOpen ? desk.problems(experiment.design()) : List.of(),
        call.store().clock().instant(),
        place);
  }
}
