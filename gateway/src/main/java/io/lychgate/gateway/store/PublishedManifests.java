package io.lychgate.gateway.store;

import java.util.List;

/**
 * All manifests in force at one revision.
 *
 * @param revision the newest revision of all manifests; 0 if nothing was ever published
 * @param manifests ordered by name
 */
public record PublishedManifests(long revision, List<PublishedManifest> manifests) {

  public PublishedManifests {
    manifests = List.copyOf(manifests);
  }

  /**
   * One manifest in force.
   *
   * @param revision the revision that put it in force
   * @param text YAML
   */
  public record PublishedManifest(String name, long revision, String text) {}
}
