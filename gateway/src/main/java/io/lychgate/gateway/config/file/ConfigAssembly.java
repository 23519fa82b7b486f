package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.yaml.DocumentFile;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.config.yaml.YamlNode.Field;
import io.lychgate.gateway.config.yaml.YamlSchemaReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration with the files that it includes, and joins them to one tree whose values keep their places.
 *
 * <p>Order: the file itself, then each included one in the order of {@code include}, those of a glob by path; each with its own
 * includes before the next. Lists of listeners and sites are joined, upstreams by name. Every other key may be in one file only.
 * {@code defaults} of a file hold for it and the files that it includes.
 */
final class ConfigAssembly {
  static final String INCLUDE = "include";
  static final String DEFAULTS = "defaults";

  private static final List<String> LISTS = List.of("listeners", "sites");
  private static final String UPSTREAMS = "upstreams";

  private final YamlSchemaReader documents;
  private final Placeholders.Environment environment;
  private final LocalReach reach;
  private final String mainName;
  private final ConfigSources sources;
  private final List<ConfigProblem> problems = new ArrayList<>();

  /** Real paths of files with the place that includes each, to find a second one. */
  private final Map<Path, String> places = new HashMap<>();

  /** Real paths of the files that are being read, from the main one inwards. */
  private final Deque<Path> chain = new ArrayDeque<>();

  private final Map<String, Field> fields = new LinkedHashMap<>();
  private final Map<String, List<YamlNode>> lists = new LinkedHashMap<>();
  private final Map<String, Field> upstreams = new LinkedHashMap<>();
  private int fileCount;
  private long bytes;

  private ConfigAssembly(
      YamlSchemaReader documents,
      Placeholders.Environment environment,
      LocalReach reach,
      String mainName,
      ConfigSources sources) {
    this.documents = documents;
    this.environment = environment;
    this.reach = reach;
    this.mainName = mainName;
    this.sources = sources;
  }

  /**
   * A configuration as one tree.
   *
   * @param root null if the main file is not YAML
   */
  record Assembled(@Nullable YamlNode root, List<ConfigProblem> problems, ConfigSources sources) {}

  /**
   * Joins a configuration.
   *
   * @param file the file with this text; null for a text that is no file yet
   */
  static Assembled read(
      YamlSchemaReader documents,
      Placeholders.Environment environment,
      LocalReach reach,
      String text,
      String mainName,
      @Nullable Path file,
      Path directory) {
    ConfigAssembly assembly = new ConfigAssembly(
        documents, environment, reach, mainName, new ConfigSources(mainName, directory));
    return assembly.assemble(text, file);
  }

  private Assembled assemble(String text, @Nullable Path file) {
    YamlSchemaReader.Parsed parsed = parse(text, mainName, "", sources.directory());
    YamlNode root = parsed.root();
    if (root == null || !root.json().isObject()) {
      return new Assembled(root, problems, sources);
    }
    if (file != null) {
      Path real = real(file);
      places.put(real, mainName);
      chain.push(real);
    }
    bytes = text.length();
    Inheritance inheritance = Inheritance.of(root.field(DEFAULTS).orElse(null));
    if (root.field(INCLUDE).isEmpty()) {
      // One file: its own tree, so that nothing is copied.
      return new Assembled(inheritance.applied(root), problems, sources);
    }
    add(inheritance.applied(root), mainName);
    include(root, sources.directory(), inheritance, 1);
    return new Assembled(joined(root.position()), problems, sources);
  }

  private YamlSchemaReader.Parsed parse(String text, String name, String file, Path directory) {
    YamlSchemaReader.Parsed parsed = YamlSchemaReader.parse(
        text, name, file, new Placeholders(environment, reach, directory, sources::add));
    problems.addAll(parsed.problems());
    return parsed;
  }

