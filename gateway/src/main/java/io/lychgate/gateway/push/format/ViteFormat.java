package io.lychgate.gateway.push.format;

import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code .vite/manifest.json} of Vite: chunks by their source file, each with its {@code imports}. An HTML entry is a page. Its
 * styles, its module and all static imports are tier 1, fonts and images tier 2, dynamic imports tier 3.
 */
final class ViteFormat implements ManifestFormat {
  @Override
  public String id() {
    return "vite";
  }

  @Override
  public String description() {
    return "manifest.json of Vite (build.manifest)";
  }

  @Override
  public boolean recognises(ForeignFile file) {
    return file.object()
        .map(root -> !root.fields().isEmpty()
            && root.fields().values().stream().allMatch(ViteFormat::isChunk))
        .orElse(false);
  }

  private static boolean isChunk(YamlNode node) {
    return node.field("file").filter(file -> file.json().isString()).isPresent();
  }

  @Override
  public void read(ForeignFile file, ImportDraft into) {
    YamlNode root = into.object(file).orElse(null);
    if (root == null) {
      return;
    }
    boolean hasEntry = false;
    ViteGraph graph = new ViteGraph(root, into);
    for (Map.Entry<String, YamlNode> member : root.fields().entrySet()) {
      String key = member.getKey();
      YamlNode chunk = member.getValue();
      if (!isChunk(chunk)) {
        into.wrong(
            chunk.position(), key, "file: missing (expected: a chunk, with the name of its file)");
      } else if (chunk.scalar("isEntry").filter("true"::equals).isPresent()) {
        hasEntry = true;
        entry(key, chunk, graph, into);
      }
    }
    if (!hasEntry) {
      into.warn(root.position(), "", "no chunk is an entry (isEntry), so there is no page");
    }
  }

  private static void entry(String key, YamlNode chunk, ViteGraph graph, ImportDraft into) {
    String source = chunk.scalar("src").orElse(key);
    if (key.contains("-legacy")) {
      into.passOver("chunks for browsers without modules");
      return;
    }
    boolean isPage = FileKind.extension(source).equals("html");
    Position at = graph.positionOf(key);
    List<PathPattern> pages = pages(key, source, isPage, at, into);
    pages.forEach(page -> into.page(page, at, key));
    graph
        .assets(key, isPage)
        .forEach(asset -> pages.forEach(page -> into.add(page, asset, at, key)));
  }

  private static List<PathPattern> pages(
      String key, String source, boolean isPage, Position at, ImportDraft into) {
    String named = isPage ? into.options().pages().get(key) : into.options().pageOf(key);
    if (named != null) {
      return into.glob(named, at, key).stream().toList();
    }
    if (isPage) {
      return PageFile.paths(source, into.options().base()).stream()
          .flatMap(path -> into.glob(path, at, key).stream())
          .toList();
    }
    into.warn(
        at, key, "its pages are unknown: /* is assumed (set them with --page " + key + "=/path)");
    Optional<PathPattern> all = into.glob("/*", at, key);
    return all.stream().toList();
  }

  @Override
  public String write(PushManifest manifest, Losses losses) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    for (PageFiles.Page page : PageFiles.of(manifest, losses)) {
      boolean isFile = page.match().isExact() && FileKind.extension(page.file()).equals("html");
      if (isFile) {
        new ViteChunks(page, losses).addTo(root);
      } else {
        losses.add(
            Losses.name(page.index()) + ": left out, " + page.match()
                + " is no HTML file (/, which stands for index.html, needs an equal rule for /index.html)");
      }
    }
    return JsonText.of(root);
  }
}
