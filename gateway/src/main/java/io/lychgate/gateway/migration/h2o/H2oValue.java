package io.lychgate.gateway.migration.h2o;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.migration.draft.SourcePlace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A value of h2o.conf. Unlike our own reader it permits a key twice, merge keys and tags, as H2O does. */
final class H2oValue {
  /** Levels. H2O itself needs eight. */
  private static final int MAX_DEPTH = 32;

  /** Values of one file, and of its repetitions by aliases. */
  private static final int MAX_VALUES = 100_000;

  private static final int MAX_SHOWN = 80;

  private final Node node;
  private final String file;
  private final Counter counter;

  private H2oValue(Node node, String file, Counter counter) {
    this.node = node;
    this.file = file;
    this.counter = counter;
  }

  /** Values that were visited, so that aliases of aliases end. */
  private static final class Counter {
    private int visited;
  }

  /** A key with its value. */
  record Setting(String name, H2oValue value, SourcePlace place) {
    /** Returns the setting as written, shortened. */
    String shown() {
      String text = value.isScalar() ? name + ": " + value.text() : name;
      return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
    }
  }

  /** Returns the document, or the first problem of the text. Never throws. */
  static Checked<H2oValue> parse(String text, String file) {
    LoadSettings settings = LoadSettings.builder()
        .setAllowDuplicateKeys(true)
        .setCodePointLimit(Limits.MAX_DOCUMENT_BYTES)
        .build();
    try {
      // The composer recurses, so the nesting is measured before.
      String problem = nesting(new Parse(settings).parseString(text));
      if (!problem.isEmpty()) {
        return Checked.invalid(List.of(ConfigProblem.ofFile(file, problem)));
      }
      Optional<Node> root = new Compose(settings).composeString(text);
      return root.isPresent()
          ? Checked.valid(new H2oValue(root.get(), file, new Counter()))
          : Checked.invalid(
              List.of(ConfigProblem.ofFile(file, "document: empty (expected: hosts)")));
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
      int column = e.getProblemMark().map(mark -> mark.getColumn() + 1).orElse(1);
      return Checked.invalid(List.of(
          new ConfigProblem(file, line, column, "", "YAML: " + String.valueOf(e.getProblem()))));
    } catch (YamlEngineException e) {
      return Checked.invalid(List.of(ConfigProblem.ofFile(
          file,
          "YAML: " + String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip())));
    }
  }

  private static String nesting(Iterable<Event> events) {
    int depth = 0;
    int count = 0;
    for (Event event : events) {
      if (++count > MAX_VALUES) {
        return "values: too many (expected: at most " + MAX_VALUES + ")";
      }
      if (event instanceof ScalarEvent scalar
          && scalar.getTag().filter(tag -> tag.matches("!(file|env)")).isPresent()) {
        return "line " + scalar.getStartMark().map(mark -> mark.getLine() + 1).orElse(1) + ": "
            + scalar.getTag().orElse("") + " " + scalar.getValue()
            + " (expected: its content in this place, the import does not read it)";
      }
      if (event instanceof CollectionStartEvent && ++depth > MAX_DEPTH) {
        return "nesting: too deep (expected: at most " + MAX_DEPTH + " levels)";
      }
      if (event instanceof CollectionEndEvent) {
        depth--;
      }
    }
    return "";
  }

  boolean isScalar() {
    return node instanceof ScalarNode;
  }

  boolean isMapping() {
    return node instanceof MappingNode;
  }

  /** Returns the text of a scalar; empty for other values. */
  String text() {
    return node instanceof ScalarNode scalar ? scalar.getValue() : "";
  }

  boolean isOn() {
    return text().equalsIgnoreCase("ON");
  }

  boolean isOff() {
    return text().equalsIgnoreCase("OFF");
  }

  /** Returns the tag that the text states, such as {@code !file}; null if it is an ordinary value. */
  @Nullable
  String tag() {
    String tag = node.getTag().getValue();
    return tag.startsWith("tag:yaml.org") ? null : tag;
  }

  /** Returns the items of a list; the value itself if it is no list. */
  List<H2oValue> items() {
    if (node instanceof SequenceNode list) {
      List<H2oValue> items = new ArrayList<>();
      list.getValue().forEach(item -> {
        if (isWithinBounds()) {
          items.add(new H2oValue(item, file, counter));
        }
      });
      return items;
    }
    return List.of(this);
  }

  /** Returns keys and values in their order, with those that a merge key adds, as in H2O; of a list of mappings, those of all. */
  List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    collect(node, settings, 0);
    return settings;
  }

  private void collect(Node from, List<Setting> into, int depth) {
    if (depth > MAX_DEPTH || !isWithinBounds()) {
      return;
    }
    if (from instanceof SequenceNode list) {
      list.getValue().forEach(item -> collect(item, into, depth + 1));
      return;
    }
    if (!(from instanceof MappingNode mapping)) {
      return;
    }
    // From the end: a merge key adds only what does not follow it.
    Deque<Setting> all = new ArrayDeque<>();
    Set<String> later = new HashSet<>();
    for (int i = mapping.getValue().size() - 1; i >= 0; i--) {
      NodeTuple pair = mapping.getValue().get(i);
      if (!(pair.getKeyNode() instanceof ScalarNode key) || !isWithinBounds()) {
        continue;
      }
      if (key.getValue().equals("<<")) {
        merge(pair.getValueNode(), all, later, depth + 1);
      } else {
        all.addFirst(new Setting(
            key.getValue(), new H2oValue(pair.getValueNode(), file, counter), place(key)));
        later.add(key.getValue());
      }
    }
    into.addAll(all);
  }

  /** Adds what a merge key names, of a list the first mapping first: the keys of an earlier one win. */
  private void merge(Node from, Deque<Setting> all, Set<String> later, int depth) {
    List<Node> sources = from instanceof SequenceNode list ? list.getValue() : List.of(from);
    for (Node source : sources) {
      List<Setting> merged = new ArrayList<>();
      collect(source, merged, depth + 1);
      merged.removeIf(each -> later.contains(each.name()));
      for (int i = merged.size() - 1; i >= 0; i--) {
        all.addFirst(merged.get(i));
      }
      merged.forEach(each -> later.add(each.name()));
    }
  }

  private boolean isWithinBounds() {
    return ++counter.visited <= MAX_VALUES;
  }

  /** Returns true if aliases repeat so much that values are missing. */
  boolean isCut() {
    return counter.visited > MAX_VALUES;
  }

  Optional<Setting> setting(String name) {
    Setting last = null;
    for (Setting each : settings()) {
      last = each.name().equals(name) ? each : last;
    }
    return Optional.ofNullable(last);
  }

  /** Returns the text of a key's scalar; empty if there is none. */
  String text(String name) {
    return setting(name).map(each -> each.value().text()).orElse("");
  }

  private SourcePlace place(Node at) {
    return new SourcePlace(
        file, at.getStartMark().map(mark -> mark.getLine() + 1).orElse(0));
  }
}