  private void include(YamlNode root, Path directory, Inheritance inheritance, int depth) {
    YamlNode entries = root.field(INCLUDE).orElse(null);
    if (entries == null) {
      return;
    }
    List<YamlNode> patterns = entries.json().isString() ? List.of(entries) : entries.items();
    if (!entries.json().isString() && !entries.json().isArray()) {
      problem(entries.position(), INCLUDE + ": (expected: a list of files)");
    }
    // A file that several patterns of one list name is read once, at the first.
    Set<Path> named = new LinkedHashSet<>();
    for (int i = 0; i < patterns.size(); i++) {
      YamlNode pattern = patterns.get(i);
      String path = entries.json().isString() ? INCLUDE : INCLUDE + "[" + i + "]";
      if (!pattern.json().isString() || pattern.text().isEmpty()) {
        problem(pattern.position(), path + ": (expected: the path of a file)");
        continue;
      }
      for (Path file : files(pattern, path, directory)) {
        if (named.add(real(file)) && !read(file, pattern, path, directory, inheritance, depth)) {
          return;
        }
      }
    }
  }

  private List<Path> files(YamlNode pattern, String path, Path directory) {
    String shown = shown(pattern);
    try {
      IncludePattern include =
          new IncludePattern(directory.resolve(pattern.text()).toAbsolutePath().normalize());
      sources.add(include);
      return include.files();
    } catch (InvalidPathException e) {
      problem(pattern.position(), path + ": " + shown + " (expected: a path)");
    } catch (IncludePattern.Refusal e) {
      problem(pattern.position(), path + ": " + shown + ": " + e.getMessage());
    }
    return List.of();
  }

  private static String shown(YamlNode scalar) {
    return scalar.reference() == null ? scalar.text() : scalar.reference().written();
  }

  /**
   * Returns the rest of the problem with an inclusion; null if there is none.
   *
   * @param earlier the place that includes the file already; null for none
   */
  private static @Nullable String refusalOf(@Nullable String earlier, String name, int depth) {
    if (earlier != null) {
      return " (expected: each file once, " + name + " is included at " + earlier + ")";
    }
    return depth > Limits.MAX_INCLUDE_DEPTH
        ? " (expected: at most " + Limits.MAX_INCLUDE_DEPTH + " files that include one another)"
        : null;
  }

  /** Reads one included file. Returns false if the limits permit no further one. */
  private boolean read(
      Path file, YamlNode pattern, String path, Path directory, Inheritance inherited, int depth) {
    Path real = real(file);
    String shown = path + ": " + shown(pattern);
    String earlier = places.putIfAbsent(real, sources.named(pattern.position()));
    String refusal = chain.contains(real)
        ? " includes " + mainNameOf(real, file, directory)
            + ", which includes this file (expected: no cycle)"
        : refusalOf(earlier, named(file, directory), depth);
    if (refusal != null) {
      problem(pattern.position(), shown + refusal);
      return true;
    }
    if (++fileCount > Limits.MAX_INCLUDED_FILES) {
      problem(
          pattern.position(),
          shown + " (expected: at most " + Limits.MAX_INCLUDED_FILES + " files)");
      return false;
    }
    String name = displayed(file);
    sources.add(name, file);
    if (!Files.isRegularFile(file)) {
      problem(pattern.position(), shown + " (expected: a file that can be read)");
      return true;
    }
    Checked<String> text = DocumentFile.read(file);
    if (!text.isValid()) {
      text.problems().forEach(each -> problem(pattern.position(), shown + ": " + each.message()));
      return true;
    }
    bytes += text.value().length();
    if (bytes > Limits.MAX_INCLUDED_BYTES) {
      problem(
          pattern.position(),
          shown + " (expected: at most " + Limits.MAX_INCLUDED_BYTES + " bytes in all files)");
      return false;
    }
    Path own = file.getParent() == null ? directory : file.getParent();
    YamlNode root = parse(text.value(), name, name, own).root();
    if (root == null || root.json().isNull()) {
      return true;
    }
    if (!root.json().isObject()) {
      problem(root.position(), "document: (expected: keys and values)");
      return true;
    }
    chain.push(real);
    YamlNode defaults = root.field(DEFAULTS).orElse(null);
    if (defaults != null) {
      check(defaults, root);
    }
    Inheritance inheritance = inherited.with(defaults, name);
    add(inheritance.applied(root), name);
    include(root, own, inheritance, depth + 1);
    chain.pop();
    return true;
  }

