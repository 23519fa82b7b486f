package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.yaml.DocumentFile;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.config.yaml.YamlSchemaReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A list of servers in YAML or JSON, beside the configuration. Thread-safe. */
public final class ServerFile {
  private static final String SCHEMA = "/schema/servers.schema.json";

  private final YamlSchemaReader documents = YamlSchemaReader.ofResource(SCHEMA);

  /**
   * Returns all servers of the file, or all its problems.
   *
   * @param isOnlySource true if the upstream has no other servers, so that one must take new clients
   */
  public Checked<List<ServerConfig>> read(Path file, boolean isOnlySource) {
    Checked<List<ServerConfig>> read = read(file);
    boolean isAtRest = read.isValid()
        && !read.value().isEmpty()
        && read.value().stream().allMatch(server -> server.weight() == 0);
    return isOnlySource && isAtRest
        ? Checked.invalid(List.of(new ConfigProblem(
            file.toString(),
            1,
            1,
            "",
            "each server has weight 0 (expected: one with a weight above 0)")))
        : read;
  }

  private Checked<List<ServerConfig>> read(Path file) {
    Checked<String> text = DocumentFile.read(file);
    if (!text.isValid()) {
      return Checked.invalid(text.problems());
    }
    Checked<YamlNode> root = documents.read(text.value(), file.toString());
    return root.isValid() ? servers(root.value(), file) : Checked.invalid(root.problems());
  }

  private static Checked<List<ServerConfig>> servers(YamlNode root, Path file) {
    Map<String, ServerConfig> servers = new LinkedHashMap<>();
    List<ConfigProblem> problems = new ArrayList<>();
    for (YamlNode item : root.items()) {
      YamlNode url = item.field("url").orElse(item);
      Optional<ServerConfig> server = UpstreamReader.server(url.text());
      if (server.isEmpty()) {
        problems.add(problem(file, url, UpstreamReader.expected(url.text())));
      } else if (servers.putIfAbsent(server.get().canonical(), weighted(server.get(), item))
          != null) {
        problems.add(problem(file, url, "each server once"));
      }
    }
    return problems.isEmpty()
        ? Checked.valid(List.copyOf(servers.values()))
        : Checked.invalid(problems);
  }

  private static ConfigProblem problem(Path file, YamlNode url, String expected) {
    return new ConfigProblem(
        file.toString(),
        url.position().line(),
        url.position().column(),
        "",
        url.text() + " (expected: " + expected + ")");
  }

  private static ServerConfig weighted(ServerConfig server, YamlNode item) {
    return new ServerConfig(
        server.scheme(),
        server.host(),
        server.port(),
        item.field("weight").map(node -> node.json().asInt()).orElse(ServerConfig.DEFAULT_WEIGHT),
        item.field("priority").map(node -> node.json().asInt()).orElse(0),
        item.field("zone").map(YamlNode::text).orElse(""));
  }
}
