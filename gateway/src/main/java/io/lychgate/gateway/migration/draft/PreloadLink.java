package io.lychgate.gateway.migration.draft;

import java.util.Locale;

/** The Link field that lets the gateway push or hint a resource. */
public final class PreloadLink {
  private PreloadLink() {}

  /** Returns a link of relation preload, with the destination that the file's name suggests. */
  public static String of(String path) {
    int query = path.indexOf('?');
    String name = (query < 0 ? path : path.substring(0, query)).toLowerCase(Locale.ROOT);
    String suffix = name.substring(name.lastIndexOf('.') + 1);
    String destination = switch (suffix) {
      case "css" -> "; as=style";
      case "js", "mjs" -> "; as=script";
      case "woff", "woff2", "ttf", "otf" -> "; as=font; crossorigin";
      case "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico" -> "; as=image";
      default -> "";
    };
    return "<" + path + ">; rel=preload" + destination;
  }
}
