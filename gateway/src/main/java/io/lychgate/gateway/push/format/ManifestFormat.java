package io.lychgate.gateway.push.format;

import io.lychgate.gateway.push.PushManifest;

/** The file of another tool that says which page needs what. Without state. */
public interface ManifestFormat {
  /** The word for it on the command line. */
  String id();

  /** One line for help texts: the tools and the usual name of the file. */
  String description();

  /** Whether the file looks like one of these. */
  boolean recognises(ForeignFile file);

  /** Reads the file's rules into the draft, which hears of everything that ours cannot say. Never throws. */
  void read(ForeignFile file, ImportDraft into);

  /** The manifest as such a file; {@code losses} hears of everything that the file cannot say. */
  String write(PushManifest manifest, Losses losses);
}
