package io.lychgate.gateway;

import io.lychgate.gateway.config.PublishingConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.exchange.Snapshot;
import io.lychgate.gateway.publish.DryRun;
import io.lychgate.gateway.publish.DryRunEvaluation;
import io.lychgate.gateway.publish.DryRunReport;
import io.lychgate.gateway.publish.PageRecords;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.gateway.push.explain.PlanTarget;
import io.lychgate.gateway.push.manifest.LocatedManifest;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.lychgate.gateway.route.RouteMatch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** The dry run over the routes and manifests in force. */
final class RecordedDryRun implements DryRun {
  private final DataPath dataPath;
  private final ManifestsInForce manifests;
  private final PageRecords records;
  private final Supplier<InstantSource> clock;

  RecordedDryRun(
      DataPath dataPath,
      ManifestsInForce manifests,
      PageRecords records,
      Supplier<InstantSource> clock) {
    this.dataPath = dataPath;
    this.manifests = manifests;
    this.records = records;
    this.clock = clock;
  }

  @Override
  public DryRunReport run(String manifest, String text, Duration range) {
    Checked<LocatedManifest> read = manifests.readInTime(text, manifest);
    if (!read.isValid()) {
      throw new IllegalArgumentException(read.problems().get(0).toString());
    }
    PushManifest draft = read.value().manifest();
    ManifestIndex inForce = manifests.index();
    List<PushManifest> all = new ArrayList<>(inForce.manifests());
    all.removeIf(each -> each.name().equals(manifest));
    all.add(draft);
    Snapshot snapshot = dataPath.snapshot();
    PublishingConfig.Recording record = snapshot.config().publishing().record();
    Instant now = clock.get().instant();
    return new DryRunEvaluation(
            records,
            manifest,
            draft,
            inForce,
            ManifestIndex.of(all, inForce.revision(), inForce),
            PushSettings.of(snapshot.config().push()),
            new RoutesOf(snapshot),
            record == PublishingConfig.Recording.TARGETS)
        .report(now.minus(range), now, record.name().toLowerCase(Locale.ROOT));
  }

  private record RoutesOf(Snapshot snapshot) implements DryRunEvaluation.Routes {
    @Override
    public CharSequence normal(String authority, String target) {
      PlanTarget page = PlanTarget.of(target, authority);
      return page == null ? target : snapshot.router().normalize(page.host(), page.path());
    }

    @Override
    public boolean isPublic(String authority, String target) {
      PlanTarget page = PlanTarget.of(target, authority);
      if (page == null) {
        return true;
      }
      String path =
          snapshot.router().normalize(page.host(), page.pathWithoutQuery()).toString();
      return !(snapshot.router().match(page.host(), "GET", path) instanceof RouteMatch.Found found)
          || found.route().isPublic(found.route().chain());
    }
  }
}
