package io.lychgate.gateway.push.format;

import io.lychgate.casper.Delivery;
import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.push.link.Crossorigin;
import io.lychgate.gateway.push.link.LinkHeader;
import java.util.List;
import java.util.Optional;

/** One Link line of a {@code _headers} file. */
final class LinkLine {
  /** Link parameters that change which resource a browser fetches or when, and that a Lychgate manifest cannot express. */
  private static final List<String> UNKNOWN =
      List.of("imagesrcset", "imagesizes", "media", "fetchpriority", "integrity");

  private final String value;
  private final Position at;
  private final ImportDraft into;

  LinkLine(String value, Position at, ImportDraft into) {
    this.value = value;
    this.at = at;
    this.into = into;
  }

  void addTo(Optional<PathPattern> page) {
    if (value.length() > LinkHeader.MAX_LENGTH) {
      into.warn(at, "", "left out: a Link of " + value.length() + " characters");
      return;
    }
    List<LinkHeader> links = LinkHeader.parse(value);
    if (links.isEmpty()) {
      into.warn(
          at, "", "left out: " + shown() + " (expected: a preload, modulepreload or preconnect)");
    }
    for (String name : UNKNOWN) {
      if (value.contains(name + "=")) {
        into.warn(at, "", name + " is left out");
      }
    }
    for (LinkHeader link : links) {
      asset(link).ifPresent(asset -> page.ifPresent(match -> into.add(match, asset, at, "")));
    }
  }

  private Optional<DraftAsset> asset(LinkHeader link) {
    Optional<Destination> destination = destination(link);
    if (destination.isEmpty()) {
      into.warn(
          at,
          "",
          "left out: " + link.target() + " as " + (link.as().isEmpty() ? "nothing" : link.as())
              + " (expected: style, script, font, image, fetch or document)");
      return Optional.empty();
    }
    Destination kind = destination.get();
    String url = FileUrl.of(link.target(), into.options().base());
    boolean isConnect = kind == Destination.CONNECT;
    DraftAsset asset = DraftAsset.of(
        isConnect && url.endsWith("/") ? url.substring(0, url.length() - 1) : url, kind);
    if (link.crossorigin() != Crossorigin.NONE && kind != Destination.FONT) {
      asset = asset.withCrossorigin(link.crossorigin());
    }
    return Optional.of(asset.withType(link.type()).withDelivery(delivery(link, kind)));
  }

  private static Delivery delivery(LinkHeader link, Destination kind) {
    if (link.isNoPush() && kind != Destination.DOCUMENT && kind != Destination.CONNECT) {
      return Delivery.HINT;
    }
    return link.isPushOnly() && kind != Destination.CONNECT ? Delivery.PUSH : Delivery.AUTO;
  }

  private static Optional<Destination> destination(LinkHeader link) {
    return switch (link.relation()) {
      case MODULEPRELOAD -> Optional.of(Destination.MODULE);
      case PRECONNECT -> Optional.of(Destination.CONNECT);
      case PRELOAD ->
        switch (link.as()) {
          case "" -> FileKind.of(link.target());
          case "style" -> Optional.of(Destination.STYLE);
          case "script" -> Optional.of(Destination.SCRIPT);
          case "font" -> Optional.of(Destination.FONT);
          case "image" -> Optional.of(Destination.IMAGE);
          case "fetch" -> Optional.of(Destination.FETCH);
          case "document" -> Optional.of(Destination.DOCUMENT);
          default -> Optional.empty();
        };
    };
  }

  private String shown() {
    return value.length() > 100 ? value.substring(0, 100) + "..." : value;
  }
}
