package io.lychgate.gateway;

import io.lychgate.casper.ClientAbilities;
import io.lychgate.gateway.admin.seam.Plan;
import io.lychgate.gateway.admin.seam.PlanPreview;
import io.lychgate.gateway.admin.seam.PlanRequest;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.exchange.Snapshot;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.gateway.push.explain.PlanExplainer;
import io.lychgate.gateway.push.explain.PlanExplanation;
import io.lychgate.gateway.push.explain.PlanTarget;
import io.lychgate.gateway.push.manifest.LocatedManifest;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.lychgate.gateway.route.RouteMatch;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Runs the data path's own push decision without sending, with the manifests in force or with a draft in place of one. */
final class PlanDryRun implements PlanPreview {
  private final DataPath dataPath;
  private final ManifestsInForce manifests;

  PlanDryRun(DataPath dataPath, ManifestsInForce manifests) {
    this.dataPath = dataPath;
    this.manifests = manifests;
  }

  @Override
  public Plan plan(PlanRequest asked) {
    PlanTarget target = PlanTarget.of(asked.url(), asked.host());
    if (target == null) {
      return empty(
          asked, "Malformed URL: " + asked.url() + " (expected: https://host/path or /path).");
    }
    Snapshot snapshot = dataPath.snapshot();
    Checked<ManifestIndex> index = index(asked);
    if (!index.isValid()) {
      return empty(asked, "The draft is not valid: " + index.problems().get(0));
    }
    RouteMatch match = routeOf(snapshot, target);
    boolean isPublic = !(match instanceof RouteMatch.Found found)
        || found.route().isPublic(found.route().chain());
    PushSettings settings = PushSettings.of(snapshot.config().push());
    PlanExplanation explained = new PlanExplainer(
            settings, InstantSource.system(), asset -> routeId(snapshot, asset))
        .explain(
            index.value(),
            request(asked, target)
                .withPath(snapshot.router().normalize(target.host(), target.path())),
            abilities(asked),
            isPublic);
    return plan(asked, target, index.value().revision(), explained, match);
  }

  private static @Nullable String routeId(Snapshot snapshot, PlanTarget asset) {
    return routeOf(snapshot, asset) instanceof RouteMatch.Found found
        ? found.route().id()
        : null;
  }

  private static RouteMatch routeOf(Snapshot snapshot, PlanTarget target) {
    String path =
        snapshot.router().normalize(target.host(), target.pathWithoutQuery()).toString();
    return snapshot.router().match(target.host(), "GET", path);
  }

  private Checked<ManifestIndex> index(PlanRequest asked) {
    ManifestIndex inForce = manifests.index();
    String draft = asked.draft();
    if (draft == null) {
      return Checked.valid(inForce);
    }
    String name = asked.manifest() == null ? "draft" : asked.manifest();
    Checked<LocatedManifest> read = manifests.readInTime(draft, name);
    if (!read.isValid()) {
      return Checked.invalid(read.problems());
    }
    List<PushManifest> all = new ArrayList<>(inForce.manifests());
    all.removeIf(manifest -> manifest.name().equals(name));
    all.add(read.value().manifest());
    return Checked.valid(ManifestIndex.of(all, inForce.revision(), inForce));
  }

  private static ClientAbilities abilities(PlanRequest asked) {
    return switch (asked.protocol()) {
      case HTTP_1_1 -> ClientAbilities.HTTP_1;
      case HTTP_2 ->
        asked.pushEnabled() ? new ClientAbilities(true, true, 100) : ClientAbilities.HINTS_ONLY;
      // HTTP/3 has pushes too, but no client accepts them.
      case HTTP_3 -> ClientAbilities.HINTS_ONLY;
    };
  }

  private static RequestHead request(PlanRequest asked, PlanTarget target) {
    Fields fields = new Fields(asked.headers().size() + 1);
    asked
        .headers()
        .forEach(header -> fields.add(FieldNames.canonical(header.name()), header.value()));
    if (asked.cookie() != null) {
      fields.add(HttpHeaderNames.COOKIE, asked.cookie());
    }
    return new RequestHead(
        HttpMethod.GET.asciiName(), true, target.authority(), target.path(), fields, 0);
  }

  private static Plan plan(
      PlanRequest asked,
      PlanTarget target,
      long revision,
      PlanExplanation explained,
      RouteMatch match) {
    List<String> notes = new ArrayList<>(explained.notes());
    if (!(match instanceof RouteMatch.Found)) {
      notes.add("No route serves this URL: the response would be "
          + (match instanceof RouteMatch.NoSite ? "421." : "404 or 405."));
    }
    return new Plan(
        target.url(),
        asked.protocol(),
        revision,
        explained.candidates().stream().map(PlanDryRun::candidate).toList(),
        explained.links(),
        explained.pushes(),
        explained.setCookie() == null ? List.of() : List.of(explained.setCookie()),
        notes);
  }

  private static Plan.Candidate candidate(PlanExplanation.Candidate from) {
    Plan.Rule rule = from.manifest() == null || from.match() == null
        ? null
        : new Plan.Rule(from.manifest(), from.ruleIndex(), from.match());
    return new Plan.Candidate(
        from.url(),
        from.as(),
        Plan.Decision.valueOf(from.decision().toUpperCase(Locale.ROOT)),
        from.reason(),
        from.sentence(),
        rule,
        from.tier(),
        from.urgency(),
        priority(from.priority()));
  }

  private static Plan.@Nullable Priority priority(PlanExplanation.@Nullable Priority from) {
    return from == null
        ? null
        : new Plan.Priority(
            from.urgency(),
            from.incremental(),
            from.reason(),
            from.sentence(),
            from.source(),
            from.perhaps());
  }

  private static Plan empty(PlanRequest asked, String note) {
    return new Plan(
        asked.url(),
        asked.protocol(),
        0,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(note));
  }
}
