package io.lychgate.gateway.config;

import java.nio.file.Path;
import java.util.Set;

/**
 * The sources of values, secrets among them, in the sections that stay in the file of a node.
 *
 * @param files absolute
 * @param variables names of environment variables
 */
public record NodeSources(Set<Path> files, Set<String> variables) {
  public static final NodeSources NONE = new NodeSources(Set.of(), Set.of());

  public NodeSources {
    files = Set.copyOf(files);
    variables = Set.copyOf(variables);
  }
}
