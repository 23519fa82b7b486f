package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.AdminConfig;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.yaml.DocumentFile;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.Substitution;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.config.yaml.YamlSchemaReader;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads configurations that the store has. Some sections stay in the file of each node, so that no publication can make the store or
 * the admin plane unreachable. Thread-safe.
 */
public final class StoredDocuments {
  /** Sections of the file, which a stored configuration must not have. */
  public static final List<String> OF_FILE = List.of("config", "store", "admin", "upgrade");

  /** Characters of a document. The store keeps 50 of them. */
  public static final int MAX_TEXT = 1 << 20;

  /** Another file would be a different one on each node, and any file that the process can read. */
  private static final String INCLUDE = "include";

  private final ConfigReader reader;
  private final Path file;
  private final GatewayConfig fileConfig;
  private final String name;
  private final LocalReach reach;

  /**
   * @param file the file of this node
   * @param fileConfig its content
   */
  public StoredDocuments(ConfigReader reader, Path file, GatewayConfig fileConfig) {
    this.reader = reader;
    this.file = file;
    this.fileConfig = fileConfig;
    this.reach = LocalReach.ofStored(file, fileConfig);
    // The reader takes the part after the separator as the name of the configuration.
    this.name = "store:" + File.separator + file.getFileName();
  }

  /** Returns the files that no document refers to. */
  public ConfigSources sources() {
    return new ConfigSources(name, fileConfig.baseDirectory());
  }

  /** Reads a stored configuration, and completes it by the sections of the file. */
  public ConfigReader.Examined examine(String text) {
    return examine(text, Expressions.NEVER_LATE);
  }

  /** Reads a text that is not published yet, within {@link Limits#VALIDATION}: a slow one is invalid. */
  public ConfigReader.Examined examineDraft(String text) {
    return examine(text, Expressions.limitOfDrafts());
  }

  private ConfigReader.Examined examine(String text, BooleanSupplier isLate) {
    Path base = fileConfig.baseDirectory();
    if (text.length() > MAX_TEXT) {
      return ConfigReader.Examined.invalid(
          List.of(problem(
              new Position(1, 1),
              "",
              "document: " + text.length() + " characters (expected: at most " + MAX_TEXT + ")")),
          sources());
    }
    List<ConfigProblem> refused = refusedSections(text);
    if (!refused.isEmpty()) {
      return ConfigReader.Examined.invalid(refused, sources());
    }
    ConfigReader.Examined examined = reader.examine(text, name, base, reach, isLate);
    if (!examined.config().isValid()) {
      return examined;
    }
    GatewayConfig config = examined.config().value();
    List<ConfigProblem> taken = listenersOfTheAdminAddress(config, examined.tree());
    return taken.isEmpty()
        ? new ConfigReader.Examined(
            Checked.valid(config.completedBy(fileConfig)),
            examined.manifests(),
            examined.sources(),
            examined.tree(),
            examined.warnings())
        : ConfigReader.Examined.invalid(taken, examined.sources());
  }

  /**
   * Refuses listeners at the address of the admin plane, as a file with both is refused. They are bound first at a start, which would
   * then fail.
   */
  private List<ConfigProblem> listenersOfTheAdminAddress(
      GatewayConfig config, @Nullable YamlNode tree) {
    AdminConfig admin = fileConfig.admin();
    if (!admin.enabled()) {
      return List.of();
    }
    HostPort taken = new HostPort(admin.host(), admin.port());
    List<YamlNode> nodes =
        tree == null ? List.of() : tree.field("listeners").map(YamlNode::items).orElse(List.of());
    List<ConfigProblem> problems = new ArrayList<>();
    for (int i = 0; i < config.listeners().size(); i++) {
      ListenerConfig listener = config.listeners().get(i);
      if (new HostPort(listener.host(), listener.port()).collidesWith(taken)) {
        Position at = i < nodes.size()
            ? nodes.get(i).field("address").orElse(nodes.get(i)).position()
            : new Position(1, 1);
        String path = "listeners[" + i + "].address";
        problems.add(
            problem(at, path, path + ": that of the admin plane in " + file + " (expected: free)"));
      }
    }
    return problems;
  }

  private List<ConfigProblem> refusedSections(String text) {
    YamlNode root = plain(text).root();
    List<ConfigProblem> problems = new ArrayList<>();
    if (root == null) {
      return problems;
    }
    root.members().forEach((key, field) -> {
      if (OF_FILE.contains(key)) {
        problems.add(problem(
            field.keyPosition(),
            key,
            key + ": in the store (expected: in " + file + " of each node, which decides it)"));
      } else if (key.equals(INCLUDE)) {
        problems.add(problem(
            field.keyPosition(),
            key,
            key + ": in the store (expected: one document without files)"));
      }
    });
    return problems;
  }

  /** Parses without variables, so that no file is read. */
  private YamlSchemaReader.Parsed plain(String text) {
    return YamlSchemaReader.parse(text, name, "", Substitution.NONE);
  }

  private ConfigProblem problem(Position at, String path, String message) {
    return new ConfigProblem(name, at.line(), at.column(), path, message);
  }

  /**
   * Returns the text of the file as it is written, without the sections that stay there, for the first start; empty if the file has
   * nothing else.
   */
  public Checked<Optional<String>> firstText() {
    Checked<String> read = DocumentFile.read(file);
    if (!read.isValid()) {
      return Checked.invalid(read.problems());
    }
    String text = read.value();
    YamlNode root = plain(text).root();
    if (root == null || fileConfig.listeners().isEmpty()) {
      return Checked.valid(Optional.empty());
    }
    List<String> lines = new ArrayList<>(text.lines().toList());
    TreeMap<Integer, String> keys = new TreeMap<>();
    for (Map.Entry<String, YamlNode.Field> member : root.members().entrySet()) {
      Position at = member.getValue().keyPosition();
      if (at.column() != 1 || keys.put(at.line(), member.getKey()) != null) {
        return Checked.invalid(
            List.of(
                new ConfigProblem(
                    file.toString(),
                    at.line(),
                    at.column(),
                    member.getKey(),
                    member.getKey()
                        + ": not at the start of a line (expected: each section there, so that the store can take the text)")));
      }
    }
    for (Map.Entry<Integer, String> key : keys.descendingMap().entrySet()) {
      if (OF_FILE.contains(key.getValue())) {
        int from = key.getKey() - 1;
        int to = Objects.requireNonNullElse(keys.higherKey(key.getKey()), lines.size() + 1) - 1;
        // Comments before the next section belong to it.
        while (to > from + 1 && isBetween(lines.get(to - 1))) {
          to--;
        }
        lines.subList(from, to).clear();
      }
    }
    return Checked.valid(Optional.of(String.join("\n", lines).strip() + "\n"));
  }

  private static boolean isBetween(String line) {
    return line.isBlank() || line.startsWith("#");
  }
}
