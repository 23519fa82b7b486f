package io.lychgate.gateway.manifest;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.PushConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.gateway.push.explain.PlanTarget;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.route.RouteMatch;
import io.lychgate.gateway.route.Router;
import io.lychgate.gateway.store.PublishedFile;
import io.lychgate.gateway.store.PublishedManifests;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The input of a plan: manifests, push settings and routes, read from files. */
final class PlanSource {
  private final List<PushManifest> manifests = new ArrayList<>();
  private final List<ConfigProblem> problems = new ArrayList<>();
  private final ManifestReader reader = new ManifestReader();
  private PushConfig push = PushConfig.defaults();
  private @Nullable Router router;
  private long revision = 1;
  private String origin = "";

  private PlanSource() {}

  /**
   * @param config null for the default push settings
   * @param files the manifests; none for those of the configuration
   */
  static PlanSource of(@Nullable Path config, List<Path> files) {
    PlanSource source = new PlanSource();
    if (config != null) {
      Checked<GatewayConfig> read = ConfigReader.ofProcess().read(config);
      if (read.isValid()) {
        source.config(read.value(), files.isEmpty());
      } else {
        source.problems.addAll(read.problems());
      }
    }
    if (!files.isEmpty()) {
      source.files(files);
      source.origin = "From " + files.size() + (files.size() == 1 ? " file" : " files")
          + " with the "
          + (config == null ? "default push settings." : "push settings of " + config + ".");
    }
    return source;
  }

  private void config(GatewayConfig config, boolean withManifests) {
    push = config.push();
    router = new Router(config.sites(), Route::toMatch);
    if (withManifests) {
      manifests(config);
    }
  }

  private void manifests(GatewayConfig config) {
    // Reads the copy, not the store: a plan must not migrate a database that a gateway has open.
    Optional<PublishedManifests> published = new PublishedFile(config.store().directory()).read();
    if (published.isPresent()) {
      revision = published.get().revision();
      published
          .get()
          .manifests()
          .forEach(manifest -> take(reader.read(manifest.text(), manifest.name())));
      origin = "From the manifests last published, revision " + revision + ".";
    } else {
      files(config.push().manifests());
      origin = "From the files that the configuration names: nothing was published yet.";
    }
  }

  private void files(List<Path> files) {
    files.forEach(file -> take(ManifestFile.read(file, reader)));
  }

  private void take(Checked<PushManifest> read) {
    if (read.isValid()) {
      manifests.add(read.value());
    } else {
      problems.addAll(read.problems());
    }
  }

  List<ConfigProblem> problems() {
    return problems;
  }

  /** Returns a sentence that names the source of the manifests. */
  String origin() {
    return origin;
  }

  PushSettings settings() {
    return PushSettings.of(push);
  }

  ManifestIndex index() {
    return ManifestIndex.of(manifests, revision, ManifestIndex.EMPTY);
  }

  /** Returns the id of the route that serves a URL; null without such a route, or without a configuration. */
  @Nullable
  String routeId(PlanTarget target) {
    RouteMatch match =
        router == null ? null : router.match(target.host(), "GET", pathOf(router, target));
    return match instanceof RouteMatch.Found found ? found.route().id() : null;
  }

  /** Returns the target with its path in normal form, as a gateway with this configuration matches it. */
  CharSequence normalPath(PlanTarget target) {
    return router == null ? target.path() : router.normalize(target.host(), target.path());
  }

  private static String pathOf(Router router, PlanTarget target) {
    return router.normalize(target.host(), target.pathWithoutQuery()).toString();
  }

  /** Returns true if the route of the page is public, or unknown. */
  boolean isPublic(PlanTarget target) {
    return router == null
        || !(router.match(target.host(), "GET", pathOf(router, target))
            instanceof RouteMatch.Found found)
        || found.route().isPublic(found.route().chain());
  }
}
