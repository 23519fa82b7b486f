package io.lychgate.gateway.push.manifest;

import io.lychgate.casper.Delivery;
import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.link.AssetUrl;
import io.lychgate.gateway.push.link.Crossorigin;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads one asset of a manifest; the schema has checked its keys, types and enum values. */
final class AssetReader {
  private final YamlNode node;
  private final String path;
  private final Objections objections;
  private boolean isGood = true;

  /** Receives the problems found. */
  @FunctionalInterface
  interface Objections {
    void add(Position position, String path, String message);
  }

  AssetReader(YamlNode node, String path, Objections objections) {
    this.node = node;
    this.path = path;
    this.objections = objections;
  }

  /** Adds the asset, or reports why it is invalid. */
  void read(Map<String, Position> seen, List<Asset> into) {
    String url = AssetUrl.withoutDotSegments(text("url"));
    Destination destination = destination(text("as"));
    Crossorigin crossorigin = crossorigin(text("crossorigin"));
    Delivery delivery = text("mode").isEmpty()
        ? Delivery.AUTO
        : Delivery.valueOf(text("mode").toUpperCase(Locale.ROOT));
    checkUrl(url, destination);
    checkNew(url, seen);
    checkDelivery(destination, delivery);
    checkCrossorigin(destination, crossorigin);
    if (isGood) {
      into.add(Asset.of(
          url,
          destination,
          crossorigin,
          text("type"),
          number("urgency", Asset.NO_URGENCY),
          node.field("incremental").map(value -> value.json().asBoolean()).orElse(null),
          number("tier", 1),
          delivery,
          text("version"),
          ""));
    }
  }

  private void checkUrl(String url, Destination destination) {
    String problem = AssetUrl.problemOf(url, destination);
    if (!problem.isEmpty()) {
      object("url", problem);
    }
  }

  private void checkNew(String url, Map<String, Position> seen) {
    Position earlier = seen.putIfAbsent(url, node.position());
    if (earlier != null) {
      object(
          "url",
          url + ": a second one (expected: once in a rule, the first is on line " + earlier.line()
              + ")");
    }
  }

  private void checkDelivery(Destination destination, Delivery delivery) {
    if (destination == Destination.CONNECT && delivery == Delivery.PUSH) {
      object("mode", "push (expected: auto or hint, a connection cannot be pushed)");
    }
    if (destination == Destination.DOCUMENT && delivery == Delivery.HINT) {
      object("mode", "hint (expected: auto or push, browsers ignore hints for documents)");
    }
  }

  private void checkCrossorigin(Destination destination, Crossorigin crossorigin) {
    if (destination == Destination.FONT && crossorigin == Crossorigin.USE_CREDENTIALS) {
      object(
          "crossorigin",
          "use-credentials (expected: anonymous or nothing, fonts are fetched without credentials)");
    }
  }

  private void object(String key, String rest) {
    Position position = node.field(key).map(YamlNode::position).orElse(node.position());
    objections.add(position, path + "." + key, path + "." + key + ": " + rest);
    isGood = false;
  }

  private String text(String key) {
    return node.field(key).map(YamlNode::text).orElse("");
  }

  private int number(String key, int absent) {
    return node.field(key).map(value -> value.json().asInt()).orElse(absent);
  }

  private static Destination destination(String token) {
    return Destination.valueOf(token.toUpperCase(Locale.ROOT));
  }

  private static Crossorigin crossorigin(String token) {
    return switch (token) {
      case "anonymous" -> Crossorigin.ANONYMOUS;
      case "use-credentials" -> Crossorigin.USE_CREDENTIALS;
      default -> Crossorigin.NONE;
    };
  }
}
