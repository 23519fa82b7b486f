package io.lychgate.gateway.push.format;

import io.lychgate.casper.Destination;
import io.lychgate.gateway.push.format.Losses.Trait;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.link.Crossorigin;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes one page as chunks of a Vite manifest: the first module is its entry, the others are its imports. */
final class ViteChunks {
  private final PageFiles.Page page;
  private final Losses losses;
  private final Map<String, ArrayNode> lists = new LinkedHashMap<>();
  private final ObjectNode chunks = JsonNodeFactory.instance.objectNode();
  private @Nullable String entryFile;
  private @Nullable ObjectNode later;

  ViteChunks(PageFiles.Page page, Losses losses) {
    this.page = page;
    this.losses = losses;
    for (String key : List.of("imports", "dynamicImports", "css", "assets")) {
      lists.put(key, JsonNodeFactory.instance.arrayNode());
    }
  }

  void addTo(ObjectNode root) {
    // Modules first, because a later style is written with a later module.
    for (boolean isModule : new boolean[] {true, false}) {
      for (int i = 0; i < page.assets().size(); i++) {
        Asset asset = page.assets().get(i);
        if ((asset.destination() == Destination.MODULE) == isModule) {
          add(i, asset);
        }
      }
    }
    if (entryFile == null) {
      losses.add(Losses.name(page.index()) + ": left out, Vite's pages have a module");
      return;
    }
    String key = page.file().substring(1);
    ObjectNode entry = root.putObject(key);
    entry.put("file", entryFile).put("src", key).put("isEntry", true);
    lists.forEach((name, list) -> {
      if (!list.isEmpty()) {
        entry.set(name, list);
      }
    });
    chunks.properties().forEach(chunk -> root.set(chunk.getKey(), chunk.getValue()));
  }

  private void add(int index, Asset asset) {
    if (!asset.url().startsWith("/")) {
      losses.asset(page.index(), index, asset, "it is of another origin");
      return;
    }
    String file = asset.url().substring(1);
    int tier = asset.candidate().tier();
    switch (asset.destination()) {
      case MODULE -> module(index, asset, file, tier);
      case STYLE -> style(index, asset, file, tier);
      case FONT, IMAGE -> {
        list("assets").add(file);
        reportLosses(index, asset, tier, 2);
      }
      default ->
        losses.asset(page.index(), index, asset, "Vite has modules, styles, fonts and images");
    }
  }

  private void module(int index, Asset asset, String file, int tier) {
    if (tier > 1) {
      ObjectNode chunk = chunks.putObject(file).put("file", file).put("isDynamicEntry", true);
      later = later == null ? chunk : later;
      list("dynamicImports").add(file);
      reportLosses(index, asset, tier, 3);
    } else if (entryFile == null) {
      entryFile = file;
      reportLosses(index, asset, tier, 1);
    } else {
      String key = "_" + file.substring(file.lastIndexOf('/') + 1);
      chunks.putObject(key).put("file", file);
      list("imports").add(key);
      reportLosses(index, asset, tier, 1);
    }
  }

  private void style(int index, Asset asset, String file, int tier) {
    ObjectNode chunk = later;
    if (tier > 1 && chunk != null) {
      chunk.withArray("css").add(file);
      reportLosses(index, asset, tier, 3);
    } else {
      list("css").add(file);
      reportLosses(index, asset, tier, 1);
    }
    if (asset.crossorigin() != Crossorigin.ANONYMOUS) {
      losses.add(name(index, asset) + ": crossorigin becomes anonymous, as in Vite's pages");
    }
  }

  private void reportLosses(int index, Asset asset, int tier, int becomes) {
    losses.traits(page.index(), index, asset, EnumSet.of(Trait.TIER, Trait.CROSSORIGIN));
    if (tier != becomes) {
      losses.add(name(index, asset) + ": tier " + tier + " becomes " + becomes);
    }
  }

  private String name(int index, Asset asset) {
    return Losses.name(page.index()) + ".assets[" + index + "] " + asset.url();
  }

  private ArrayNode list(String key) {
    ArrayNode list = lists.get(key);
    return list == null ? JsonNodeFactory.instance.arrayNode() : list;
  }
}
