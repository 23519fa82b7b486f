package io.lychgate.gateway.push.format;

import io.lychgate.casper.Delivery;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.link.Crossorigin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Writes a draft in the usual manual layout: one block per rule, one line per asset. */
final class DraftWriter {
  private static final DumpSettings SETTINGS = DumpSettings.builder()
      .setIndent(2)
      .setIndicatorIndent(2)
      .setIndentWithIndicator(true)
      .setWidth(4096)
      .setSplitLines(false)
      .build();

  private final String source;
  private final String format;

  DraftWriter(String source, String format) {
    this.source = source;
    this.format = format;
  }

  String write(Map<PathPattern, Map<String, DraftAsset>> rules) {
    List<Node> nodes = new ArrayList<>();
    rules.forEach((match, assets) -> nodes.add(rule(match, assets.values())));
    List<NodeTuple> root = new ArrayList<>();
    put(root, "rules", sequence(nodes));
    StringBuilder text = new StringBuilder("# Imported from ")
        .append(source.replaceAll("\\p{Cntrl}", "?"))
        .append(" (")
        .append(format)
        .append(").\n");
    new Dump(SETTINGS).dumpNode(mapping(root, FlowStyle.BLOCK), new TextWriter(text));
    return text.toString();
  }

  private record TextWriter(StringBuilder text) implements StreamDataWriter {
    @Override
    public void write(String part) {
      text.append(part);
    }

    @Override
    public void write(String part, int offset, int length) {
      text.append(part, offset, offset + length);
    }
  }

  private static Node rule(PathPattern match, Collection<DraftAsset> assets) {
    List<NodeTuple> pattern = new ArrayList<>();
    put(pattern, match.isRegex() ? "regex" : "path", text(match.text()));
    List<NodeTuple> rule = new ArrayList<>();
    put(rule, "match", mapping(pattern, FlowStyle.FLOW));
    put(rule, "assets", sequence(assets.stream().map(DraftWriter::asset).toList()));
    return mapping(rule, FlowStyle.BLOCK);
  }

  private static Node asset(DraftAsset asset) {
    List<NodeTuple> keys = new ArrayList<>();
    put(keys, "url", text(asset.url()));
    put(keys, "as", text(asset.destination().token()));
    if (asset.crossorigin() != Crossorigin.NONE) {
      put(keys, "crossorigin", text(asset.crossorigin().token()));
    }
    if (!asset.type().isEmpty()) {
      put(keys, "type", text(asset.type()));
    }
    if (asset.urgency() != Asset.NO_URGENCY) {
      put(keys, "urgency", number(asset.urgency()));
    }
    if (asset.tier() != 1) {
      put(keys, "tier", number(asset.tier()));
    }
    if (asset.delivery() != Delivery.AUTO) {
      put(keys, "mode", text(asset.delivery().name().toLowerCase(Locale.ROOT)));
    }
    return mapping(keys, FlowStyle.FLOW);
  }

  private static void put(List<NodeTuple> into, String key, Node value) {
    into.add(new NodeTuple(text(key), value));
  }

  private static Node mapping(List<NodeTuple> tuples, FlowStyle style) {
    return new MappingNode(Tag.MAP, tuples, style);
  }

  private static Node sequence(List<Node> items) {
    return new SequenceNode(Tag.SEQ, items, items.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK);
  }

  /** The library quotes the value where a plain scalar would be read as another type. */
  private static Node text(String value) {
    return new ScalarNode(Tag.STR, value, ScalarStyle.PLAIN);
  }

  private static Node number(int value) {
    return new ScalarNode(Tag.INT, Integer.toString(value), ScalarStyle.PLAIN);
  }
}
