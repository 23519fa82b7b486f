package io.lychgate.gateway.manifest;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.yaml.DocumentFile;
import io.lychgate.gateway.push.lint.Finding;
import io.lychgate.gateway.push.lint.RouteLint;
import io.lychgate.gateway.push.manifest.LocatedManifest;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.store.PublishedFile;
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

  private void file(Path file) {
    Checked<String> text = DocumentFile.read(file);
    Checked<LocatedManifest> manifest = text.isValid()
        ? reader.readLocated(text.value(), file.toString())
        : Checked.invalid(text.problems());
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