  /** Checks the defaults of an included file, which are not part of the joined tree. */
  private void check(YamlNode defaults, YamlNode root) {
    Map<String, Field> only = new LinkedHashMap<>();
    only.put(
        INCLUDE, new Field(defaults.position(), YamlNode.ofItems(defaults.position(), List.of())));
    only.put(DEFAULTS, new Field(root.keyPosition(DEFAULTS), defaults));
    problems.addAll(documents
        .examine(YamlNode.ofFields(defaults.position(), only), mainName, List.of())
        .problems());
  }

  private void add(YamlNode root, String name) {
    boolean isMain = name.equals(mainName);
    root.members().forEach((key, field) -> {
      YamlNode value = field.value();
      if (key.equals(INCLUDE) || (key.equals(DEFAULTS) && !isMain)) {
        return;
      }
      if (LISTS.contains(key) && value.json().isArray()) {
        fields.putIfAbsent(key, field);
        lists.computeIfAbsent(key, k -> new ArrayList<>()).addAll(value.items());
      } else if (key.equals(UPSTREAMS) && value.json().isObject()) {
        fields.putIfAbsent(key, field);
        value.members().forEach(this::addUpstream);
      } else if (fields.containsKey(key)) {
        if (LISTS.contains(key) || key.equals(UPSTREAMS)) {
          problem(
              value.position(),
              key + ": (expected: "
                  + (key.equals(UPSTREAMS) ? "upstreams by name" : "a list of " + key) + ")");
        } else {
          problem(
              field.keyPosition(),
              key + ": a second one (expected: in one file, the first is at "
                  + sources.named(fields.get(key).keyPosition()) + ")");
        }
      } else {
        fields.put(key, field);
      }
    });
  }

  private void addUpstream(String name, Field upstream) {
    Field earlier = upstreams.putIfAbsent(name, upstream);
    if (earlier != null) {
      problem(
          upstream.keyPosition(),
          UPSTREAMS + "." + name + ": a second one (expected: one, the first is at "
              + sources.named(earlier.keyPosition()) + ")");
    }
  }

  private YamlNode joined(Position start) {
    Map<String, Field> joined = new LinkedHashMap<>(fields);
    lists.forEach((key, items) -> {
      Field first = fields.get(key);
      if (first != null && first.value().json().isArray()) {
        joined.put(
            key, new Field(first.keyPosition(), YamlNode.ofItems(first.value().position(), items)));
      }
    });
    Field first = fields.get(UPSTREAMS);
    if (first != null && first.value().json().isObject()) {
      joined.put(
          UPSTREAMS,
          new Field(first.keyPosition(), YamlNode.ofFields(first.value().position(), upstreams)));
    }
    return YamlNode.ofFields(start, joined);
  }

  private void problem(Position at, String message) {
    problems.add(
        new ConfigProblem(at.fileOr(mainName), at.line(), at.column(), pathOf(message), message));
  }

  private static String pathOf(String message) {
    int colon = message.indexOf(':');
    return colon < 0 || message.startsWith("document") ? "" : message.substring(0, colon);
  }

  private String mainNameOf(Path real, Path file, Path directory) {
    return mainName.equals(places.get(real)) ? mainName : named(file, directory);
  }

  private static String named(Path file, Path directory) {
    return file.startsWith(directory) ? directory.relativize(file).toString() : file.toString();
  }

  /** Returns the name of an included file in messages: relative like that of the main file, if it is below its directory. */
  private String displayed(Path file) {
    Path main = sources.directory();
    int slash = mainName.lastIndexOf(File.separatorChar);
    String before = slash < 0 ? "" : mainName.substring(0, slash + 1);
    return file.startsWith(main) ? before + main.relativize(file) : file.toString();
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file.toAbsolutePath().normalize();
    }
  }
}
