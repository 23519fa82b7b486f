package io.lychgate.gateway.config.file;

import io.lychgate.gateway.condition.ConditionCompiler;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Quantity;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.ScalarReference;
import io.lychgate.gateway.config.yaml.YamlNode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One mapping of the file while it is read: values by key, each with its default, and problems at the place of the value.
 *
 * <p>The schema has checked types and shapes before; a section checks ranges. After a problem it returns the default, so that
 * reading continues and finds further problems.
 */
final class Section {
  private final @Nullable YamlNode node;
  private final Position position;
  private final String path;
  private final ReadContext context;

  /** True if another section states it, so that a problem of it may appear at each section that inherits it. */
  private final boolean isInherited;

  private Section(
      @Nullable YamlNode node,
      Position position,
      String path,
      ReadContext context,
      boolean isInherited) {
    this.node = node;
    this.position = position;
    this.path = path;
    this.context = context;
    this.isInherited = isInherited || (node != null && node.inheritedFrom() != null);
  }

  static Section root(YamlNode node, ReadContext context) {
    return new Section(node, node.position(), "", context, false);
  }

  /** Returns the section under a key. An absent one returns defaults for everything. */
  Section section(String key) {
    YamlNode child = child(key).orElse(null);
    return new Section(
        child, child == null ? position : child.position(), pathOf(key), context, isInherited);
  }

  boolean has(String key) {
    return child(key).isPresent();
  }

  /** Returns the sections of a list of mappings. */
  List<Section> sections(String key) {
    List<Section> sections = new ArrayList<>();
    for (YamlNode item : items(key)) {
      String itemPath = pathOf(key) + "[" + sections.size() + "]";
      sections.add(new Section(item, item.position(), itemPath, context, isInherited));
    }
    return sections;
  }

  /** Returns the sections of this list of mappings. */
  List<Section> items() {
    List<Section> sections = new ArrayList<>();
    for (YamlNode item : node == null ? List.<YamlNode>of() : node.items()) {
      String itemPath = path + "[" + sections.size() + "]";
      sections.add(new Section(item, item.position(), itemPath, context, isInherited));
    }
    return sections;
  }

  /** Returns the keys of the mapping, in the order of the file. */
  List<String> names() {
    return node == null ? List.of() : List.copyOf(node.fields().keySet());
  }

  /** Returns the text of this item of a list, if it is a scalar in place of a mapping. */
  Optional<String> scalar() {
    return Optional.ofNullable(node).filter(own -> own.json().isValueNode()).map(YamlNode::text);
  }

  @Nullable
  String text(String key) {
    return child(key).map(YamlNode::text).orElse(null);
  }

  /** Adds the problems of the expression under a key, if there is one. */
  void checkExpression(String key, Function<String, ConditionCompiler.Result> compilation) {
    String text = text(key);
    if (text != null) {
      context.expressions().check(this, key, text, compilation);
    }
  }

  /** Returns a text in which braces from variables and files are doubled, so that they begin no variable of a template. */
  @Nullable
  String template(String key) {
    return child(key)
        .map(value ->
            value.reference() == null ? value.text() : value.reference().template())
        .orElse(null);
  }

  String text(String key, String otherwise) {
    return child(key).map(YamlNode::text).orElse(otherwise);
  }

  List<String> texts(String key) {
    return items(key).stream().map(YamlNode::text).toList();
  }

  /** Returns a mapping without a schema as maps, lists, texts, numbers and flags of Java; empty if it is absent. */
  Map<String, Object> values(String key) {
    return child(key).map(child -> PluginReader.values(child.json())).orElse(Map.of());
  }

  boolean flag(String key, boolean otherwise) {
    return child(key).map(child -> child.json().asBoolean()).orElse(otherwise);
  }

  int integer(String key, int otherwise) {
    return child(key).map(child -> child.json().asInt()).orElse(otherwise);
  }

  /** Returns a duration that may be zero. */
  Duration durationOrZero(String key, Duration otherwise) {
    Duration value = child(key).map(child -> Quantity.duration(child.text())).orElse(otherwise);
    if (value.compareTo(Limits.DURATION_CEILING) > 0) {
      problem(key, text(key, "") + " (expected: at most 36500d)");
      return otherwise;
    }
    return value;
  }

  double share(String key, double otherwise) {
    return child(key).map(child -> child.json().asDouble()).orElse(otherwise);
  }

  Duration duration(String key, Duration otherwise) {
    Duration value = durationOrZero(key, otherwise);
    if (value.isZero()) {
      problem(key, text(key, "") + " (expected: more than zero)");
      return otherwise;
    }
    return value;
  }

  /** Returns a size in bytes. */
  long size(String key, long otherwise, long min, long max) {
    Optional<YamlNode> child = child(key);
    if (child.isEmpty()) {
      return otherwise;
    }
    OptionalLong size = Quantity.size(child.get().text());
    if (size.isEmpty() || size.getAsLong() < min || size.getAsLong() > max) {
      problem(key, child.get().text() + " (expected: " + min + " to " + max + " bytes)");
      return otherwise;
    }
    return size.getAsLong();
  }

