package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.store.PublishedManifests;

/** Puts manifests in force on the running snapshot. */
public interface ManifestPublication {

  /**
   * Called after the store has committed, from a thread that may block; calls may overlap, and an older revision must
   * not replace a newer one. Returns how many nodes run this revision or a later one now.
   */
  Nodes publish(PublishedManifests manifests);
}
