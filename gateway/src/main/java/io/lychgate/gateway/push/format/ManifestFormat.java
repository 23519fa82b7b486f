package io.lychgate.gateway.push.format;

import io.lychgate.gateway.push.manifest.PushManifest;

/** The format of another tool's file that lists the resources of pages. Stateless. */
public interface ManifestFormat {
  /** Returns the name of the format on the command line. */
  String id();

  /** Returns one line for help texts: the tools and the usual name of the file. */
  String description();

  /** Returns true if the file looks like one of this format. */
  boolean recognises(ForeignFile file);

  /** Reads the file's rules into the draft and reports to it all that a manifest cannot express. Never throws. */
  void read(ForeignFile file, ImportDraft into);

  /** Writes the manifest in this format and reports to {@code losses} all that the format cannot express. */
  String write(PushManifest manifest, Losses losses);
}
