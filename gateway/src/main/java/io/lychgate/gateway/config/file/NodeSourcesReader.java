package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.NodeSources;
import io.lychgate.gateway.config.yaml.YamlNode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the variables and files in sections: those of placeholders, and those of secrets as {@code file:PATH} or {@code env:NAME}. */
final class NodeSourcesReader {
  private static final String FILE = "file:";
  private static final String VARIABLE = "env:";

  private final ConfigSources sources;
  private final Set<Path> files = new HashSet<>();
  private final Set<String> variables = new HashSet<>();

  private NodeSourcesReader(ConfigSources sources) {
    this.sources = sources;
  }

  static NodeSources read(YamlNode root, List<String> sections, ConfigSources sources) {
    NodeSourcesReader reader = new NodeSourcesReader(sources);
    sections.forEach(section -> root.field(section).ifPresent(reader::add));
    return new NodeSources(reader.files, reader.variables);
  }

  private void add(YamlNode node) {
    node.fields().values().forEach(this::add);
    node.items().forEach(this::add);
    Path directory = sources.directoryOf(node.position());
    if (node.reference() != null) {
      Placeholders.each(
          node.reference().written(), variables::add, path -> addFile(directory, path));
    }
    if (!node.json().isString()) {
      return;
    }
    String text = node.text();
    if (text.startsWith(FILE)) {
      addFile(directory, text.substring(FILE.length()));
    } else if (text.startsWith(VARIABLE)) {
      variables.add(text.substring(VARIABLE.length()));
    }
  }

  private void addFile(Path directory, String path) {
    try {
      files.add(directory.resolve(path).toAbsolutePath().normalize());
    } catch (InvalidPathException e) {
      // No file has this path, and the reader of the key reports it.
    }
  }
}
