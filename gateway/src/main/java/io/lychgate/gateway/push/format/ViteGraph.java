package io.lychgate.gateway.push.format;

import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.link.Crossorigin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Follows the imports of a Vite manifest's entries. Supports cycles and chains of any length. */
final class ViteGraph {
  private static final int MEDIA_TIER = 2;
  private static final int LATER_TIER = 3;

  private final YamlNode root;
  private final ImportDraft into;
  private int steps;

  ViteGraph(YamlNode root, ImportDraft into) {
    this.root = root;
    this.into = into;
  }

  Position positionOf(String key) {
    return root.keyPosition(key);
  }

  /**
   * Returns styles, then modules, then media, then dynamic imports.
   *
   * @param isPage true if Vite wrote the entry's HTML itself
   */
  List<DraftAsset> assets(String entry, boolean isPage) {
    Map<String, YamlNode> now = closure(List.of(entry), Map.of());
    List<DraftAsset> assets = new ArrayList<>(styles(now, 1, isPage));
    now.values().forEach(chunk -> module(chunk, 1, assets));
    now.values().forEach(chunk -> texts(chunk, "assets").forEach(file -> media(file, assets)));
    List<String> dynamic = now.values().stream()
        .flatMap(chunk -> texts(chunk, "dynamicImports").stream())
        .toList();
    Map<String, YamlNode> later = closure(dynamic, now);
    assets.addAll(styles(later, LATER_TIER, isPage));
    later.values().forEach(chunk -> module(chunk, LATER_TIER, assets));
    return assets;
  }

  /** Returns the chunks and all their static imports, importers first. */
  private Map<String, YamlNode> closure(List<String> keys, Map<String, YamlNode> without) {
    Map<String, YamlNode> found = new LinkedHashMap<>();
    Deque<String> open = new ArrayDeque<>(keys);
    while (!open.isEmpty()) {
      String key = open.removeFirst();
      if (found.containsKey(key) || without.containsKey(key)) {
        continue;
      }
      YamlNode chunk = root.field(key).orElse(null);
      if (chunk == null) {
        into.warn(root.position(), key, "imported but not in the file");
      } else if (++steps > Limits.MAX_GRAPH_STEPS) {
        into.warn(
            root.keyPosition(key),
            key,
            "left out with what follows (expected: at most " + Limits.MAX_GRAPH_STEPS
                + " imports)");
        return found;
      } else {
        found.put(key, chunk);
        List<String> imports = new ArrayList<>(texts(chunk, "imports"));
        Collections.reverse(imports);
        imports.forEach(open::addFirst);
      }
    }
    return found;
  }

  /** Returns the styles of the chunks. A chunk's styles come after those of its imports, as in the HTML that Vite writes. */
  private List<DraftAsset> styles(Map<String, YamlNode> chunks, int tier, boolean isPage) {
    List<YamlNode> inward = new ArrayList<>(chunks.values());
    Collections.reverse(inward);
    List<DraftAsset> styles = new ArrayList<>();
    for (YamlNode chunk : inward) {
      texts(chunk, "css").forEach(file -> styles.add(style(file, tier, isPage)));
      if (FileKind.extension(file(chunk)).equals("css")) {
        styles.add(style(file(chunk), tier, isPage));
      }
    }
    return styles;
  }

  private DraftAsset style(String file, int tier, boolean isPage) {
    DraftAsset style = DraftAsset.of(url(file), Destination.STYLE).withTier(tier);
    // Vite writes <link rel="stylesheet" crossorigin>; with a hint in another mode the browser
    // would fetch the style twice.
    return isPage ? style.withCrossorigin(Crossorigin.ANONYMOUS) : style;
  }

  private void module(YamlNode chunk, int tier, List<DraftAsset> assets) {
    if (FileKind.extension(file(chunk)).matches("m?js")) {
      assets.add(DraftAsset.of(url(file(chunk)), Destination.MODULE).withTier(tier));
    }
  }

  private void media(String file, List<DraftAsset> assets) {
    Destination kind = FileKind.of(file).orElse(Destination.FETCH);
    if (kind == Destination.FONT || kind == Destination.IMAGE) {
      assets.add(DraftAsset.of(url(file), kind).withTier(MEDIA_TIER));
    } else {
      into.passOver("assets that are neither fonts nor images");
    }
  }

  private String url(String file) {
    return FileUrl.of(file, into.options().base());
  }

  private static String file(YamlNode chunk) {
    return chunk.scalar("file").orElse("");
  }

  private static List<String> texts(YamlNode chunk, String key) {
    return chunk.field(key).map(YamlNode::items).orElse(List.of()).stream()
        .filter(item -> item.json().isString())
        .map(YamlNode::text)
        .toList();
  }
}
