package io.lychgate.gateway.config.yaml;

import io.lychgate.gateway.config.check.Limits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Builds the tree of one document from the parser's events.
 *
 * <p>It differs from the library's composer in three ways. Keys keep their positions. Aliases are bounded by the values that they
 * expand to ("billion laughs"), not by their number. Nesting is bounded before anything recurses.
 */
final class YamlTree {
  /** Signals a text that cannot become a tree. The first such problem ends the reading. */
  static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;
    private final transient Position position;

    Refusal(Position position, String message) {
      super(message, null, false, false);
      this.position = position;
    }

    Position position() {
      return position;
    }
  }

  /** Receives the problems of scalars that the substitution cannot replace. */
  interface ScalarProblems {
    void add(Position position, String message);
  }

  private final Iterator<Event> events;
  private final Substitution substitution;
  private final ScalarProblems problems;
  private final ScalarTypes types = new ScalarTypes();
  private final Map<Anchor, YamlNode> anchors = new HashMap<>();
  private final int most;
  private final String file;
  private int expanded;
  private int values;

  /**
   * @param characters length of the document
   * @param file name of the file for positions; empty for the document itself
   */
  YamlTree(
      Iterator<Event> events,
      int characters,
      String file,
      Substitution substitution,
      ScalarProblems problems) {
    this.file = file;
    this.most = Limits.MAX_DOCUMENT_VALUES + characters / Limits.MIN_CHARACTERS_OF_A_VALUE;
    this.events = events;
    this.substitution = substitution;
    this.problems = problems;
  }

  YamlNode read() throws Refusal {
    Event first = next();
    while (first.getEventId() == Event.ID.StreamStart
        || first.getEventId() == Event.ID.DocumentStart) {
      first = next();
    }
    if (first.getEventId() == Event.ID.StreamEnd) {
      throw new Refusal(Position.START, "document: empty (expected: keys and values)");
    }
    YamlNode root = node(first, 1);
    next(); // The end of this document.
    Event after = next();
    if (after.getEventId() != Event.ID.StreamEnd) {
      throw new Refusal(at(after), "document: a second one (expected: one per file)");
    }
    return root;
  }

  private Event next() {
    return events.next();
  }

  private YamlNode node(Event event, int depth) throws Refusal {
    if (++values > most) {
      throw new Refusal(
          at(event),
          "values: too many (expected: at most " + most + " in a document of this size)");
    }
    if (depth > Limits.MAX_DOCUMENT_DEPTH) {
      throw new Refusal(
          at(event),
          "nesting: too deep (expected: at most " + Limits.MAX_DOCUMENT_DEPTH + " levels)");
    }
    if (event instanceof AliasEvent alias) {
      return aliased(alias);
    }
    refuseTag(event);
    YamlNode node;
    if (event instanceof MappingStartEvent) {
      node = mapping(event, depth);
    } else if (event instanceof SequenceStartEvent) {
      node = sequence(event, depth);
    } else {
      node = scalar((ScalarEvent) event);
    }
    // Stored after the content: an alias inside its own anchor finds nothing, so no cycle can form.
    ((NodeEvent) event).getAnchor().ifPresent(anchor -> anchors.put(anchor, node));
    return node;
  }

  private YamlNode aliased(AliasEvent alias) throws Refusal {
    YamlNode target = anchors.get(alias.getAlias());
    if (target == null) {
      throw new Refusal(
          at(alias), "alias: *" + alias.getAlias() + " (expected: an anchor that ended before it)");
    }
    expanded += target.size();
    if (expanded > Limits.MAX_YAML_EXPANSION) {
      throw new Refusal(
          at(alias),
          "aliases: too much repeated (expected: at most " + Limits.MAX_YAML_EXPANSION
              + " values)");
    }
    return target;
  }

  private void refuseTag(Event event) throws Refusal {
    boolean tagged = event instanceof ScalarEvent scalar
        ? scalar.getTag().isPresent()
        : ((CollectionStartEvent) event).getTag().isPresent();
    if (tagged) {
      throw new Refusal(at(event), "tag: present (expected: a plain value, tags are not read)");
    }
  }

  private YamlNode mapping(Event start, int depth) throws Refusal {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    Map<String, YamlNode.Field> fields = new LinkedHashMap<>();
    for (Event event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
      if (!(event instanceof ScalarEvent key)) {
        throw new Refusal(at(event), "key: not a text (expected: a text)");
      }
      refuseTag(key);
      String name = key.getValue();
      if (name.length() > Limits.MAX_SCALAR_LENGTH) {
        throw new Refusal(
            at(key),
            "key: " + name.length() + " characters (expected: at most " + Limits.MAX_SCALAR_LENGTH
                + ")");
      }
      Position position = at(key);
      YamlNode value = node(next(), depth + 1);
      YamlNode.Field earlier = fields.putIfAbsent(name, new YamlNode.Field(position, value));
      if (earlier != null) {
        throw new Refusal(
            position,
            name + ": a second one (expected: one, the first is on line "
                + earlier.keyPosition().line() + ")");
      }
      json.set(name, value.json());
    }
    return YamlNode.mapping(json, at(start), fields);
  }

  private YamlNode sequence(Event start, int depth) throws Refusal {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    List<YamlNode> items = new ArrayList<>();
    for (Event event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
      YamlNode item = node(event, depth + 1);
      items.add(item);
      json.add(item.json());
    }
    return YamlNode.sequence(json, at(start), items);
  }

  private YamlNode scalar(ScalarEvent event) throws Refusal {
    Position position = at(event);
    if (event.getValue().length() > Limits.MAX_SCALAR_LENGTH) {
      throw new Refusal(
          position,
          "value: " + event.getValue().length() + " characters (expected: at most "
              + Limits.MAX_SCALAR_LENGTH + ")");
    }
    Substitution.Replaced replaced =
        substitution.replace(event.getValue(), message -> problems.add(position, message));
    String text = replaced.text();
    JsonNode value =
        event.isPlain() ? types.resolve(text) : JsonNodeFactory.instance.stringNode(text);
    return replaced.inserted().isEmpty()
        ? YamlNode.scalar(value, position)
        : YamlNode.reference(
            value,
            position,
            new ScalarReference(event.getValue(), text, replaced.template(), replaced.inserted()));
  }

  private Position at(Event event) {
    Position at = Position.of(event.getStartMark());
    return file.isEmpty() ? at : at.in(file);
  }
}
