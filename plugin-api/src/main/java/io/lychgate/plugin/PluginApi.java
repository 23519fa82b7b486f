package io.lychgate.plugin;

/** The version of these interfaces. */
public final class PluginApi {
  /**
   * Major and minor version. A gateway loads plug-ins of the same major version whose minor version is not above its own: a new minor
   * version only adds.
   */
  public static final String VERSION = "1.0";

  /** The attribute in the manifest of a jar that states the version for which its plug-ins are made. */
  public static final String MANIFEST_ATTRIBUTE = "Lychgate-Plugin-Api";

  private PluginApi() {}
}
