package io.lychgate.plugin;

/**
 * A plug-in: it creates the objects that serve requests, one for each configuration of a use. Implement one of the three interfaces
 * below. The class is public and has a public constructor without parameters.
 */
public sealed interface Plugin permits StepPlugin, FilterPlugin, SelectionPlugin {
  /**
   * Returns the name by which {@code gateway.yaml} uses it: 1-64 lower-case letters, digits and hyphens, a letter first. It is unique
   * among all jars of the folder.
   */
  String name();
}
