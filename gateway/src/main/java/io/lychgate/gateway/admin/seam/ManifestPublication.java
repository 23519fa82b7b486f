package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.store.PublishedManifests;

/** Puts manifests in force on the running snapshot. */
public interface ManifestPublication {

  /**
   * Puts the manifests in force and returns how many nodes run this revision or a later one now. Called after the store has
   * committed, from a thread that may block. Calls may overlap; an older revision must not replace a newer one.
   */
  Nodes publish(PublishedManifests manifests);
}