  /** Returns a size in bytes that fits an int. */
  int size(String key, int otherwise, int min, int max) {
    return (int) size(key, (long) otherwise, (long) min, (long) max);
  }

  /** Returns an absolute path. A relative one is resolved against the directory of the file that has the value. */
  @Nullable
  Path path(String key) {
    return child(key)
        .map(child -> resolved(child, pathOf(key), context.reach()::objection))
        .orElse(null);
  }

  /** Returns the path of a certificate or key of a listener, which the admin plane may have, too. */
  @Nullable
  Path identityPath(String key) {
    return child(key)
        .map(child -> resolved(child, pathOf(key), context.reach()::objectionToIdentity))
        .orElse(null);
  }

  /** Returns the directory of relative paths in the value of a key. */
  Path directoryOf(String key) {
    return context.directoryOf(child(key).map(YamlNode::position).orElse(position));
  }

  /** Returns the absolute path that this scalar states. */
  @Nullable
  Path path() {
    return node == null || scalar().isEmpty()
        ? null
        : resolved(node, path, context.reach()::objection);
  }

  List<Path> paths(String key) {
    List<Path> paths = new ArrayList<>();
    for (YamlNode item : items(key)) {
      paths.add(resolved(item, pathOf(key) + "[" + paths.size() + "]", context.reach()::objection));
    }
    return paths;
  }

  private Path resolved(YamlNode value, String name, Function<Path, @Nullable String> objections) {
    Path directory = context.directoryOf(value.position());
    try {
      Path path = directory.resolve(value.text()).normalize();
      String objection = objections.apply(path);
      if (objection == null) {
        return path;
      }
      add(value, name, value.text() + " " + objection);
    } catch (InvalidPathException e) {
      add(value, name, value.text().replaceAll("\\p{Cntrl}", "?") + " (expected: a path)");
    }
    return directory;
  }

  HostPort address(String key, String otherwise) {
    Optional<HostPort> address = HostPort.parse(text(key, otherwise));
    if (address.isEmpty()) {
      problem(key, text(key, "") + " (expected: a port of 0-65535)");
    }
    return address.orElse(new HostPort("0.0.0.0", 0));
  }

  /** Returns the object that the constructor makes. If it throws, the message becomes a problem of this section. */
  <T> Optional<T> build(Supplier<T> constructor) {
    try {
      return Optional.of(constructor.get());
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      if (node == null) {
        context.problems().add(position, path, message, isInherited);
      } else {
        add(node, path, message);
      }
      return Optional.empty();
    }
  }

  /** Adds a problem at the value of the key, or at the section if the key is absent. */
  void problem(String key, String message) {
    Optional<YamlNode> child = child(key);
    // Another key of the section, in place of this one, may have had a value that the schema
    // rejects.
    if (child.isPresent()) {
      add(child.get(), pathOf(key), message);
    } else if (!context.problems().isWithin(path)) {
      context.problems().add(position, pathOf(key), message, isInherited);
    }
  }

  /** Adds a warning at the value of the key, or at the section if the key is absent. It does not make the configuration invalid. */
  void warning(String key, String message) {
    Optional<YamlNode> child = child(key);
    context
        .problems()
        .warn(
            child.map(YamlNode::position).orElse(position),
            pathOf(key),
            child.isPresent() ? masked(child.get(), message) : message);
  }

  private void add(YamlNode value, String name, String message) {
    boolean isOfOther = isInherited || value.inheritedFrom() != null;
    context.problems().add(value.position(), name, masked(value, message), isOfOther);
  }

  /**
   * Returns the message with the text of the document in place of values from variables and files. A message about a single value may
   * quote a part of it, so the whole quotation is replaced.
   */
  private static String masked(YamlNode value, String message) {
    ScalarReference own = value.reference();
    if (own != null) {
      int tail = message.lastIndexOf(" (expected: ");
      if (tail < 0) {
        tail = message.lastIndexOf(" (");
      }
      return own.written()
          + (tail < 0 ? " (expected: another value)" : own.masked(message.substring(tail)));
    }
    String masked = message;
    for (ScalarReference reference : value.references()) {
      masked = reference.masked(masked);
    }
    return masked;
  }

  /** Adds a problem at one item of a list. */
  void problem(String key, int index, String message) {
    add(items(key).get(index), pathOf(key) + "[" + index + "]", message);
  }

  ReadContext context() {
    return context;
  }

  Position position() {
    return position;
  }

  String pathOf(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private Optional<YamlNode> child(String key) {
    return node == null ? Optional.empty() : node.field(key);
  }

  private List<YamlNode> items(String key) {
    return child(key).map(YamlNode::items).orElse(List.of());
  }
}
