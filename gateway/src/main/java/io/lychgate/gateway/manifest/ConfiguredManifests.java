package io.lychgate.gateway.manifest;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.yaml.DocumentFile;
import io.lychgate.gateway.push.lint.Finding;
import io.lychgate.gateway.push.lint.RouteLint;
import io.lychgate.gateway.push.manifest.LocatedManifest;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.store.PublishedFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks the manifests of a configuration: the files that it names, and the manifests last published. */
public final class ConfiguredManifests {
  private final ManifestReader reader = new ManifestReader();
  private final Set<String> routes;
  private final List<Finding> findings = new ArrayList<>();

  private ConfiguredManifests(Set<String> routes) {
    this.routes = routes;
  }

  /** Returns the findings in the order of the configuration. Errors concern files that a start with an empty store would refuse. */
  public static List<Finding> findings(GatewayConfig config) {
    ConfiguredManifests manifests = new ConfiguredManifests(config.routeIds());
    config.push().manifests().forEach(manifests::file);
    // Reads the copy, not the store: a check must not migrate a database that a gateway has open.
    new PublishedFile(config.store().directory())
        .read()
        .ifPresent(published -> published
            .manifests()
            .forEach(manifest ->
                manifests.published(manifest.text(), "published manifest " + manifest.name())));
    return manifests.findings;
  }

  /**
   * Returns the problems of manifests whose configuration is invalid, so that its routes are unknown. A file that is missing is a
   * problem of the configuration.
   */
  public static List<ConfigProblem> problems(List<Path> files) {
    ConfiguredManifests manifests = new ConfiguredManifests(Set.of());
    return files.stream()
        .filter(Files::isReadable)
        .flatMap(file -> manifests.read(file).problems().stream())
        .toList();
  }

  private Checked<LocatedManifest> read(Path file) {
    Checked<String> text = DocumentFile.read(file);
    return text.isValid()
        ? reader.readLocated(text.value(), file.toString())
        : Checked.invalid(text.problems());
  }

  private void file(Path file) {
    Checked<LocatedManifest> manifest = read(file);
    if (manifest.isValid()) {
      findings.addAll(RouteLint.of(manifest.value(), routes));
    } else {
      manifest
          .problems()
          .forEach(problem -> findings.add(new Finding(Finding.Severity.ERROR, problem)));
    }
  }

  /** Omits a manifest that this version cannot read. A gateway logs an error for it; the configuration is not at fault. */
  private void published(String text, String name) {
    Checked<LocatedManifest> manifest = reader.readLocated(text, name);
    if (manifest.isValid()) {
      findings.addAll(RouteLint.of(manifest.value(), routes));
    }
  }
}
