package io.lychgate.gateway.config;

import java.nio.file.Path;
import java.util.List;

/**
 * The place that has the configuration.
 *
 * @param isStore false if the file of each node has all of it; true if the store has it, and the file only what the node needs to reach
 *     the store, and the address of the admin plane
 * @param needsApproval true if a draft in the store is published only after another admin than its authors has approved it
 * @param folders absolute; files and folders below them may be named by a configuration of the store
 * @param variables beginnings of the names of variables that a configuration of the store may read
 * @param own files and variables that a configuration of the store may not name
 */
public record ConfigOrigin(
    boolean isStore,
    boolean needsApproval,
    List<Path> folders,
    List<String> variables,
    NodeSources own) {
  /** The beginning of variables that are made for the configuration: others of the process may be secrets of the node. */
  public static final List<String> DEFAULT_VARIABLES = List.of("LYCHGATE_CONFIG_");

  /** The file has everything, and may name everything. */
  public static final ConfigOrigin FILE =
      new ConfigOrigin(false, false, List.of(), List.of(), NodeSources.NONE);

  public ConfigOrigin {
    folders = List.copyOf(folders);
    variables = List.copyOf(variables);
  }
}
