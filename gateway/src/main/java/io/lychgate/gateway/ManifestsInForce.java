package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.ManifestValidation;
import io.lychgate.gateway.admin.seam.TextProblem;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.lint.Finding;
import io.lychgate.gateway.push.lint.RouteLint;
import io.lychgate.gateway.push.manifest.LocatedManifest;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.lychgate.gateway.store.PublishedManifests;
import io.lychgate.gateway.store.PublishedManifests.PublishedManifest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The published manifests in parsed form. Passes them to the data path. */
final class ManifestsInForce implements ManifestValidation {
  private static final Logger LOG = LoggerFactory.getLogger(ManifestsInForce.class);

  private final ManifestReader reader = new ManifestReader();
  private final DataPath dataPath;
  private ManifestIndex index = ManifestIndex.EMPTY;
  private Running running = new Running(0, null);
  private PublishedManifests inForce = new PublishedManifests(0, List.of());
  private Consumer<PublishedManifests> changed = published -> {};

  /**
   * The manifests that this gateway runs.
   *
   * @param complaint the reason why it does not run all of the revision; null if it does
   */
  record Running(long revision, @Nullable String complaint) {}

  ManifestsInForce(DataPath dataPath) {
    this.dataPath = dataPath;
  }

  /** Calls this with each revision that replaces another one. */
  synchronized void onChange(Consumer<PublishedManifests> watcher) {
    changed = watcher;
  }

  synchronized ManifestIndex index() {
    return index;
  }

  /** Returns the texts that this node runs. */
  synchronized PublishedManifests published() {
    return inForce;
  }

  synchronized Running running() {
    return running;
  }

  /** Parses the published manifests. The caller makes the snapshot that contains them. */
  synchronized ManifestIndex load(PublishedManifests published) {
    List<String> leftOut = new ArrayList<>();
    inForce = published;
    index = ManifestIndex.of(read(published, leftOut), published.revision(), index);
    running = new Running(
        published.revision(), leftOut.isEmpty() ? null : "left out: " + String.join(", ", leftOut));
    return index;
  }

  /** Puts them in force unless a newer revision is in force. */
  synchronized void publish(PublishedManifests published) {
    // Publications may arrive out of order; the newest one stays in force.
    if (published.revision() > index.revision()) {
      replace(published);
    }
  }

  /** Puts them in force unconditionally. */
  synchronized void replace(PublishedManifests published) {
    dataPath.publish(load(published));
    changed.accept(published);
  }

  @Override
  public List<TextProblem> problems(String yaml) {
    Checked<LocatedManifest> read = readInTime(yaml, "manifest");
    if (!read.isValid()) {
      return read.problems().stream().map(ManifestsInForce::problem).toList();
    }
    Stream<ConfigProblem> ofRoutes =
        RouteLint.of(read.value(), dataPath.snapshot().config().routeIds()).stream()
            .map(Finding::problem);
    return Stream.concat(read.value().manifest().warnings().stream(), ofRoutes)
        .map(warning -> TextProblem.warning(warning.line(), warning.column(), warning.message()))
        .toList();
  }

  /** Reads a text that a user edits. An expression that exceeds the compile time is reported as a problem of the text. */
  Checked<LocatedManifest> readInTime(String text, String name) {
    long startedAt = System.nanoTime();
    return reader.readLocated(
        text, name, () -> System.nanoTime() - startedAt > Limits.VALIDATION.toNanos());
  }

  private List<PushManifest> read(PublishedManifests published, List<String> leftOut) {
    List<PushManifest> manifests = new ArrayList<>();
    for (PublishedManifest manifest : published.manifests()) {
      Checked<PushManifest> read = reader.read(manifest.text(), manifest.name());
      if (read.isValid()) {
        manifests.add(read.value());
      } else {
        // It was valid when it was published: this version of the gateway is stricter, or the
        // store was edited by hand.
        LOG.error(
            "manifest {} revision {} is left out: {}",
            manifest.name(),
            manifest.revision(),
            read.problems());
        leftOut.add("manifest " + manifest.name());
      }
    }
    return manifests;
  }

  private static TextProblem problem(ConfigProblem problem) {
    // The path is omitted: the message names it.
    return TextProblem.error(problem.line(), problem.column(), problem.message());
  }
}
